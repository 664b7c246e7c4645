"""What every widget has: how its scripts are put together, and its still."""
