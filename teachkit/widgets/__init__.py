"""The widgets: a builder for programs, a player for runs, a workbench with both, and a table."""
