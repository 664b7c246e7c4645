"""Strategies: any function of a view and a decision that gives an answer.

Those of the house know no game. They are handed one, and ask its `FORESIGHT` or its `TEAMWORK`
what a state is worth, and what will come of an answer.
"""

from teachkit.play.strategies.chance import at_random
from teachkit.play.strategies.strategy import Strategy
from teachkit.play.strategies.teams import greedy, look_ahead

__all__ = ["Strategy", "at_random", "greedy", "look_ahead"]
