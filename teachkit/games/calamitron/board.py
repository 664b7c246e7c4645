"""Boards, which never change during a game, and scenarios, which are read from files.

A board has squares, pits, walls, doors and exits. A scenario is a board together with the options
for a match on it. A scenario file either draws the floor or builds it from the tiles in
`tiles.toml`. Where the publisher gives no size or shape, we chose our own; the file says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources
from typing import Any, TypeAlias, TypeVar

from teachkit.core.board import grid
from teachkit.core.board.grid import Edge, Grid
from teachkit.core.board.squares import FACINGS, Facing, Square, read_facing, read_place
from teachkit.core.game.setups import twice, with_options
from teachkit.core.strings import board_error, suggested
from teachkit.errors import BoardError
from teachkit.games.calamitron.bots import records
from teachkit.games.calamitron.editions import OPTIONS, STANDARD
from teachkit.words import say

LEGEND = {".": "floor", "O": "pit", "+": "exit", "#": "outside"}
_KINDS = tuple(LEGEND.values())

T = TypeVar("T")


class Hindrance(StrEnum):
    """A kind of obstacle on the edge between two squares."""

    EDGE = "edge"
    WALL = "wall"
    DOOR = "door"
    WAY_IN = "way-in"
    WAY_OUT = "way-out"


@dataclass(frozen=True)
class Board(Grid[str]):
    """A board. `rows` holds the kind of each square: `floor`, `pit`, `exit` or `outside`.

    Walls and doors are edges, each listed from both sides. An exit is a square outside the outer
    wall, behind a door. A retro waits there until it drives in. `arrows` are the rogues' starting
    squares and facings, in the order in which they are used. `crates` are the crates' starting
    squares.

    >>> board = read_board("# + #\\n. . O")
    >>> board.hindrance(Square.read("b1"), Facing.NORTH)
    <Hindrance.WAY_OUT: 'way-out'>
    >>> [str(square) for square in board.exits]
    ['b2']
    """

    doors: frozenset[Edge] = frozenset()
    arrows: tuple[tuple[Square, Facing], ...] = ()
    crates: tuple[Square, ...] = ()
    __hash__ = Grid.__hash__

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares that are part of the board, including pits and exits."""
        return tuple(square for square in super().squares if self.kind(square) != "outside")

    @cached_property
    def exits(self) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if self.kind(square) == "exit")

    def kind(self, square: Square) -> str:
        """Return the kind of `square`, or `outside` if it is not on the board."""
        return self.rows[square.row][square.column] if square in self else "outside"

    def hindrance(self, square: Square, facing: Facing) -> Hindrance | None:
        """Return the obstacle on the side `facing` of `square`, or `None`."""
        return self._steps[square, facing]

    def has_door(self, square: Square, facing: Facing) -> bool:
        """Return whether the side `facing` of `square` has a door. An exit's door counts, too."""
        doors = (Hindrance.DOOR, Hindrance.WAY_IN, Hindrance.WAY_OUT)
        return self._steps[square, facing] in doors

    def way_in(self, square: Square) -> Facing:
        """Return the direction from the exit `square` into the board. [CT-5]

        A bot that waits at the exit faces in this direction.
        """
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
    """Return the board drawn in `floor`, with one symbol per square and the top row first.

    The symbols are separated by spaces. `.` is floor, `O` is a pit, `+` is an exit, and `#` is
    outside the board. `legend` maps further symbols to kinds of squares. Walls and doors are edges
    such as `c1 north`, arrows are squares with a facing such as `d4 east`, and crates are squares.
    Raise `BoardError` if any argument is invalid.
    """
    known = {**LEGEND, **(legend or {})}
    bare = Board(tuple(tuple(_kind(sign, known) for sign in row) for row in grid.read_rows(floor)))
    if not any(bare.kind(square) == "floor" for square in bare.squares):
        raise board_error("A board needs at least one floor square.")
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
        raise board_error(
            "{square} {facing} has both a wall and a door. Remove one of them.", **facts
        )
    return board


def _floor_square(board: Board, key: str, text: str) -> Square:
    """Return the square that `text` names. Raise `BoardError` unless it is a floor square."""
    square = read_in(key, Square.read, text)
    if board.kind(square) != "floor":
        raise board_error(
            "{key}: {square} is not a floor square. Choose a floor square.", key=key, square=square
        )
    return square


