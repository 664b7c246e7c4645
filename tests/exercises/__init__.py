"""Exercises: what is asked, how it is graded, and what is provably true of it."""
