"""Explanations of answers: hints, near misses, faults, reports."""
