"""Tests with other tools that schools use, installed in a separate environment."""
