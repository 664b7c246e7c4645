"""The workbench for an exercise, and the functions that lessons call."""
