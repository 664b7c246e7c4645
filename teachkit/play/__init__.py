"""Matches, strategies and searches that work for any game, which is always an argument."""
