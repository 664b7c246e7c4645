"""Strategies: any function of a view and a decision that gives an answer.

Those of the house know no game. They are handed one, and ask its `FORESIGHT` or its `TEAMWORK`
what a state is worth, and what will come of an answer. Each is an example of its method: a greedy
choice, a Monte Carlo search, a beam search.
"""

from teachkit.play.strategies.at_once import at_once
from teachkit.play.strategies.chance import at_random
from teachkit.play.strategies.futures import futures
from teachkit.play.strategies.house import STRENGTHS, house
from teachkit.play.strategies.strategy import Strategy
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
