"""A class graded: what was handed in is read, graded job by job, and written as a table."""
