"""Exercises that learners and authors make: wishes, obstacles, and findings, proven by search."""
