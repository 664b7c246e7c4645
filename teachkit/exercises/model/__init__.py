"""Exercises as data: the file, its starts, checks, cases and forms; verdicts and grades."""
