"""Class grading: submissions are read, graded as jobs, and written as a table."""
