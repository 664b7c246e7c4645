"""Tests of the parts that all games share, without a game if possible."""