def read_in(key: str, read: Callable[[str], T], text: str) -> T:
    """Return `read(text)`. The message of a `BoardError` begins with the field name `key`."""
    try:
        return read(text)
    except BoardError as error:
        raise BoardError(f"{key}: {error.says}") from error


def _check_one_each(key: str, squares: Sequence[Square]) -> None:
    if square := twice(squares):
        raise board_error(
            "{key}: two of them are on {square}. Give each its own square.", key=key, square=square
        )


def _kind(sign: str, known: Mapping[str, str]) -> str:
    kind = known.get(sign, "?")
    if kind not in _KINDS:
        raise grid.unknown_sign(sign, _KINDS)
    return kind


def _check_exit(board: Board, square: Square) -> None:
    """Raise `BoardError` unless exactly one neighbour of the exit `square` is inside the board."""
    beside = [square.ahead(facing) for facing in FACINGS]
    if sum(board.kind(each) in ("floor", "pit") for each in beside) != 1:
        raise board_error(
            "The exit on {square} must be next to exactly one square of the board.", square=square
        )


def _arrow(board: Board, text: str) -> tuple[Square, Facing]:
    square, facing = read_in("arrows", read_place, text)
    return _floor_square(board, "arrows", str(square)), facing


def _edges(board: Board, key: str, texts: Sequence[str], word: str) -> frozenset[Edge]:
    edges = []
    for text in texts:
        square, facing = read_in(key, read_place, text)
        if "outside" in (board.kind(square), board.kind(square.ahead(facing))):
            facts = {"key": key, "word": word, "text": text}
            raise board_error('{key}: the {word} "{text}" needs a square on both sides.', **facts)
        edges.append((square, facing))
    return grid.both_sides(edges)


# Scenarios -------------------------------------------------------------------------------------

_SCENARIOS = resources.files("teachkit.games.calamitron") / "scenarios"
_PLACED = ("walls", "doors", "arrows", "crates")


@dataclass(frozen=True)
class Drawing:
    """A tile or a whole board as it is written in a file: the floor, and the things on it."""

    floor: str = ""
    walls: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    crates: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class BoardFile(Drawing):
    """The content of a scenario file: a board, the options of a match, and the source (`note`).

    A file has either a `floor` or `tiles`. `tiles` lists the rows of tiles from top to bottom, and
    `exits` lists the exits, which are squares on the ring around the tiles. Walls and other things
    in the file are added to those on the tiles. `wins` maps each built-in strategy to the number of
    games that a team using the strategy won. Its key `games` holds the number of games per team.
    """

    title: str = ""
    note: str = ""
    tiles: list[str] = field(default_factory=list)
    exits: list[str] = field(default_factory=list)
    legend: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """A board, the options for a match on it, and the `wins` from its file."""

    board: Board
    options: Mapping[str, Any]
    wins: Mapping[str, int]


def board_names() -> list[str]:
    """Return the names of the built-in scenarios in alphabetical order."""
    return grid.board_files(_SCENARIOS)


@cache
def load_scenario(name: str) -> Scenario:
    """Return the scenario `name`: the name of a built-in scenario, or the path of a TOML file.

    >>> len(load_scenario("training-hall").board.exits)
    4

    Raise `BoardError` if the scenario does not exist. If its file is damaged, raise `DataError`
    with the file's path and the damaged key.
    """

    def build(file: BoardFile, name: str) -> Scenario:
        with_options(STANDARD, file.options, OPTIONS)
        return Scenario(_board(file, name), file.options, file.wins)

    return grid.load_file(_SCENARIOS, name, BoardFile, build)


def _board(file: BoardFile, name: str) -> Board:
    """Return the board that `file` describes. Raise `BoardError` if the description is invalid."""
    if bool(file.floor) == bool(file.tiles):
        raise board_error("floor: write either a floor or tiles, but not both.")
    drawn = assembled(file.tiles, file.exits) if file.tiles else Drawing(file.floor)
    placed = {key: [*getattr(drawn, key), *getattr(file, key)] for key in _PLACED}
    board = read_board(drawn.floor, file.legend, **placed, name=name)
    for square, _ in board.arrows:
        if square in board.crates:
            raise board_error(
                "crates: a rogue is also placed on {square}. Move one of them.", square=square
            )
    return board


