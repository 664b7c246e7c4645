"""Exercises made by contract: drawn by chance, proven by search, written as files."""
