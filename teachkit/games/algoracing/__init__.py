"""Algoracing: rovers, hills and samples. All names that a game module exports.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import algoracing
>>> start = Setup(floor=". . *", rovers={"red": "a1 east"}, samples={"c1": "blue"}).state()
>>> print(run(algoracing, start, "2x(forward)").story())
Card 1: forward (round 1 of 2).
The red rover drives to b1.
Card 1: forward (round 2 of 2).
The red rover drives to c1.
The red rover picks up 1 sample on c1 and carries 1.
"""

from teachkit.games.algoracing import editing, foresight, places
from teachkit.games.algoracing.algorithm import edited
from teachkit.games.algoracing.commands import (
    INSTRUCTIONS,
    finish,
    hand,
    perform,
    problems,
    programs,
    resolve,
    vocabulary,
)
from teachkit.games.algoracing.editions import EDITIONS
from teachkit.games.algoracing.gauges import GAUGES
from teachkit.games.algoracing.goals import GOALS, placed, prospects, whereabouts
from teachkit.games.algoracing.misreadings import MISREADINGS
from teachkit.games.algoracing.opening import OPENING
from teachkit.games.algoracing.scoring import outcome, points
from teachkit.games.algoracing.sensors import SENSORS
from teachkit.games.algoracing.setup import Setup
from teachkit.games.algoracing.state import State
from teachkit.games.algoracing.turns import play, seen_by

NAME = "algoracing"
PLACES = places
AHEAD = None
EDITING = editing
SLOTS = None
FORESIGHT = foresight
TEAMWORK = None


def players(state: State) -> tuple[str, ...]:
    """Who has a rover here, in seat order."""
    return tuple(rover.name for rover in state.rovers)


__all__ = [
    "AHEAD",
    "EDITING",
    "EDITIONS",
    "FORESIGHT",
    "GAUGES",
    "GOALS",
    "INSTRUCTIONS",
    "MISREADINGS",
    "NAME",
    "OPENING",
    "PLACES",
    "SENSORS",
    "SLOTS",
    "TEAMWORK",
    "Setup",
    "edited",
    "finish",
    "hand",
    "outcome",
    "perform",
    "placed",
    "play",
    "players",
    "points",
    "problems",
    "programs",
    "prospects",
    "resolve",
    "seen_by",
    "vocabulary",
    "whereabouts",
]
