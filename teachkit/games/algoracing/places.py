"""A state taken apart: where a rover is, and what stands and lies elsewhere.

A command does the same whatever lies on squares that it does not come to. So what it does on the
bare board is remembered once, for every set of samples; only where something waits the rules are
asked anew. No rule is written here: which squares a command came to is read off what it did.
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
"""What is asked of the rover's place alone; all other goals do not ask for it."""

TURNS = ("left", "right", "u-turn")
ORIGIN = Square(0, 0)


class Place(NamedTuple):
    """Where a rover is, and where it looks."""

    square: Square
    facing: Facing


def place(state: State, name: str) -> Place:
    """Where this rover is."""
    rover = state.rover(name)
    return Place(rover.square, rover.facing)


def moved_to(state: State, name: str, place: Place) -> State:
    """The same state, but for the place of this rover."""
    here = state.rover(name)
    moved = replace(here, square=place.square, facing=place.facing)
    return replace(state, rovers=tuple([moved if each is here else each for each in state.rovers]))


def alone(state: State, name: str) -> State:
    """This rover, empty, and nothing else on the board."""
    rover = state.rover(name)
    return State(state.board, state.rules, (Rover(name, rover.square, rover.facing),))


def alike(state: State, place: Place, instruction: Instruction | None) -> Place | None:
    """Another place where this instruction does the same; `None`: the place matters.

    A turn is one turn on every square; without elevators an algorithm ends alike everywhere.
    """
    is_alike = instruction.name in TURNS if instruction else not state.board.lifts
    return Place(ORIGIN, place.facing) if is_alike and place.square != ORIGIN else None


def onward(place: Place, end: Place) -> Place:
    """Where an instruction leads from here that leads from a place alike to `end`."""
    return Place(place.square, end.facing)


def occupied(state: State, name: str) -> frozenset[Square] | None:
    """The squares where something waits for this rover, wherever it is; `None`: everywhere.

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
    """The squares that a command came to: driven over, or crossed by an impulse. [AR-16]

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
