"""Matches, strategies and searches, for people and functions. The game is always an argument."""
