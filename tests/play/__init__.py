"""Tests of matches, strategies, tournaments and searches."""
