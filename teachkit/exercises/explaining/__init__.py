"""Explain an answer: hints, near misses, where a program went astray, reports."""
