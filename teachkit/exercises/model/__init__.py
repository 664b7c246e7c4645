"""Data classes for exercises: files, starts, checks, cases, forms, verdicts and grades."""
