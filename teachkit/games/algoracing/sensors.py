"""A rover's sensors for `while` and `if`, which are not part of the board game."""

from __future__ import annotations

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Sensors
from teachkit.games.algoracing.board import Hindrance
from teachkit.games.algoracing.goals import WHEREABOUTS
from teachkit.games.algoracing.moves import obstacle_ahead
from teachkit.games.algoracing.state import State

SENSORS = Sensors[State]()


@SENSORS.condition(tells="something is in the way")
def blocked(state: State, rover: str) -> bool:
    """Return whether something is in the way of the next move."""
    return obstacle_ahead(state, state.rover(rover)) is not None


@SENSORS.condition(tells="nothing is in the way")
def clear(state: State, rover: str) -> bool:
    """Return whether nothing is in the way of the next move."""
    return not blocked(state, rover)


@SENSORS.condition(tells="there is a wall ahead")
def wall_ahead(state: State, rover: str) -> bool:
    return _hindrance(state, rover) is Hindrance.WALL


@SENSORS.condition(tells="the edge of the board is ahead")
def edge_ahead(state: State, rover: str) -> bool:
    return _hindrance(state, rover) is Hindrance.EDGE


@SENSORS.condition(tells="a hill starts or ends ahead")
def hill_ahead(state: State, rover: str) -> bool:
    """Return whether the rover faces a hill, or the edge of the hill that it is on."""
    return _hindrance(state, rover) in (Hindrance.CLIMB, Hindrance.DROP)


@SENSORS.condition(tells="another rover is in the way")
def rover_ahead(state: State, rover: str) -> bool:
    obstacle = obstacle_ahead(state, state.rover(rover))
    return obstacle is not None and obstacle.by != ""


@SENSORS.condition(tells="there is a sample on the next square")
def sample_ahead(state: State, rover: str) -> bool:
    """Return whether there is a sample on the next square."""
    here = state.rover(rover)
    return bool(state.samples_on(here.square.ahead(here.facing)))


@SENSORS.condition(tells="the rover carries a sample")
def carrying(state: State, rover: str) -> bool:
    return bool(state.rover(rover).carries)


@SENSORS.condition(tells="the rover cannot carry any more samples")
def full(state: State, rover: str) -> bool:
    return len(state.rover(rover).carries) >= state.rules.capacity


@SENSORS.condition(tells="the rover is in its lab")
def on_lab(state: State, rover: str) -> bool:
    return state.is_lab_for(rover, state.rover(rover).square)


@SENSORS.condition(tells="the rover faces north")
def faces_north(state: State, rover: str) -> bool:
    return state.rover(rover).facing is Facing.NORTH


def _hindrance(state: State, rover: str) -> Hindrance | None:
    here = state.rover(rover)
    return state.board.hindrance(here.square, here.facing)


@SENSORS.reading(tells="How many samples the rover carries.")
def carries(state: State, rover: str) -> int:
    return len(state.rover(rover).carries)


@SENSORS.reading(tells="How many samples the rover has delivered.")
def delivered(state: State, rover: str) -> int:
    return len(state.rover(rover).delivered)


SENSORS.reading(tells='The square of the rover, such as "b4".')(WHEREABOUTS.square)
SENSORS.reading(tells='The direction in which the rover faces, such as "north".')(
    WHEREABOUTS.facing
)
