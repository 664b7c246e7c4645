"""Searches for the solutions of exercises with the fewest cards or steps, which set par."""
