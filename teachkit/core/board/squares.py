"""Squares, and the four directions in which a piece can face."""

from __future__ import annotations

import re
import string
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from teachkit.errors import BoardError
from teachkit.words import say, translate


class Facing(StrEnum):
    """The direction in which a piece faces. North is up in every picture.

    >>> Facing.EAST.right, Facing.SOUTH.left
    (<Facing.SOUTH: 'south'>, <Facing.EAST: 'east'>)
    """

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def right(self) -> Facing:
        return _CLOCKWISE[self]

    @property
    def back(self) -> Facing:
        return _OPPOSITE[self]

    @property
    def left(self) -> Facing:
        return _COUNTERCLOCKWISE[self]

    def turned(self, way: str) -> Facing:
        """Return the facing after a turn: `left`, `right`, `back` or `u-turn`.

        For any other text, return the facing itself.

        >>> Facing.EAST.turned("right"), Facing.EAST.turned("u-turn")
        (<Facing.SOUTH: 'south'>, <Facing.WEST: 'west'>)
        """
        return _TURNS[way][self] if way in _TURNS else self

    @property
    def arrow(self) -> str:
        """The arrow for text boards: `^`, `>`, `v` or `<`."""
        return _ARROWS[self]

    @property
    def degrees(self) -> int:
        """The clockwise angle from north, in degrees."""
        return 90 * FACINGS.index(self)

    @property
    def says(self) -> str:
        return translate(self.value)


FACINGS = tuple(Facing)
_CLOCKWISE = dict(zip(FACINGS, FACINGS[1:] + FACINGS[:1], strict=True))
_COUNTERCLOCKWISE = {end: start for start, end in _CLOCKWISE.items()}
_OPPOSITE = {facing: _CLOCKWISE[_CLOCKWISE[facing]] for facing in FACINGS}
_TURNS = {
    "left": _COUNTERCLOCKWISE, "right": _CLOCKWISE, "back": _OPPOSITE, "u-turn": _OPPOSITE,
}  # fmt: skip
_ARROWS = dict(zip(FACINGS, "^>v<", strict=True))
_STEPS = dict(zip(FACINGS, ((0, 1), (1, 0), (0, -1), (-1, 0)), strict=True))


_NAME = re.compile("[a-z][1-9][0-9]{0,3}")  # one name for each square: `a1`, never `a01`


class Square(NamedTuple):
    """A square: its column and row, both counted from 0 at the bottom left.

    The text of a square is its name, such as `a1`.

    >>> Square.read("b4"), str(Square(1, 3))
    (Square(column=1, row=3), 'b4')
    """

    column: int
    row: int

    def __str__(self) -> str:
        return f"{string.ascii_lowercase[self.column]}{self.row + 1}"

    @classmethod
    def read(cls, text: str) -> Square:
        """Return the square called `text`. Raise `BoardError` if `text` is not a square's name."""
        if not (isinstance(text, str) and _NAME.fullmatch(text)):
            says = say('"{text}" is not a square. Write a letter and a number, like b4.', text=text)
            raise BoardError(says)
        return cls(string.ascii_lowercase.index(text[0]), int(text[1:]) - 1)

    @cache  # every command calls this, and with few different arguments
    def ahead(self, facing: Facing) -> Square:
        """Return the next square in the direction `facing`, whether or not a board contains it."""
        across, up = _STEPS[facing]
        return Square(self.column + across, self.row + up)

    @property
    def around(self) -> tuple[Square, ...]:
        """The square itself and the eight squares around it, row by row from the top left.

        >>> " ".join(map(str, Square.read("b2").around))
        'a3 b3 c3 a2 b2 c2 a1 b1 c1'
        """
        columns = range(self.column - 1, self.column + 2)
        rows = range(self.row + 1, self.row - 2, -1)
        return tuple(Square(column, row) for row in rows for column in columns)

    def steps_to(self, other: Square) -> int:
        """Return the distance to `other`, in steps along columns and rows."""
        return abs(self.column - other.column) + abs(self.row - other.row)


def read_facing(text: str) -> Facing:
    """Return the facing called `text`. Raise `BoardError` if `text` is not a facing's name."""
    if text not in _CLOCKWISE:
        says = say('"{text}" is not a direction. Write north, east, south or west.', text=text)
        raise BoardError(says)
    return Facing(text)


def read_place(text: str) -> tuple[Square, Facing]:
    """Return the square and the facing named in `text`.

    Raise `BoardError` if `text` does not consist of a square and a facing.

    >>> read_place("a1 east")
    (Square(column=0, row=0), <Facing.EAST: 'east'>)
    """
    words = text.split()
    if len(words) != 2:
        raise BoardError(
            say('"{text}" is not a place. Write a square and a direction, like a1 east.', text=text)
        )
    return Square.read(words[0]), read_facing(words[1])
