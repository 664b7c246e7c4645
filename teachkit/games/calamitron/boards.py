"""Boards from files: scenarios that come with the game, and a teacher's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.data import read_toml, structure
from teachkit.core.nearest import nearest
from teachkit.errors import BoardError, DataError
from teachkit.games.calamitron.board import Board, read_board
from teachkit.words import say

_SCENARIOS = resources.files("teachkit.games.calamitron") / "scenarios"


@dataclass(frozen=True)
class BoardFile:
    """A board file: its picture, and what `note` says about where it comes from."""

    floor: str
    note: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    crates: list[str] = field(default_factory=list)


@cache
def load_board(name: str) -> Board:
    """One of our scenarios by name, or an instructor's own by the path of its TOML file.

    >>> len(load_board("training-hall").exits)
    4

    Raises `BoardError` when there is no such board, `DataError` when the file is damaged.
    """
    path = Path(name) if name.endswith(".toml") else Path(str(_SCENARIOS / f"{name}.toml"))
    if (not name.endswith(".toml") and name not in board_names()) or not _is_file(path):
        close = nearest(name, board_names(), cutoff=0)
        raise BoardError(say('There is no board "{name}". Did you mean "{word}"?',
                             name=name, word=close))  # fmt: skip
    file = structure(read_toml(path), BoardFile)
    try:
        return read_board(file.floor, file.legend, file.walls, file.doors, file.arrows,
                          file.crates, path.stem)  # fmt: skip
    except BoardError as error:
        raise DataError(error.says, path) from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file could have
        return False


def board_names() -> list[str]:
    """The boards that come with the game, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in _SCENARIOS.iterdir())
