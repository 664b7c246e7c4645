"""Saved matches: as text, and in a file that is written after every answer of a sitting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from teachkit.core.data import Table, structure, write_whole
from teachkit.core.game.game import Game
from teachkit.errors import DataError, FolderError, TeachkitError
from teachkit.play.match import Match
from teachkit.play.strategies import Strategy
from teachkit.words import say, shown

VERSION = 1


@dataclass(frozen=True)
class _Save:
    """The keys of a saved match; `teachkit` is the version of the format."""

    teachkit: int
    game: str
    setup: dict[str, Any]
    seed: int | str
    answers: list[Any]


def text_of(match: Match) -> str:
    """Return the match as JSON, for `read`."""
    return json.dumps(match.save(), indent=1) + "\n"


def read(game: Game, text: str, strategies: Mapping[str, Strategy] | None = None) -> Match:
    """Return the match that `text_of` wrote. Raises `TeachkitError` that names the damage.

    >>> from teachkit.games import algoracing
    >>> setup = algoracing.Setup(board="two-hills", players=("red", "green"))
    >>> read(algoracing.GAME, text_of(Match(algoracing.GAME, setup, seed=3))).seed
    3
    >>> read(algoracing.GAME, '{"teachkit": 1, "game": "algoracing", "set')
    Traceback (most recent call last):
    teachkit.errors.DataError: This saved match breaks off or is damaged in line 1.
    """
    return loaded(game, data_in(text), strategies)


def data_in(text: str) -> Any:
    """Parse JSON text. Raises `DataError` that names the line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        says = say("This saved match breaks off or is damaged in line {line}.", line=error.lineno)
        raise DataError(says) from None
    except (TypeError, ValueError, RecursionError):
        raise DataError(say("This is no saved match: {text}.", text=shown(text))) from None


def loaded(game: Game, data: object, strategies: Mapping[str, Strategy] | None = None) -> Match:
    """Return the match whose `save()` is `data`. Raises `TeachkitError` that names the damage."""
    if not isinstance(data, dict) or "teachkit" not in data:
        raise DataError(say("This is no saved match: {text}.", text=shown(data)))
    if data["teachkit"] != VERSION:
        says = say(
            "This match was saved as version {found}; only {known} is read here.",
            found=shown(data["teachkit"]),
            known=VERSION,
        )
        raise DataError(says)
    save = structure(data, _Save)
    if save.game != game.name:
        says = say(
            'This is a match of {found}, not of "{wanted}".',
            found=shown(save.game),
            wanted=game.name,
        )
        raise DataError(says)
    setup = structure(save.setup, game.setup, "setup")
    try:
        return Match(game, setup, save.seed, strategies, save.answers)
    except TeachkitError as error:
        raise DataError(say("This match cannot go on: {says}", says=error.says)) from error


class Kept:
    """A file of plain data, or no file at all. Reading never writes.

    `notice` is a sentence about any problem with the file, or empty.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.notice = ""

    def read(self) -> Table | None:
        """Return the stored data, or `None`. Raises `DataError` if the file is damaged."""
        if self.path is None or not self.path.exists():
            return None
        try:
            data = json.loads(self.path.read_bytes().decode("utf-8"))
        except OSError:
            raise FolderError(say('"{file}" cannot be read.', file=self.path)) from None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or data.get("teachkit") != VERSION:
            raise DataError(say("This is no saved match."))
        return data

    def write(self, data: Table) -> None:
        """Store this data; if the file cannot be written, the game goes on without it."""
        if self.path is None:
            return
        try:
            text = json.dumps({"teachkit": VERSION} | data, indent=1, ensure_ascii=False)
            write_whole(self.path, text + "\n")
        except FolderError as error:
            self.notice = error.says

    def set_aside(self, why: str) -> Path | None:
        """Rename the file to the first free name `….why-1.json`, and return the new path."""
        if self.path is None or not self.path.exists():
            return None
        number = 1
        while (aside := self.path.with_suffix(f".{why}-{number}.json")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except OSError:
            raise FolderError(say('"{file}" cannot be read.', file=self.path)) from None
        return aside

    def set_damaged_aside(self) -> None:
        """Rename the damaged file; `notice` names the new path."""
        if aside := self.set_aside("damaged"):
            self.notice = say('This match was damaged; it is kept as "{file}".', file=aside.name)
