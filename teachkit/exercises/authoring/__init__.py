"""Tools for authors: read exercise files, and prove that exercises are sound."""
