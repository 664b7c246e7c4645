"""Tests that every game and edition must pass, and random games."""
