"""Tests of drawing: pictures of states, and runs for the browser's player."""
