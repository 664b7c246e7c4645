"""The board that never changes during a game: squares with levels, walls, marks, elevators.

Sizes and forms that nobody publishes are ours; each board file says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.errors import BoardError
from teachkit.words import say

LEGEND = {
    ".": "floor",
    "#": "hill",
    "H": "high hill",
    "*": "mark",
    "%": "hill mark",
    "M": "high hill mark",
}
_WORDS = {word for kind in LEGEND.values() for word in kind.split()}
_KINDS = [*({*kind.split()} for kind in LEGEND.values()), {"floor", "mark"}]


class Hindrance(StrEnum):
    """What the board itself may put in a rover's way."""

    EDGE = "edge"
    WALL = "wall"
    CLIMB = "climb"
    DROP = "drop"
    TOO_HIGH = "too high"


@dataclass(frozen=True, slots=True)
class Lift:
    """An elevator: its upper platform on a block, its lower one on the square below. [AR-31]"""

    upper: Square
    lower: Square


@dataclass(frozen=True)
class Board:
    """Squares from `a1`; `levels` holds a row of storeys for each row, bottom row first. [AR-7]

    `walls` are edges, each told from both its sides. [AR-8]

    >>> board = read_board(". # \\n . *")
    >>> board.level(Square.read("b2")), board.hindrance(Square.read("a2"), Facing.EAST)
    (1, <Hindrance.CLIMB: 'climb'>)
    """

    levels: tuple[tuple[int, ...], ...]
    marks: tuple[Square, ...] = ()
    walls: frozenset[tuple[Square, Facing]] = frozenset()
    lifts: tuple[Lift, ...] = ()
    name: str = field(default="", compare=False)

    @property
    def width(self) -> int:
        return len(self.levels[0])

    @property
    def height(self) -> int:
        return len(self.levels)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        return tuple(
            Square(column, row) for row in range(self.height) for column in range(self.width)
        )

    @property
    def corners(self) -> tuple[Square, ...]:
        """The four corners, clockwise from `a1`."""
        right, top = self.width - 1, self.height - 1
        return Square(0, 0), Square(0, top), Square(right, top), Square(right, 0)

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.column < self.width and 0 <= square.row < self.height

    def level(self, square: Square) -> int:
        """How many storeys high this square is: 0, 1 or 2."""
        return self.levels[square.row][square.column]

    def hindrance(self, square: Square, facing: Facing) -> Hindrance | None:
        """What stops a step from here: the board's edge, a wall, a block's border. [AR-10]"""
        return self._steps[square, facing]

    def jump_hindrance(
        self, square: Square, facing: Facing, down_from_high: bool = True
    ) -> Hindrance | None:
        """What stops a jump: the edge, or two storeys at once; walls are cleared. [AR-12]"""
        there = square.ahead(facing)
        if there not in self:
            return Hindrance.EDGE
        climb = self.level(there) - self.level(square)
        too_high = abs(climb) > 1 or (self.level(square) == 2 and climb < 0 and not down_from_high)
        return Hindrance.TOO_HIGH if too_high else None

    def has_wall(self, square: Square, facing: Facing) -> bool:
        return (square, facing) in self.walls

    def lift_at(self, square: Square) -> Lift | None:
        """The working elevator that has a platform here."""
        return self._platforms.get(square)

    @cached_property
    def _steps(self) -> dict[tuple[Square, Facing], Hindrance | None]:
        return {
            (square, facing): self._step(square, facing)
            for square in self.squares
            for facing in FACINGS
        }

    def _step(self, square: Square, facing: Facing) -> Hindrance | None:
        there = square.ahead(facing)
        if there not in self:
            return Hindrance.EDGE
        if (square, facing) in self.walls:
            return Hindrance.WALL
        if self.level(there) != self.level(square):
            return Hindrance.CLIMB if self.level(there) > self.level(square) else Hindrance.DROP
        return None

    @cached_property
    def _platforms(self) -> dict[Square, Lift]:
        return {square: lift for lift in self.lifts for square in (lift.upper, lift.lower)}

    @cached_property
    def _hash(self) -> int:
        return hash((self.levels, self.marks, self.walls, self.lifts))

    def __hash__(self) -> int:
        return self._hash


def read_board(
    floor: str,
    legend: Mapping[str, str] | None = None,
    walls: Sequence[str] = (),
    lifts: Sequence[str] = (),
    name: str = "",
) -> Board:
    """A board from its picture: top row first, a character for each square, gaps between.

    Walls are edges, `c1 north`; elevators are a hill square and the way down, `b4 west`; one
    that leads to no lower square does not work and is left out [AR-31]. Raises `BoardError`.
    """
    rows = [line.split() for line in floor.strip().splitlines()]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BoardError(say("Every row of the floor needs the same number of squares."))
    if len(rows[0]) > 26:
        raise BoardError(say("A board has at most 26 columns, one for each letter."))
    known = {**LEGEND, **(legend or {})}
    kinds = [[_kind(mark, known) for mark in row] for row in reversed(rows)]
    levels = tuple(tuple(_level(words) for words in row) for row in kinds)
    marks = tuple(
        Square(column, row)
        for row, line in enumerate(kinds)
        for column, words in enumerate(line)
        if "mark" in words
    )
    flat = Board(levels, name=name)
    built = Board(levels, marks, _walls(flat, walls), name=name)
    return Board(levels, marks, built.walls, _lifts(built, lifts), name)


def _kind(mark: str, known: Mapping[str, str]) -> set[str]:
    words = set(known.get(mark, "?").split())
    if words not in _KINDS:
        raise BoardError(say('The legend must tell what "{mark}" is: {words}.',
                             mark=mark, words=", ".join(sorted(_WORDS))))  # fmt: skip
    return words


def _level(words: set[str]) -> int:
    return 0 if "hill" not in words else 2 if "high" in words else 1


def _walls(board: Board, texts: Sequence[str]) -> frozenset[tuple[Square, Facing]]:
    walls = set()
    for text in texts:
        square, facing = read_place(text)
        if square not in board or square.ahead(facing) not in board:
            raise BoardError(say('The wall "{text}" hangs in the air; it needs two squares.',
                                 text=text))  # fmt: skip
        walls |= {(square, facing), (square.ahead(facing), facing.back)}
    return frozenset(walls)


def _lifts(board: Board, texts: Sequence[str]) -> tuple[Lift, ...]:
    lifts = []
    for text in texts:
        upper, facing = read_place(text)
        if upper not in board or board.level(upper) == 0:
            raise BoardError(say('The elevator "{text}" must start on a hill.', text=text))
        if board.hindrance(upper, facing) is Hindrance.DROP:
            lifts.append(Lift(upper, upper.ahead(facing)))
    platforms = [square for lift in lifts for square in (lift.upper, lift.lower)]
    for square in platforms:
        if platforms.count(square) > 1:
            raise BoardError(say("Two elevators share {square}; each needs its own platforms.",
                                 square=square))  # fmt: skip
    return tuple(lifts)
