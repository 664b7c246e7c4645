"""The board that never changes during a game: squares, pits, walls, doors and exits.

Sizes and forms that nobody publishes are ours; each board file says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.errors import BoardError
from teachkit.words import say

LEGEND = {".": "floor", "O": "pit", "+": "exit", "#": "outside"}
_KINDS = tuple(LEGEND.values())

Edges: TypeAlias = frozenset[tuple[Square, Facing]]


class Hindrance(StrEnum):
    """What an edge between two squares has for those who may not pass it."""

    EDGE = "edge"
    WALL = "wall"
    DOOR = "door"
    WAY_IN = "way-in"
    WAY_OUT = "way-out"


@dataclass(frozen=True)
class Board:
    """Squares from `a1`; `kinds` holds a row of words for each row, bottom row first.

    Walls and doors are edges, each told from both its sides. An exit is a square outside, behind a
    door in the outer wall: there retros wait until they drive in. `arrows` are where rogues are
    placed, in this order, and where they look; `crates` where crates are placed.

    >>> board = read_board("# + #\\n. . O")
    >>> board.hindrance(Square.read("b1"), Facing.NORTH)
    <Hindrance.WAY_OUT: 'way-out'>
    >>> [str(square) for square in board.pits], [str(square) for square in board.exits]
    (['c1'], ['b2'])
    """

    kinds: tuple[tuple[str, ...], ...]
    walls: Edges = frozenset()
    doors: Edges = frozenset()
    arrows: tuple[tuple[Square, Facing], ...] = ()
    crates: tuple[Square, ...] = ()
    name: str = field(default="", compare=False)

    @property
    def width(self) -> int:
        return len(self.kinds[0])

    @property
    def height(self) -> int:
        return len(self.kinds)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares that a bot can stand on, pits and exits included."""
        every = [Square(column, row) for row in range(self.height) for column in range(self.width)]
        return tuple(square for square in every if self.kind(square) != "outside")

    @cached_property
    def pits(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if self.kind(square) == "pit")

    @cached_property
    def exits(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if self.kind(square) == "exit")

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.column < self.width and 0 <= square.row < self.height

    def kind(self, square: Square) -> str:
        """What this square is: `floor`, `pit`, `exit`, or `outside`."""
        return self.kinds[square.row][square.column] if square in self else "outside"

    def hindrance(self, square: Square, facing: Facing) -> Hindrance | None:
        """What is between this square and the next."""
        return self._steps[square, facing]

    def has_wall(self, square: Square, facing: Facing) -> bool:
        return (square, facing) in self.walls

    def has_door(self, square: Square, facing: Facing) -> bool:
        """Whether a door is here, that of an exit included."""
        doors = (Hindrance.DOOR, Hindrance.WAY_IN, Hindrance.WAY_OUT)
        return self._steps[square, facing] in doors

    def way_in(self, square: Square) -> Facing:
        """Where a retro looks that waits at this exit. [CT-5]"""
        return next(facing for facing in FACINGS
                    if self.kind(square.ahead(facing)) not in ("outside", "exit"))  # fmt: skip

    @cached_property
    def _steps(self) -> dict[tuple[Square, Facing], Hindrance | None]:
        return {
            (square, facing): self._step(square, facing)
            for square in self.squares
            for facing in FACINGS
        }

    def _step(self, square: Square, facing: Facing) -> Hindrance | None:
        here, there = self.kind(square), self.kind(square.ahead(facing))
        if there == "outside" or here == there == "exit":
            return Hindrance.EDGE
        if (square, facing) in self.walls:
            return Hindrance.WALL
        if "exit" in (here, there):
            return Hindrance.WAY_IN if here == "exit" else Hindrance.WAY_OUT
        return Hindrance.DOOR if (square, facing) in self.doors else None

    @cached_property
    def _hash(self) -> int:
        return hash((self.kinds, self.walls, self.doors, self.arrows, self.crates))

    def __hash__(self) -> int:
        return self._hash


