"""Python that drives: each call asks the rules at that moment, and what came out is a trace."""
