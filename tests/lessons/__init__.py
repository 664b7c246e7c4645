"""Lessons are tested as they are handed out: through a real kernel."""
