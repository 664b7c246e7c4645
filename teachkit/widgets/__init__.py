"""The widgets: a builder for programs, a player for runs, the workbench for both, and a table."""
