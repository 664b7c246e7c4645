"""Scenarios from files: those that come with the game, and a teacher's own.

A scenario is a board and the options of a match on it. Its `floor` is drawn, or laid from `tiles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from teachkit.core.board import files as boards
from teachkit.core.data import read_toml, structure
from teachkit.core.game.options import with_options
from teachkit.errors import BoardError, DataError
from teachkit.games.calamitron.board import Board, read_board
from teachkit.games.calamitron.editions import OPTIONS, STANDARD
from teachkit.games.calamitron.tiles import Drawing, assembled
from teachkit.words import say

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
