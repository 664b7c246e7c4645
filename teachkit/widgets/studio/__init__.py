"""The studio, in which authors paint, describe, prove, try and save levels."""
