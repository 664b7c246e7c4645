"""Tests of answers, grading, reports, tournaments and the sandbox."""
