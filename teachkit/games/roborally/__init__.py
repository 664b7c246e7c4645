"""RoboRally: five registers, everybody at once, and priorities decide.

All names that a game module exports.

>>> from teachkit.core.game.game import run
>>> from teachkit.games import roborally
>>> start = Setup(edition="factory", floor=". > v\\n. . f1", robots={"red": "a2 east"}).state()
>>> print(run(roborally, start, "move-1").story())
Card 1: move-1.
The red robot drives to b2.
The belts carry red to c2.
The bend on c2 turns the red robot: it faces south.
"""

from teachkit.games.roborally import ahead, foresight
from teachkit.games.roborally.editions import EDITIONS
from teachkit.games.roborally.gauges import GAUGES
from teachkit.games.roborally.goals import GOALS, placed, prospects, whereabouts
from teachkit.games.roborally.instructions import INSTRUCTIONS
from teachkit.games.roborally.misreadings import MISREADINGS
from teachkit.games.roborally.opening import OPENING
from teachkit.games.roborally.play import play
from teachkit.games.roborally.programs import hand, problems, programs, slots, vocabulary
from teachkit.games.roborally.registers import finish, perform, resolve
from teachkit.games.roborally.scoring import outcome, points
from teachkit.games.roborally.sensors import SENSORS
from teachkit.games.roborally.setup import Setup
from teachkit.games.roborally.state import State
from teachkit.games.roborally.views import seen_by

NAME = "roborally"
PLACES = None
AHEAD = ahead
EDITING = None
SLOTS = slots
FORESIGHT = foresight
TEAMWORK = None


def players(state: State) -> tuple[str, ...]:
    """Who has a robot here, in seat order."""
    return tuple(robot.name for robot in state.robots)


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
