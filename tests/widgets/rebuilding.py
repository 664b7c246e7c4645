"""The shipped exercises that tests rebuild in a studio, and the steps that lead to them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from teachkit.core.game.palette import Mark
from teachkit.exercises.authoring.files import toml_lines
from teachkit.games import game
from teachkit.widgets.studio.studio import SHOWN

from ..every_exercise import FILES

TEN = {
    "algoracing": "01-01 01-02 01-04 01-05 01-06 01-08 04-02 04-04 05-05 05-06",
    "lovelace": "10-10 10-01 10-05 10-06 10-07 10-08 10-09 11-01 11-09 14-06",
    "roborally": "18-01 18-04 18-11 18-12 19-01 19-03 19-04 19-08 19-09 19-12",
    "calamitron": "20-01 20-02 20-05 20-06 20-12 21-01 21-05 21-06 21-10 20-11",
}
"""Ten exercises of each game, of all kinds that the studio makes."""

NUMBERS = ("value", "targets", "row_limit")
"""The keys of a start that have fields beside the board."""


def paths(name: str) -> list[Path]:
    """Return the files of the ten exercises of a game."""
    return [path for path in FILES if path.stem[:5] in TEN[name].split()]


@dataclass(frozen=True)
class Board:
    """A start, taken apart into what is done to rebuild it."""

    size: tuple[int, int]
    marks: tuple[Mark, ...]
    numbers: dict[str, str]
    is_hidden: bool
    lines: str
    """What cannot be painted, as lines of the text board."""


@dataclass(frozen=True)
class Plan:
    """An exercise, taken apart into what is entered to rebuild it."""

    data: dict[str, Any]
    boards: tuple[Board, ...]
    others: str
    """The keys without a control of their own."""

    @classmethod
    def of(cls, path: Path) -> Plan:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        besides = {key: data[key] for key in data if key not in (*SHOWN, "solution")}
        solution = {key: fact for key, fact in data.get("solution", {}).items() if key != "answer"}
        others = toml_lines(besides | ({"solution": solution} if solution else {}))
        return cls(data, tuple(map(_board(data["game"]), data["starts"])), others)

    @property
    def answer(self) -> str:
        return str(self.data.get("solution", {}).get("answer", ""))


def _board(name: str) -> Any:
    palette = game(name).palette

    def board(start: dict[str, Any]) -> Board:
        rest = palette.rest(start)
        numbers = {
            key: ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            for key, value in rest.items()
            if key in NUMBERS
        }
        lines = {key: rest[key] for key in rest if key not in (*NUMBERS, "hidden")}
        return Board(
            palette.size(start),
            palette.marks(start),
            numbers,
            bool(rest.get("hidden")),
            toml_lines(lines),
        )

    return board
