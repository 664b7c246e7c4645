"""Misreadings: wrong ideas that explain a wrong answer, in every game; and which one it is."""
