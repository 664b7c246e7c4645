"""The vocabulary: the program cards, and the questions that programs may ask.

Sensing is for teaching; the board game does not have it.
"""

from __future__ import annotations

from teachkit.core.game.sensors import Sensors
from teachkit.core.language.instructions import InstructionSet
from teachkit.games.roborally.cards import CARDS
from teachkit.games.roborally.elements import sees
from teachkit.games.roborally.goals import WHEREABOUTS
from teachkit.games.roborally.moves import row_ahead
from teachkit.games.roborally.state import State

SENSORS = Sensors[State]()
WHEREABOUTS.sense(SENSORS)


@SENSORS.condition(tells="a wall would stop a step")
def blocked(state: State, robot: str) -> bool:
    """Return whether a wall would stop a step, its own or that of somebody it pushes."""
    here = state.robot(robot)
    return row_ahead(state, here, here.facing)[1] is not None


@SENSORS.condition(tells="a step would be taken")
def clear(state: State, robot: str) -> bool:
    """Return whether a step would be taken."""
    return not blocked(state, robot)


@SENSORS.condition(tells="a pit or the end of the board is ahead")
def danger_ahead(state: State, robot: str) -> bool:
    """Return whether a step would end in a pit or off the board."""
    here = state.robot(robot)
    return clear(state, robot) and state.board.is_deadly(here.square.ahead(here.facing))


@SENSORS.condition(tells="a robot is ahead")
def robot_ahead(state: State, robot: str) -> bool:
    """Return whether somebody stands on the next square."""
    here = state.robot(robot)
    return state.robot_on(here.square.ahead(here.facing)) is not None


@SENSORS.condition(tells="a shot would hit a robot")
def target_ahead(state: State, robot: str) -> bool:
    """Return whether a shot would hit somebody."""
    here = state.robot(robot)
    return sees(state, here, here.facing) is not None


@SENSORS.condition(tells="the robot stands on a belt")
def on_belt(state: State, robot: str) -> bool:
    return state.robot(robot).square in state.board.belts


@SENSORS.condition(tells="the robot stands on a wrench")
def on_wrench(state: State, robot: str) -> bool:
    return state.board.tile(state.robot(robot).square).wrenches > 0


@SENSORS.reading
def damage(state: State, robot: str) -> int:
    """How much damage it has."""
    return state.robot(robot).damage


@SENSORS.reading
def flag(state: State, robot: str) -> int:
    """The last flag that it touched; 0 before the first."""
    return state.robot(robot).flag


@SENSORS.reading
def register(state: State, robot: str) -> int:
    """The register that was played last; 0 before the first."""
    return state.register


INSTRUCTIONS = InstructionSet(CARDS, SENSORS.help)
