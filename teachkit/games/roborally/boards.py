"""Boards from files, and which of them a match may be played on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from teachkit.core.board import files as boards
from teachkit.core.data import read_toml, structure
from teachkit.errors import BoardError, DataError
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.board_text import read_board

_BOARDS = resources.files("teachkit.games.roborally") / "boards"
SIDE = 12


@dataclass(frozen=True)
class BoardFile:
    """A board file: its picture, and what `note` says about it."""

    floor: str
    note: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    pushers: list[str] = field(default_factory=list)
    lasers: list[str] = field(default_factory=list)


@cache
def load_board(name: str) -> Board:
    """One of our boards by name, or an instructor's own by the path of its TOML file.

    >>> load_board("dock").starts[0]
    Square(column=5, row=2)

    Raises `BoardError` when there is no such board, `DataError` when the file is damaged.
    """
    path = boards.board_file(_BOARDS, name)
    file = structure(read_toml(path), BoardFile)
    try:
        return read_board(
            file.floor, file.legend, file.walls, file.pushers, file.lasers, path.stem
        )  # fmt: skip
    except BoardError as error:
        raise DataError(error.says, path) from error


def board_names() -> list[str]:
    """The boards that come with the game, in alphabetical order."""
    return boards.board_names(_BOARDS)


def factory_floors() -> list[str]:
    """Those of them that a match is played on: twelve by twelve squares."""
    boards = {name: load_board(name) for name in board_names()}
    return [name for name, board in boards.items() if (board.width, board.height) == (SIDE, SIDE)]