# Tiles -----------------------------------------------------------------------------------------

SIDE = 5
"""The width and height of a tile, in squares. The size is our own choice, like the tiles."""

Move: TypeAlias = Callable[[Square, Facing], tuple[Square, Facing]]


@cache
def tiles() -> Mapping[str, Drawing]:
    """Return the drawings of both sides of every tile, keyed by name, such as `1a` and `1b`."""
    return records("tiles.toml", Drawing)


def assembled(rows: Sequence[str], exits: Sequence[str]) -> Drawing:
    """Return the drawing of a board built from tiles, with a ring of squares for the exits.

    `rows` lists the rows of tiles from top to bottom; the tiles in a row are separated by commas. A
    tile is written as `1a`, or as `1a east` if its north side faces east. The arrows of all tiles
    are sorted from the middle of the board outwards. Raise `BoardError` if a tile does not exist,
    if rows differ in length, or if an exit is not on the ring.

    >>> print(assembled(["1a, 2a east"], ["a3"]).floor)
    # # # # # # # # # # # #
    # . . . . . . . . . . #
    # . . . . O . . . O . #
    # . . . . . . . . . . #
    + . O . . . . O . . . #
    # . . . . . . . . . . #
    # # # # # # # # # # # #
    """
    placed = [[_placed_tile(text.strip()) for text in row.split(",")] for row in rows]
    if not placed or any(len(row) != len(placed[0]) for row in placed):
        raise board_error("tiles: every row must have the same number of tiles.")
    width, height = SIDE * len(placed[0]) + 2, SIDE * len(placed) + 2
    floor = dict.fromkeys(grid.squares_of(width, height), "#")
    walls, doors, arrows, crates = [], [], [], []
    for down, row in enumerate(placed):
        for across, (tile, turns) in enumerate(row):
            corner = Square(1 + SIDE * across, 1 + SIDE * (len(placed) - 1 - down))
            move = _move(corner, turns)
            for square, sign in _signs(tile):
                floor[move(square, Facing.NORTH)[0]] = sign
            walls += _moved(move, tile.walls)
            doors += _moved(move, tile.doors)
            arrows += _moved(move, tile.arrows)
            crates += [str(move(Square.read(text), Facing.NORTH)[0]) for text in tile.crates]
    for text in exits:
        square = Square.read(text)
        if floor.get(square) != "#":
            raise board_error("exits: {square} is not on the ring around the tiles.", square=square)
        floor[square] = "+"

    def from_middle(text: str) -> int:
        square, _ = read_place(text)
        return abs(2 * square.column - width + 1) + abs(2 * square.row - height + 1)

    arrows.sort(key=lambda text: (from_middle(text), text))
    return Drawing(grid.picture(floor), walls, doors, arrows, crates)


def _placed_tile(text: str) -> tuple[Drawing, int]:
    """Return the tile that `text` names, and its rotation in clockwise quarter turns."""
    name, _, facing = text.partition(" ")
    if name not in tiles():
        says = say('tiles: there is no tile side "{name}".', name=name)
        raise BoardError(suggested(says, name, tiles(), lists=False))
    return tiles()[name], read_facing(facing or "north").degrees // 90


def _move(corner: Square, turns: int) -> Move:
    """Return a function that converts a square and facing on a tile to those on the board.

    The tile is rotated by `turns` clockwise quarter turns, and its lower left square is `corner`.
    """

    def move(square: Square, facing: Facing) -> tuple[Square, Facing]:
        for _ in range(turns):
            square, facing = Square(square.row, SIDE - 1 - square.column), facing.right
        return Square(corner.column + square.column, corner.row + square.row), facing

    return move


def _moved(move: Move, places: Iterable[str]) -> list[str]:
    moved = (move(*read_place(text)) for text in places)
    return [f"{square} {facing.value}" for square, facing in moved]


def _signs(tile: Drawing) -> Iterable[tuple[Square, str]]:
    for row, signs in enumerate(grid.read_rows(tile.floor)):
        for column, sign in enumerate(signs):
            yield Square(column, row), sign
