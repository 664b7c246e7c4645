"""What is touched: a builder for programs, a player for runs, and the workbench around both."""
