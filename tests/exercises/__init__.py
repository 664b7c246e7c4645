"""Tests of exercises: their files, grading, hints, and proofs."""
