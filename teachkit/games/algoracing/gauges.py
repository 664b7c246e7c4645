"""What a rover can tell of itself, for Python that drives: numbers and words."""

from __future__ import annotations

from teachkit.core.game.game import Gauge
from teachkit.games.algoracing.state import State


def carries(state: State, rover: str) -> int:
    """How many samples are on board."""
    return len(state.rover(rover).carries)


def delivered(state: State, rover: str) -> int:
    """How many samples are in the laboratory."""
    return len(state.rover(rover).delivered)


def square(state: State, rover: str) -> str:
    """Where it stands: `b4`."""
    return str(state.rover(rover).square)


def facing(state: State, rover: str) -> str:
    """Where it looks: `north`."""
    return state.rover(rover).facing.value


GAUGES: dict[str, Gauge] = {gauge.__name__: gauge for gauge in (carries, delivered, square, facing)}
