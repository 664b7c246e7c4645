"""Misreadings that every game has, and the diagnosis of the misreading behind a wrong answer."""
