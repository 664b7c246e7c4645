"""Board tiles, drawn in `tiles.toml`, and how a scenario lays them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

from teachkit.core.board import files as boards
from teachkit.core.board.squares import Facing, Square, read_facing, read_place
from teachkit.core.data import read_toml, structure
from teachkit.core.game.options import with_options
from teachkit.core.texts import nearest
from teachkit.errors import BoardError, DataError
from teachkit.games.calamitron.board import Board, read_board
from teachkit.games.calamitron.editions import OPTIONS, STANDARD
from teachkit.words import say

SIDE = 5
"""How many squares a tile is wide and high: our own, like the tiles."""


@dataclass(frozen=True)
class Drawing:
    """A tile or a whole board as files draw it: the floor, and what lies and stands on it."""

    floor: str
    walls: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    crates: list[str] = field(default_factory=list)


@cache
def tiles() -> Mapping[str, Drawing]:
    """All sides of tiles by name: `1a` is the one side of the first, `1b` the other."""
    file = Path(str(resources.files("teachkit.games.calamitron") / "tiles.toml"))
    return {name: structure(table, Drawing, name) for name, table in read_toml(file).items()}


Move: TypeAlias = Callable[[Square, Facing], tuple[Square, Facing]]


def assembled(rows: Sequence[str], exits: Sequence[str]) -> Drawing:
    """Tiles in rows, top row first, with a ring around them on which the exits lie.

    A tile is `1a`, or `1a east` if its north looks east; between two of a row stands a comma.
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
    floor = {(column, row): "#" for column in range(width) for row in range(height)}
    walls, doors, arrows, crates = [], [], [], []
    for down, row in enumerate(laid):
        for across, (tile, turns) in enumerate(row):
            corner = Square(1 + SIDE * across, 1 + SIDE * (len(laid) - 1 - down))
            move = _move(corner, turns)
            for square, sign in _signs(tile):
                there, _ = move(square, Facing.NORTH)
                floor[there.column, there.row] = sign
            walls += _moved(move, tile.walls)
            doors += _moved(move, tile.doors)
            arrows += _moved(move, tile.arrows)
            crates += [str(move(Square.read(text), Facing.NORTH)[0]) for text in tile.crates]
    for text in exits:
        square = Square.read(text)
        if floor.get((square.column, square.row)) != "#":
            raise BoardError(say("exits: {square} does not lie on the ring round the tiles.",
                                 square=square))  # fmt: skip
        floor[square.column, square.row] = "+"
    picture = [[floor[column, row] for column in range(width)] for row in reversed(range(height))]
    middle = width - 1, height - 1
    arrows.sort(key=lambda text: (_from(middle, read_place(text)[0]), text))
    return Drawing("\n".join(map(" ".join, picture)), walls, doors, arrows, crates)


def _laid(text: str) -> tuple[Drawing, int]:
    """A tile, and how many quarter turns clockwise it has made."""
    name, _, facing = text.partition(" ")
    if name not in tiles():
        close = nearest(name, list(tiles()), cutoff=0)
        raise BoardError(say('tiles: there is no side "{name}". Did you mean "{word}"?',
                             name=name, word=close))  # fmt: skip
    return tiles()[name], read_facing(facing or "north").degrees // 90


def _move(corner: Square, turns: int) -> Move:
    """Where a place of a tile is on the board."""

    def move(square: Square, facing: Facing) -> tuple[Square, Facing]:
        for _ in range(turns):
            square, facing = Square(square.row, SIDE - 1 - square.column), facing.right
        return Square(corner.column + square.column, corner.row + square.row), facing

    return move


def _moved(move: Move, places: Iterable[str]) -> list[str]:
    moved = (move(*read_place(text)) for text in places)
    return [f"{square} {facing.value}" for square, facing in moved]


def _signs(tile: Drawing) -> Iterable[tuple[Square, str]]:
    rows = [line.split() for line in tile.floor.strip().splitlines()]
    for row, signs in enumerate(reversed(rows)):
        for column, sign in enumerate(signs):
            yield Square(column, row), sign


def _from(middle: tuple[int, int], square: Square) -> int:
    """How far a square is from the middle of the board."""
    return abs(2 * square.column - middle[0]) + abs(2 * square.row - middle[1])


_SCENARIOS = resources.files("teachkit.games.calamitron") / "scenarios"
_PLACED = ("walls", "doors", "arrows", "crates")


@dataclass(frozen=True)
class BoardFile:
    """A scenario file: its board, the options of a match, and where it comes from (`note`).

    `tiles` are rows of tiles and `exits` lie on the ring round them; what else is written here is
    added. `wins` tells how many of how many games the house's teams win.
    """

    floor: str = ""
    title: str = ""
    note: str = ""
    tiles: list[str] = field(default_factory=list)
    exits: list[str] = field(default_factory=list)
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    crates: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Scenario:
    """A board, and what a match on it is like; `wins` as the file tells them."""

    board: Board
    title: str
    options: Mapping[str, Any]
    wins: Mapping[str, int]


def load_board(name: str) -> Board:
    """The board of a scenario, by name or by path.

    >>> len(load_board("training-hall").exits)
    4

    Raises `BoardError` when there is no such board, `DataError` when the file is damaged.
    """
    return load_scenario(name).board


@cache
def load_scenario(name: str) -> Scenario:
    """One of our scenarios by name, or an instructor's own by the path of its TOML file.

    Raises `BoardError` when there is no such board, `DataError` that names file and key when the
    file is damaged.
    """
    path = boards.board_file(_SCENARIOS, name)
    file = _read(path)
    try:
        with_options(STANDARD, file.options, OPTIONS)
        board = _board(file, path.stem)
    except (BoardError, DataError) as error:
        raise DataError(error.says, path) from error
    return Scenario(board, file.title or path.stem, file.options, file.wins)


def _read(path: Path) -> BoardFile:
    data = read_toml(path)
    try:
        return structure(data, BoardFile)
    except DataError as error:
        raise DataError(error.says, path) from error


def _board(file: BoardFile, name: str) -> Board:
    """The board of a file. Raises `BoardError` where no match could be played."""
    if bool(file.floor) == bool(file.tiles):
        raise BoardError(say("floor: a scenario needs either a floor or tiles."))
    drawn = assembled(file.tiles, file.exits) if file.tiles else Drawing(file.floor)
    placed = {key: [*getattr(drawn, key), *getattr(file, key)] for key in _PLACED}
    board = read_board(drawn.floor, file.legend, **placed, name=name)
    for square, _ in board.arrows:
        if square in board.crates:
            raise BoardError(say("crates: a rogue is placed on {square}, too; move one.",
                                 square=square))  # fmt: skip
    return board


def board_names() -> list[str]:
    """The boards that come with the game, in alphabetical order."""
    return boards.board_names(_SCENARIOS)
