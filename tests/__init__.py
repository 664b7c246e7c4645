"""The tests: the rulebook, the contracts of every game, and what is touched."""
