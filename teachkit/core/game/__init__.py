"""The record of a game and its parts."""
