"""What a robot can tell of itself, for Python that drives: numbers and words."""

from __future__ import annotations

from teachkit.core.game.game import Gauge
from teachkit.games.roborally.state import State


def square(state: State, robot: str) -> str:
    """Where it stands: `b4`."""
    return str(state.robot(robot).square)


def facing(state: State, robot: str) -> str:
    """Where it looks: `north`."""
    return state.robot(robot).facing.value


def damage(state: State, robot: str) -> int:
    """How much damage it has."""
    return state.robot(robot).damage


def flag(state: State, robot: str) -> int:
    """The last flag that it touched; 0 before the first."""
    return state.robot(robot).flag


def register(state: State, robot: str) -> int:
    """The register that was played last; 0 before the first."""
    return state.register


GAUGES: dict[str, Gauge] = {
    gauge.__name__: gauge for gauge in (square, facing, damage, flag, register)
}
