"""Texts of the site that are computed from the code, each by a function that returns Markdown."""
