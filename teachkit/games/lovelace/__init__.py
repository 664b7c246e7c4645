"""Lovelace & Babbage: a register of two digits, and an engine to work on it.

All names that a game module exports.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import lovelace
>>> start = Setup(edition="machine", value=55, targets=[18]).state()
>>> print(run(lovelace, start, "B2+, A3+, A1+, B4swap").story())
Card 1: B2+.
55 + 20 = 75.
Card 2: A3+.
75 + 5 = 80.
Card 3: A1+.
80 + 1 = 81.
Card 4: B4swap.
The digits change places: 81 becomes 18.
18 is one of the targets.
"""

from teachkit.core.run.walk import Sensor
from teachkit.games.lovelace import foresight
from teachkit.games.lovelace.editions import EDITIONS
from teachkit.games.lovelace.gauges import GAUGES
from teachkit.games.lovelace.goals import GOALS, placed, prospects, whereabouts
from teachkit.games.lovelace.instructions import INSTRUCTIONS, vocabulary
from teachkit.games.lovelace.misreadings import MISREADINGS
from teachkit.games.lovelace.opening import OPENING
from teachkit.games.lovelace.programs import hand, problems, programs
from teachkit.games.lovelace.rows import finish, perform, resolve
from teachkit.games.lovelace.scoring import outcome, points
from teachkit.games.lovelace.setup import Setup
from teachkit.games.lovelace.state import State
from teachkit.games.lovelace.turns import play
from teachkit.games.lovelace.views import seen_by

NAME = "lovelace"
PLACES = None
AHEAD = None
EDITING = None
SLOTS = None
FORESIGHT = foresight
TEAMWORK = None
SENSORS: dict[str, Sensor] = {}


def players(state: State) -> tuple[str, ...]:
    """Who plays here, in seat order."""
    return tuple(player.name for player in state.players)


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
