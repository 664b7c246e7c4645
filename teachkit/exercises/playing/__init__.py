"""Strategies as answers: a learner's `play(view, decision)` plays series against the house."""
