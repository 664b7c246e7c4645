"""Calamitron: retros against rogues. All names that a game module exports."""
