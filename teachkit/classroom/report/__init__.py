"""The report on a graded class, as one page."""
