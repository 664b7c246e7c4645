"""Lessons and classes: exercise files, learners' answers, grading, reports and tournaments."""
