"""Lessons and learners: where exercises are found, where answers are kept."""
