"""Exercises: their files, and how they are judged, explained, solved, generated and proven."""
