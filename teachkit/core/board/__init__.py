"""Squares, boards and decks."""
