"""Shared tools of all widgets: joined scripts, base classes, and stills."""
