"""Scenarios from files: those that come with the game, and an instructor's own.

A scenario is a board and the options of a match on it. Its floor is drawn, or put together from
the tiles of `tiles.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from teachkit.core.board import files as boards
from teachkit.core.board.grid import picture, read_rows, squares_of
from teachkit.core.board.squares import Facing, Square, read_facing, read_place
from teachkit.core.game.options import with_options
from teachkit.core.texts import nearest
from teachkit.errors import BoardError
from teachkit.games.calamitron.board import Board, read_board
from teachkit.games.calamitron.bots import records
from teachkit.games.calamitron.editions import OPTIONS, STANDARD
from teachkit.words import say

SIDE = 5
"""The width and height of a tile in squares: our own choice, like the tiles."""

_SCENARIOS = resources.files("teachkit.games.calamitron") / "scenarios"
_PLACED = ("walls", "doors", "arrows", "crates")


@dataclass(frozen=True)
class Drawing:
    """A tile or a whole board as files draw it: the floor, and the things on it."""

    floor: str = ""
    walls: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    crates: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class BoardFile(Drawing):
    """A scenario file: its board, the options of a match, and where it comes from (`note`).

    `tiles` are rows of tiles, and `exits` lie on the ring around them; the walls and other things
    listed here are added. `wins` tells how many of how many games the house's teams win.
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
    """A board with the options of a match on it, and `wins` as its file tells them."""

    board: Board
    title: str
    options: Mapping[str, Any]
    wins: Mapping[str, int]


def board_names() -> list[str]:
    """Return the names of the scenarios that come with the game, in alphabetical order."""
    return boards.board_names(_SCENARIOS)


def load_board(name: str) -> Board:
    """Return the board of a scenario, like `load_scenario`.

    >>> len(load_board("training-hall").exits)
    4
    """
    return load_scenario(name).board


@cache
def load_scenario(name: str) -> Scenario:
    """Return a scenario of ours by name, or an instructor's own by the path of its TOML file.

    Raises `BoardError` if there is no such scenario, and `DataError` with the path and the key if
    the file is damaged.
    """

    def build(file: BoardFile, name: str) -> Scenario:
        with_options(STANDARD, file.options, OPTIONS)
        return Scenario(_board(file, name), file.title or name, file.options, file.wins)

    return boards.load(_SCENARIOS, name, BoardFile, build)


def _board(file: BoardFile, name: str) -> Board:
    """Return the board of a file. Raises `BoardError` if no match could be played on it."""
    if bool(file.floor) == bool(file.tiles):
        raise BoardError(say("floor: a scenario needs either a floor or tiles."))
    drawn = assembled(file.tiles, file.exits) if file.tiles else Drawing(file.floor)
    placed = {key: [*getattr(drawn, key), *getattr(file, key)] for key in _PLACED}
    board = read_board(drawn.floor, file.legend, **placed, name=name)
    for square, _ in board.arrows:
        if square in board.crates:
            says = say("crates: a rogue is placed on {square}, too; move one.", square=square)
            raise BoardError(says)
    return board


# Tiles -----------------------------------------------------------------------------------------

Move: TypeAlias = Callable[[Square, Facing], tuple[Square, Facing]]


@cache
def tiles() -> Mapping[str, Drawing]:
    """Return all sides of tiles by name: `1a` is one side of the first tile, `1b` the other."""
    return records("tiles.toml", Drawing)


def assembled(rows: Sequence[str], exits: Sequence[str]) -> Drawing:
    """Return the drawing of tiles in rows, top row first, with a ring for the exits around them.

    A tile is `1a`, or `1a east` if its north faces east; tiles of a row are separated by commas.
    Arrows come from the middle outwards. Raises `BoardError`.

    >>> print(assembled(["1a, 2a east"], ["a3"]).floor)
    # # # # # # # # # # # #
    # . . . . . . . . . . #
    # . . . . O . . . O . #
    # . . . . . . . . . . #
    + . O . . . . O . . . #
    # . . . . . . . . . . #
    # # # # # # # # # # # #
    """
    laid = [[_laid(text.strip()) for text in row.split(",")] for row in rows]
    if not laid or any(len(row) != len(laid[0]) for row in laid):
        raise BoardError(say("tiles: every row needs the same number of tiles."))
    width, height = SIDE * len(laid[0]) + 2, SIDE * len(laid) + 2
    floor = dict.fromkeys(squares_of(width, height), "#")
    walls, doors, arrows, crates = [], [], [], []
    for down, row in enumerate(laid):
        for across, (tile, turns) in enumerate(row):
            corner = Square(1 + SIDE * across, 1 + SIDE * (len(laid) - 1 - down))
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
            says = say("exits: {square} does not lie on the ring round the tiles.", square=square)
            raise BoardError(says)
        floor[square] = "+"

    def from_middle(text: str) -> int:
        square, _ = read_place(text)
        return abs(2 * square.column - width + 1) + abs(2 * square.row - height + 1)

    arrows.sort(key=lambda text: (from_middle(text), text))
    return Drawing(picture(floor), walls, doors, arrows, crates)


def _laid(text: str) -> tuple[Drawing, int]:
    """Return a tile, and the number of quarter turns clockwise that it has made."""
    name, _, facing = text.partition(" ")
    if name not in tiles():
        facts = {"name": name, "word": nearest(name, list(tiles()), cutoff=0)}
        raise BoardError(say('tiles: there is no side "{name}". Did you mean "{word}"?', **facts))
    return tiles()[name], read_facing(facing or "north").degrees // 90


def _move(corner: Square, turns: int) -> Move:
    """Return a function from a place of a tile to that place on the board."""

    def move(square: Square, facing: Facing) -> tuple[Square, Facing]:
        for _ in range(turns):
            square, facing = Square(square.row, SIDE - 1 - square.column), facing.right
        return Square(corner.column + square.column, corner.row + square.row), facing

    return move


def _moved(move: Move, places: Iterable[str]) -> list[str]:
    moved = (move(*read_place(text)) for text in places)
    return [f"{square} {facing.value}" for square, facing in moved]


def _signs(tile: Drawing) -> Iterable[tuple[Square, str]]:
    for row, signs in enumerate(read_rows(tile.floor)):
        for column, sign in enumerate(signs):
            yield Square(column, row), sign
