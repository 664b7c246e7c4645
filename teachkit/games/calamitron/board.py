"""The board, which never changes during a game: squares, pits, walls, doors and exits.

Sizes and forms that no source gives are our own choice; each board file says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from teachkit.core.board.grid import Edge, Grid, both_sides, read_rows, unknown_sign
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game.setups import twice
from teachkit.errors import BoardError
from teachkit.words import say

LEGEND = {".": "floor", "O": "pit", "+": "exit", "#": "outside"}
_KINDS = tuple(LEGEND.values())


class Hindrance(StrEnum):
    """The thing at an edge between two squares that stops bots that may not pass it."""

    EDGE = "edge"
    WALL = "wall"
    DOOR = "door"
    WAY_IN = "way-in"
    WAY_OUT = "way-out"


@dataclass(frozen=True)
class Board(Grid[str]):
    """Squares from `a1`; `rows` holds the kind of each: `floor`, `pit`, `exit` or `outside`.

    Walls and doors are edges, listed from both sides. An exit is a square outside, behind a door
    in the outer wall: there retros wait until they drive in. `arrows` are the places of rogues, in
    the order in which they are placed; `crates` are the squares of crates.

    >>> board = read_board("# + #\\n. . O")
    >>> board.hindrance(Square.read("b1"), Facing.NORTH)
    <Hindrance.WAY_OUT: 'way-out'>
    >>> [str(square) for square in board.pits], [str(square) for square in board.exits]
    (['c1'], ['b2'])
    """

    doors: frozenset[Edge] = frozenset()
    arrows: tuple[tuple[Square, Facing], ...] = ()
    crates: tuple[Square, ...] = ()
    __hash__ = Grid.__hash__

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares on which a bot can be, pits and exits included."""
        return tuple(square for square in super().squares if self.kind(square) != "outside")

    @cached_property
    def pits(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if self.kind(square) == "pit")

    @cached_property
    def exits(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if self.kind(square) == "exit")

    def kind(self, square: Square) -> str:
        """Return the kind of a square, which is `outside` beyond the board."""
        return self.rows[square.row][square.column] if square in self else "outside"

    def hindrance(self, square: Square, facing: Facing) -> Hindrance | None:
        """Return what is between this square and the next."""
        return self._steps[square, facing]

    def has_door(self, square: Square, facing: Facing) -> bool:
        """Return whether a door is here, that of an exit included."""
        doors = (Hindrance.DOOR, Hindrance.WAY_IN, Hindrance.WAY_OUT)
        return self._steps[square, facing] in doors

    def way_in(self, square: Square) -> Facing:
        """Return the facing of a retro that waits at this exit. [CT-5]"""
        inside = ("floor", "pit")
        return next(way for way in FACINGS if self.kind(square.ahead(way)) in inside)

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


def read_board(
    floor: str,
    legend: Mapping[str, str] | None = None,
    walls: Sequence[str] = (),
    doors: Sequence[str] = (),
    arrows: Sequence[str] = (),
    crates: Sequence[str] = (),
    name: str = "",
) -> Board:
    """Return the board of a picture: top row first, a sign for each square, gaps between.

    `.` is floor, `O` a pit, `+` an exit, `#` no square at all; walls and doors are edges,
    `c1 north`; `arrows` are places, `d4 east`. Raises `BoardError`.
    """
    known = {**LEGEND, **(legend or {})}
    bare = Board(tuple(tuple(_kind(sign, known) for sign in row) for row in read_rows(floor)))
    if not any(bare.kind(square) == "floor" for square in bare.squares):
        raise BoardError(say("A board needs at least one square of floor."))
    for square in bare.exits:
        _check_exit(bare, square)
    board = Board(
        bare.rows,
        _edges(bare, "walls", walls, say("wall")),
        name,
        _edges(bare, "doors", doors, say("door")),
        tuple(_arrow(bare, text) for text in arrows),
        tuple(_floor_square(bare, "crates", text) for text in crates),
    )
    _check_one_each("arrows", [square for square, _ in board.arrows])
    _check_one_each("crates", board.crates)
    if both := sorted(board.walls & board.doors):
        facts = {"square": both[0][0], "facing": both[0][1].says}
        raise BoardError(say("A wall and a door share the edge {square} {facing}.", **facts))
    return board


def _floor_square(board: Board, key: str, text: str) -> Square:
    """Return a square of floor by its name. Raises `BoardError` for any other."""
    with named(key):
        square = Square.read(text)
    if board.kind(square) != "floor":
        says = say("{key}: {square} is no square of floor; choose one.", key=key, square=square)
        raise BoardError(says)
    return square


@contextmanager
def named(key: str) -> Iterator[None]:
    """Put the key of a set-up or file before the sentence of a `BoardError`."""
    try:
        yield
    except BoardError as error:
        raise BoardError(f"{key}: {error.says}") from error


def _check_one_each(key: str, squares: Sequence[Square]) -> None:
    if square := twice(squares):
        facts = {"key": key, "square": square}
        raise BoardError(say("{key}: two lie on {square}; each needs its own square.", **facts))


def _kind(sign: str, known: Mapping[str, str]) -> str:
    kind = known.get(sign, "?")
    if kind not in _KINDS:
        raise unknown_sign(sign, _KINDS)
    return kind


def _check_exit(board: Board, square: Square) -> None:
    """Raise `BoardError` unless an exit has exactly one neighbour inside."""
    beside = [square.ahead(facing) for facing in FACINGS]
    if sum(board.kind(each) in ("floor", "pit") for each in beside) != 1:
        raise BoardError(
            say("The exit on {square} needs exactly one square of the board beside.", square=square)
        )


def _arrow(board: Board, text: str) -> tuple[Square, Facing]:
    with named("arrows"):
        square, facing = read_place(text)
    return _floor_square(board, "arrows", str(square)), facing


def _edges(board: Board, key: str, texts: Sequence[str], word: str) -> frozenset[Edge]:
    edges = []
    for text in texts:
        with named(key):
            square, facing = read_place(text)
        if "outside" in (board.kind(square), board.kind(square.ahead(facing))):
            facts = {"key": key, "word": word, "text": text}
            says = say('{key}: the {word} "{text}" needs a square on both sides.', **facts)
            raise BoardError(says)
        edges.append((square, facing))
    return both_sides(edges)
