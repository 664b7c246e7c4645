"""A graded class as one page to read."""
