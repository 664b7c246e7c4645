"""Matches, strategies and searches for any game; the game is always an argument."""
