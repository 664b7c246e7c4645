"""Look ahead: exact searches over the rules, with transitions remembered."""
