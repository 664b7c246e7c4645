"""What is told to who is stuck: a ladder of rungs, each asked for by a click."""
