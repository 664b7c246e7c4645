"""What an exercise may ask of a state: each goal is `None`, or says what is not yet so."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.squares import Square, read_facing, read_place
from teachkit.core.game.game import Goal
from teachkit.core.game.predictions import Stands
from teachkit.games.algoracing.events import called
from teachkit.games.algoracing.state import State
from teachkit.words import say, say_many


def whereabouts(state: State, rover: str) -> str:
    """What a learner predicts: square and heading, written `b4 north`."""
    here = state.rover(rover)
    return f"{here.square} {here.facing.value}"


def placed(state: State, rover: str, where: str) -> State:
    """The same state with this rover where `whereabouts` would say this. Raises `BoardError`."""
    square, facing = read_place(where)
    return state.with_rover(replace(state.rover(rover), square=square, facing=facing))


def predictions(state: State) -> Stands:
    """A rover stands on a square of the board and looks along a row or a column."""
    return Stands(state.board.squares, [called(rover.name) for rover in state.rovers])


def stands_on(state: State, rover: str, square: str) -> str | None:
    """The rover stands on this square."""
    here = state.rover(rover).square
    if here == Square.read(square):
        return None
    return say("The rover stands on {here}, not on {square}.", here=here, square=square)


def looks(state: State, rover: str, facing: str) -> str | None:
    """The rover looks this way."""
    here = state.rover(rover).facing
    if here == read_facing(facing):
        return None
    wanted = read_facing(facing).says
    return say("The rover faces {here}, not {facing}.", here=here.says, facing=wanted)


def parks(state: State, rover: str, place: str) -> str | None:
    """The rover stands on this square and looks this way: `b4 north`."""
    square, facing = read_place(place)
    if says := stands_on(state, rover, str(square)):
        return says
    says = looks(state, rover, facing.value)
    return says and say("The square is right. {says}", says=says)


def carries(state: State, rover: str, samples: int) -> str | None:
    """The rover has at least so many samples on board."""
    here = len(state.rover(rover).carries)
    if here >= samples:
        return None
    return say_many("The rover carries {here} of {number} sample.",
                    "The rover carries {here} of {number} samples.",
                    samples, here=here)  # fmt: skip


def collects(state: State, rover: str, samples: int) -> str | None:
    """The rover has picked up at least so many samples, on board or delivered."""
    here = len(state.rover(rover).carries) + len(state.rover(rover).delivered)
    if here >= samples:
        return None
    return say_many("The rover has {here} of {number} sample.",
                    "The rover has {here} of {number} samples.",
                    samples, here=here)  # fmt: skip


def delivers(state: State, rover: str, samples: int) -> str | None:
    """The rover has delivered at least so many samples."""
    here = len(state.rover(rover).delivered)
    if here >= samples:
        return None
    return say_many("{here} of {number} sample is in the lab.",
                    "{here} of {number} samples are in the lab.",
                    samples, here=here)  # fmt: skip


def scores(state: State, rover: str, total: int) -> str | None:
    """The rover has at least so many points. (`points` is what a check itself is worth.)"""
    here = state.rover(rover).points
    if here >= total:
        return None
    return say("The rover has {here} of {points} points.", here=here, points=total)


def clears(state: State, rover: str, square: str) -> str | None:
    """No sample lies on this square any more."""
    if not state.samples_on(Square.read(square)):
        return None
    return say("A sample still lies on {square}.", square=square)


def sends_home(state: State, rover: str, other: str) -> str | None:
    """The other rover stands on its own base."""
    base = state.base_of(other)
    if base and state.rover(other).square == base.square:
        return None
    return say("{other} is not on its base.", other=called(other).capitalize())


GOALS: dict[str, Goal] = {
    goal.__name__: goal
    for goal in (stands_on, looks, parks, carries, collects, delivers, scores, clears, sends_home)
}
