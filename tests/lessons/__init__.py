"""Tests of the lessons as they are handed out, in a real kernel."""
