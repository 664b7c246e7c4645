"""A state taken apart: the place of a rover, and everything else on the board.

A command has the same effect whatever is on squares that it does not come to. So a search stores
its effect on the bare board once, for every set of samples; only where something waits, the rules
are run anew. No rule is written here: the squares that a command came to are read from its effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.game.foresight import Places
from teachkit.core.language.nodes import Instruction
from teachkit.games.algoracing.moves import impulse
from teachkit.games.algoracing.state import Rover, State

GOALS = frozenset({"stands_on", "looks", "parks"})
"""The goals that depend on the rover's place alone; the others do not depend on it."""

TURNS = ("left", "right", "u-turn")
ORIGIN = Square(0, 0)


class Place(NamedTuple):
    """The square and the facing of a rover."""

    square: Square
    facing: Facing


def place(state: State, name: str) -> Place:
    """Return the place of this rover."""
    rover = state.rover(name)
    return Place(rover.square, rover.facing)


def moved_to(state: State, name: str, place: Place) -> State:
    """Return the state with this rover in another place."""
    here = state.rover(name)
    moved = replace(here, square=place.square, facing=place.facing)
    return replace(state, rovers=tuple([moved if each is here else each for each in state.rovers]))


def alone(state: State, name: str) -> State:
    """Return a state with this rover, empty, and nothing else on the board."""
    rover = state.rover(name)
    return State(state.board, state.rules, (Rover(name, rover.square, rover.facing),))


def alike(state: State, place: Place, instruction: Instruction | None) -> Place | None:
    """Return another place where this instruction has the same effect, if there is one.

    A turn is one turn on every square; without elevators an algorithm ends alike everywhere.
    """
    is_alike = instruction.name in TURNS if instruction else not state.board.lifts
    return Place(ORIGIN, place.facing) if is_alike and place.square != ORIGIN else None


def onward(place: Place, end: Place) -> Place:
    """Return where an instruction leads from `place` that leads from a place alike to `end`."""
    return Place(place.square, end.facing)


def occupied(state: State, name: str) -> frozenset[Square] | None:
    """Return the squares where something waits for this rover; `None` means everywhere.

    After a meeting, and beside a busy elevator, the mere driving away changes something. A match
    may be won on the way.
    """
    if state.settled or state.waiting or state.table.players:
        return None
    carries = bool(state.rover(name).carries)
    lying = {square for square, _ in state.samples}
    others = {rover.square for rover in state.rovers if rover.name != name}
    labs = {base.square for base in state.bases if carries and name in base.labs}
    return frozenset(lying | others | labs)


def came_to(
    state: State, name: str, instruction: Instruction | None, after: Sequence[State]
) -> frozenset[Square]:
    """Return the squares that a rover drove over or an impulse crossed. [AR-16]

    `after` are the states that it led to, one after another; without an instruction it was the
    end of the algorithm.
    """
    rover = state.rover(name)
    squares = {each.rover(name).square for each in after}
    squares.discard(rover.square)
    if instruction and instruction.name == "teleport":
        squares.update(impulse(state, rover))
    return frozenset(squares)


PLACES = Places(GOALS, place, moved_to, alone, alike, onward, occupied, came_to)
