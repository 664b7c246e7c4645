"""The widgets: a builder for programs, a player for runs, the workbench around both, a table."""
