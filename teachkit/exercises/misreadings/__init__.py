"""Misreadings that explain wrong answers in every game, and the search for the right one."""
