"""Lessons and learners: finding exercises, storing answers, grading, reports and tournaments."""
