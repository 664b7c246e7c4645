"""Robot sensors for `while`, `if` and Python. The board game does not have any."""

from __future__ import annotations

from teachkit.core.game.game import Sensors
from teachkit.games.roborally.elements import seen_from
from teachkit.games.roborally.goals import WHEREABOUTS
from teachkit.games.roborally.moves import row_ahead
from teachkit.games.roborally.state import State

SENSORS = Sensors[State]()
SENSORS.reading(tells='The square of the robot, such as "b4".')(WHEREABOUTS.square)
SENSORS.reading(tells='The direction in which the robot faces, such as "north".')(
    WHEREABOUTS.facing
)


@SENSORS.condition(tells="the robot cannot drive ahead")
def blocked(state: State, robot: str) -> bool:
    """Return whether a wall, or a robot that cannot be pushed, blocks the way ahead."""
    here = state.robot(robot)
    return row_ahead(state, here, here.facing)[1] is not None


@SENSORS.condition(tells="the robot can drive ahead")
def clear(state: State, robot: str) -> bool:
    """Return whether the robot could drive one square ahead."""
    return not blocked(state, robot)


@SENSORS.condition(tells="a pit or the edge of the board is ahead")
def danger_ahead(state: State, robot: str) -> bool:
    """Return whether driving one square ahead would end in a pit or off the board."""
    here = state.robot(robot)
    return clear(state, robot) and state.board.is_deadly(here.square.ahead(here.facing))


@SENSORS.condition(tells="a robot is ahead")
def robot_ahead(state: State, robot: str) -> bool:
    """Return whether another robot is on the square ahead."""
    here = state.robot(robot)
    return state.robot_on(here.square.ahead(here.facing)) is not None


@SENSORS.condition(tells="a shot would hit a robot")
def target_ahead(state: State, robot: str) -> bool:
    """Return whether a shot straight ahead would hit a robot."""
    here = state.robot(robot)
    return seen_from(state, here.square, here.facing) is not None


@SENSORS.condition(tells="the robot is on a belt")
def on_belt(state: State, robot: str) -> bool:
    return state.robot(robot).square in state.board.belts


@SENSORS.condition(tells="the robot is on a wrench")
def on_wrench(state: State, robot: str) -> bool:
    return state.board.tile(state.robot(robot).square).wrenches > 0


@SENSORS.reading(tells="How much damage the robot has.")
def damage(state: State, robot: str) -> int:
    return state.robot(robot).damage


@SENSORS.reading(tells="The number of the last flag touched, or 0.")
def flag(state: State, robot: str) -> int:
    return state.robot(robot).flag


@SENSORS.reading(tells="The number of the last register, or 0 before the first one.")
def register(state: State, robot: str) -> int:
    return state.register
