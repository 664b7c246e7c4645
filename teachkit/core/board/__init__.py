"""Squares, board files and decks."""
