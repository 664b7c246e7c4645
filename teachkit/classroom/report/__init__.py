"""The report on a graded class, as a single HTML page."""
