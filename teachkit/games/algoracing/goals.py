"""Goals of exercises. Each function returns `None`, or a sentence about what is missing."""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.game import by_name, fewer
from teachkit.core.game.whereabouts import PLACES_IN_WORDS, Whereabouts
from teachkit.games.algoracing.events import called
from teachkit.games.algoracing.state import Rover, State
from teachkit.words import say

WHEREABOUTS = Whereabouts[Rover, State](
    pieces=lambda state: state.rovers,
    called=called,
    piece=State.rover,
    put=lambda state, rover, square, facing: state.with_rover(
        replace(rover, square=square, facing=facing)
    ),
    stands="The rover is on {here}, not on {square}.",
    faces="The rover faces {here}, not {facing}.",
)


def carries(state: State, rover: str, samples: int) -> str | None:
    """Return a message unless the rover carries at least `samples` samples."""
    return fewer(
        "The rover carries {here} of {number} sample.",
        "The rover carries {here} of {number} samples.",
        len(state.rover(rover).carries),
        samples,
    )


def collects(state: State, rover: str, samples: int) -> str | None:
    """Return a message unless the rover has at least `samples` samples, carried or delivered."""
    here = state.rover(rover)
    return fewer(
        "The rover has {here} of {number} sample.",
        "The rover has {here} of {number} samples.",
        len(here.carries) + len(here.delivered),
        samples,
    )


def delivers(state: State, rover: str, samples: int) -> str | None:
    """Return a message unless the rover has delivered at least `samples` samples."""
    return fewer(
        "{here} of {number} sample is in the lab.",
        "{here} of {number} samples are in the lab.",
        len(state.rover(rover).delivered),
        samples,
    )


def scores(state: State, rover: str, total: int) -> str | None:
    """Return a message unless the rover has at least `total` points.

    The parameter is not called `points`, because every check in an exercise has a field `points`.
    """
    return fewer(
        "The rover has {here} of {number} point.",
        "The rover has {here} of {number} points.",
        state.rover(rover).points,
        total,
    )


def clears(state: State, rover: str, square: str) -> str | None:
    """Return a message if a sample is left on `square`."""
    if not state.samples_on(Square.read(square)):
        return None
    return say("There is still a sample on {square}.", square=square)


def sends_home(state: State, rover: str, other: str) -> str | None:
    """Return a message unless the rover `other` is on its own base."""
    base = state.base_of(other)
    if base and state.rover(other).square == base.square:
        return None
    return say("{other} is not on its base.", other=called(other).capitalize())


GOALS = by_name(*WHEREABOUTS.goals, carries, collects, delivers, scores, clears, sends_home)

GOALS_IN_WORDS = {
    **PLACES_IN_WORDS,
    "carries": "carries at least {samples} of the samples",
    "collects": "picks up at least {samples} of the samples",
    "delivers": "delivers at least {samples} of the samples",
    "scores": "has a score of at least {total}",
    "clears": "leaves no sample on {square}",
    "sends_home": "sends {other} back to its base",
}
