"""Look ahead: exact searches over the rules. This is the entry point for other rooms."""