def read_board(
    floor: str,
    legend: Mapping[str, str] | None = None,
    walls: Sequence[str] = (),
    doors: Sequence[str] = (),
    arrows: Sequence[str] = (),
    crates: Sequence[str] = (),
    name: str = "",
) -> Board:
    """A board from its picture: top row first, a character for each square, gaps between.

    `.` is floor, `O` a pit, `+` an exit, `#` no square at all; walls and doors are edges,
    `c1 north`; `arrows` are places, `d4 east`. Raises `BoardError`.
    """
    rows = [line.split() for line in floor.strip().splitlines()]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BoardError(say("Every row of the floor needs the same number of squares."))
    if len(rows[0]) > 26:
        raise BoardError(say("A board has at most 26 columns, one for each letter."))
    known = {**LEGEND, **(legend or {})}
    kinds = tuple(tuple(_kind(mark, known) for mark in row) for row in reversed(rows))
    bare = Board(kinds)
    if not any(bare.kind(square) == "floor" for square in bare.squares):
        raise BoardError(say("A board needs at least one square of floor."))
    for square in bare.exits:
        _check_exit(bare, square)
    board = Board(
        kinds,
        _edges(bare, "walls", walls, say("wall")),
        _edges(bare, "doors", doors, say("door")),
        tuple(_arrow(bare, text) for text in arrows),
        tuple(floor_square(bare, "crates", text) for text in crates),
        name,
    )
    _check_one_each("arrows", [square for square, _ in board.arrows])
    _check_one_each("crates", board.crates)
    if both := sorted(board.walls & board.doors):
        raise BoardError(say("A wall and a door share the edge {square} {facing}.",
                             square=both[0][0], facing=both[0][1].says))  # fmt: skip
    return board


def floor_square(board: Board, key: str, text: str) -> Square:
    """A square of floor by its name. Raises `BoardError` for any other, with the key it is in."""
    with _named(key):
        square = Square.read(text)
    if board.kind(square) != "floor":
        raise BoardError(say("{key}: {square} is no square of floor; choose one.",
                             key=key, square=square))  # fmt: skip
    return square


@contextmanager
def _named(key: str) -> Iterator[None]:
    """What is wrong is told with the key in which it stands."""
    try:
        yield
    except BoardError as error:
        raise BoardError(f"{key}: {error.says}") from error


def _check_one_each(key: str, squares: Sequence[Square]) -> None:
    for square in squares:
        if squares.count(square) > 1:
            raise BoardError(say("{key}: two lie on {square}; each needs its own square.",
                                 key=key, square=square))  # fmt: skip


def _kind(mark: str, known: Mapping[str, str]) -> str:
    kind = known.get(mark, "?")
    if kind not in _KINDS:
        raise BoardError(say('The legend must tell what "{mark}" is: {words}.',
                             mark=mark, words=", ".join(_KINDS)))  # fmt: skip
    return kind


def _check_exit(board: Board, square: Square) -> None:
    """An exit is one way in: it has one neighbour inside."""
    beside = [square.ahead(facing) for facing in FACINGS]
    if sum(board.kind(each) in ("floor", "pit") for each in beside) != 1:
        raise BoardError(say("The exit on {square} needs exactly one square of the board beside.",
                             square=square))  # fmt: skip


def _arrow(board: Board, text: str) -> tuple[Square, Facing]:
    with _named("arrows"):
        square, facing = read_place(text)
    return floor_square(board, "arrows", str(square)), facing


def _edges(board: Board, key: str, texts: Sequence[str], word: str) -> Edges:
    edges = set()
    for text in texts:
        with _named(key):
            square, facing = read_place(text)
        there = square.ahead(facing)
        if "outside" in (board.kind(square), board.kind(there)):
            raise BoardError(say('{key}: the {word} "{text}" needs a square on both sides.',
                                 key=key, word=word, text=text))  # fmt: skip
        edges |= {(square, facing), (there, facing.back)}
    return frozenset(edges)
