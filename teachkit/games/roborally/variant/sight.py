"""Squares that are near a robot, or in its sight. [RV-6, RV-8, RV-28]"""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.games.roborally.state import State


def around(square: Square) -> frozenset[Square]:
    """Return the square and the eight beside it.

    >>> sorted(map(str, around(Square.read("b1"))))
    ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1', 'c2']
    """
    steps = (-1, 0, 1)
    return frozenset(
        Square(square.column + across, square.row + up) for up in steps for across in steps
    )


def in_sight(state: State, square: Square, facing: Facing) -> Iterator[Square]:
    """Yield the squares ahead up to a wall or the first robot, its square included.

    With the option `sees_all_ways` it is the same in all four directions.
    """
    standing = state.on_squares
    for way in FACINGS if state.rules.sees_all_ways else (facing,):
        for seen in state.board.beam(square, way)[1:]:
            yield seen
            if seen in standing:
                break


def taken(state: State, name: str = "") -> frozenset[Square]:
    """Return the squares that a robot, except this one, is on, beside or has in sight."""
    found: set[Square] = set()
    for robot in state.active:
        if robot.name != name:
            found |= around(robot.square)
            found.update(in_sight(state, robot.square, robot.facing))
    return frozenset(found)


def free_flags(state: State, but: int, name: str = "") -> tuple[int, ...]:
    """Return the flags, except one, that are in nobody's way. [RV-8, RV-28]"""
    hidden = taken(state, name)
    flags = enumerate(state.board.flags, 1)
    return tuple(number for number, square in flags if number != but and square not in hidden)


def places_to_begin(state: State) -> dict[Square, tuple[Facing, ...]]:
    """Return the squares on which a robot may begin, with its facings there. [RV-6]

    Not on or beside a wrench or a robot, and with none of them in sight. If there is no such
    square, any free one will do.
    """
    board, standing = state.board, state.on_squares
    wrenches = {square for square in board.squares if board.tile(square).wrenches}
    avoided = wrenches | set(standing)
    near = {square for each in avoided for square in around(each)}
    free = [
        square for square in board.squares if not board.is_deadly(square) and square not in standing
    ]
    places = {}
    for square in free:
        facings = tuple(way for way in FACINGS if avoided.isdisjoint(in_sight(state, square, way)))
        if square not in near and facings:
            places[square] = facings
    return places or dict.fromkeys(free, FACINGS)
