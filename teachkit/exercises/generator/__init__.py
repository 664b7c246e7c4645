"""Generation of exercises by contract: drawn at random, proven by search, written as files."""
