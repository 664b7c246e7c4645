"""What a rover can sense, for `while` and `if`: teaching cards, not in the board game."""

from __future__ import annotations

from teachkit.core.board.squares import Facing
from teachkit.games.algoracing.board import Hindrance
from teachkit.games.algoracing.moves import obstacle_ahead
from teachkit.games.algoracing.state import State


def blocked(state: State, rover: str) -> bool:
    """Whether a step would be skipped."""
    return obstacle_ahead(state, state.rover(rover)) is not None


def clear(state: State, rover: str) -> bool:
    """Whether a step would be taken."""
    return not blocked(state, rover)


def wall_ahead(state: State, rover: str) -> bool:
    return _hindrance(state, rover) is Hindrance.WALL


def edge_ahead(state: State, rover: str) -> bool:
    return _hindrance(state, rover) is Hindrance.EDGE


def hill_ahead(state: State, rover: str) -> bool:
    """Whether a hill rises or ends ahead."""
    return _hindrance(state, rover) in (Hindrance.CLIMB, Hindrance.DROP)


def rover_ahead(state: State, rover: str) -> bool:
    obstacle = obstacle_ahead(state, state.rover(rover))
    return obstacle is not None and obstacle.by != ""


def sample_ahead(state: State, rover: str) -> bool:
    """Whether a sample lies on the next square."""
    here = state.rover(rover)
    return bool(state.samples_on(here.square.ahead(here.facing)))


def carrying(state: State, rover: str) -> bool:
    return bool(state.rover(rover).carries)


def full(state: State, rover: str) -> bool:
    return len(state.rover(rover).carries) >= state.rules.capacity


def on_lab(state: State, rover: str) -> bool:
    return state.is_lab_for(rover, state.rover(rover).square)


def faces_north(state: State, rover: str) -> bool:
    return state.rover(rover).facing is Facing.NORTH


def _hindrance(state: State, rover: str) -> Hindrance | None:
    here = state.rover(rover)
    return state.board.hindrance(here.square, here.facing)


SENSORS = {
    sensor.__name__: sensor
    for sensor in (
        blocked,
        clear,
        wall_ahead,
        edge_ahead,
        hill_ahead,
        rover_ahead,
        sample_ahead,
        carrying,
        full,
        on_lab,
        faces_north,
    )
}

HELP = {
    "blocked": "a step would be skipped",
    "clear": "a step would be taken",
    "wall_ahead": "a wall is ahead",
    "edge_ahead": "the board ends ahead",
    "hill_ahead": "a hill rises or ends ahead",
    "rover_ahead": "another rover is ahead",
    "sample_ahead": "a sample lies on the next square",
    "carrying": "the rover carries a sample",
    "full": "the rover can carry no more samples",
    "on_lab": "the rover stands in its laboratory",
    "faces_north": "the rover faces north",
}
