"""The sandbox for learners' functions and strategies."""
