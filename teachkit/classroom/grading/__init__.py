"""Grading of a class: submissions are read, graded job by job, and written as a table."""
