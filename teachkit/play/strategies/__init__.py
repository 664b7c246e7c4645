"""Strategies: functions of a view and a decision that return an answer.

Those of the house know no game. They are handed one and ask its `Foresight`. Each is an example
of its method: a greedy choice, a Monte Carlo search, a beam search.
"""

from teachkit.play.strategies.alone import Strategy, at_once, at_random, futures
from teachkit.play.strategies.house import STRENGTHS, house
from teachkit.play.strategies.teams import greedy, look_ahead

__all__ = [
    "STRENGTHS",
    "Strategy",
    "at_once",
    "at_random",
    "futures",
    "greedy",
    "house",
    "look_ahead",
]
