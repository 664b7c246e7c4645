"""Exercises prepared for searching: decks, goals, and par."""
