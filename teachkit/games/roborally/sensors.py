"""What a robot can sense, for Python that drives: teaching, not in the board game."""

from __future__ import annotations

from teachkit.games.roborally.lasers import sees
from teachkit.games.roborally.moves import row_ahead
from teachkit.games.roborally.state import State


def blocked(state: State, robot: str) -> bool:
    """Whether a wall would stop a step, its own or that of somebody it pushes."""
    here = state.robot(robot)
    return row_ahead(state, here, here.facing)[1] is not None


def clear(state: State, robot: str) -> bool:
    """Whether a step would be taken."""
    return not blocked(state, robot)


def danger_ahead(state: State, robot: str) -> bool:
    """Whether a step would end in a pit or off the board."""
    here = state.robot(robot)
    return clear(state, robot) and state.board.is_deadly(here.square.ahead(here.facing))


def robot_ahead(state: State, robot: str) -> bool:
    """Whether somebody stands on the next square."""
    here = state.robot(robot)
    return state.robot_on(here.square.ahead(here.facing)) is not None


def target_ahead(state: State, robot: str) -> bool:
    """Whether a shot would hit somebody."""
    here = state.robot(robot)
    return sees(state, here, here.facing) is not None


def on_belt(state: State, robot: str) -> bool:
    return state.robot(robot).square in state.board.belts


def on_wrench(state: State, robot: str) -> bool:
    return state.board.tile(state.robot(robot).square).wrenches > 0


SENSORS = {
    sensor.__name__: sensor
    for sensor in (blocked, clear, danger_ahead, robot_ahead, target_ahead, on_belt, on_wrench)
}
