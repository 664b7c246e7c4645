"""Exercises: their files, judging, explanations, and proofs about them."""
