"""Strategies: any function of a view and a decision that gives an answer.

Those of the house know no game. They are handed one, and, where they look for good programs, a
`Foresight`: what a state is worth there, and what will happen before a program runs.
"""

from teachkit.play.strategies.chance import at_random
from teachkit.play.strategies.planning import Foresight
from teachkit.play.strategies.strategy import Strategy
from teachkit.play.strategies.teams import greedy, look_ahead

__all__ = ["Foresight", "Strategy", "at_random", "greedy", "look_ahead"]
