"""Drafts: exercise files that are being written, and saved without losing anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from teachkit.core.data import Table, defaults, parse_toml, read_text, write_whole
from teachkit.errors import DataError
from teachkit.exercises.authoring.files import edited, make_exercise, toml_lines, toml_text
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import File
from teachkit.games import game
from teachkit.words import say

MOST_BYTES = 100_000
"""The size of the largest file that is opened; exercises have a few thousand bytes."""

SIZE = (5, 5)
"""The width and height of the board of a new draft."""

_BOM = "\ufeff"


@dataclass(frozen=True)
class Draft:
    """An exercise file that is being written; it may be incomplete or wrong until it is proven.

    `data` has the keys of the file, including those that teachkit does not know. `text` is the TOML
    as it was read or last saved, or empty in a new draft. Drafts are compared by their data.
    """

    data: Mapping[str, Any]
    text: str = field(default="", compare=False)

    @classmethod
    def new(cls, name: str) -> Draft:
        """Return a draft with an empty board for the game `name`, in its simplest edition."""
        edition = game(name).levels.editions[0]
        keys = {"title": "", "lesson": "", "game": name, "edition": edition, "kind": "program"}
        start = game(name).palette.blank(edition, *SIZE)
        return cls({**keys, "text": "", "starts": [start]})

    @classmethod
    def read(cls, text: str) -> Draft:
        """Return the draft in the TOML `text`. Raise `DataError` if it is not TOML."""
        return cls(parse_toml(text.removeprefix(_BOM)), text)

    @classmethod
    def open(cls, path: Path) -> Draft:
        """Return the draft in the file at `path`. Raise `DataError` if it cannot be read."""
        text = _text_of(path)
        return cls(parse_toml(text.removeprefix(_BOM), path), text)

    def with_(self, **keys: Any) -> Draft:
        """Return a copy in which `keys` have new values; `None` removes a key."""
        data = {key: value for key, value in {**self.data, **keys}.items() if value is not None}
        return replace(self, data=data)

    def with_start(self, number: int, table: Table) -> Draft:
        """Return a copy in which `table` is the start `number`, counted from 1.

        The number after the last start adds a start.
        """
        starts = [*self.data.get("starts", [])]
        starts[number - 1 : number] = [table]
        return self.with_(starts=starts)

    def keys_besides(self, shown: Collection[str]) -> str:
        """Return as TOML all keys that are not `shown` elsewhere, and the words of the solution."""
        others = {key: value for key, value in self.data.items() if key not in (*shown, "solution")}
        solution = {**self.data.get("solution", {})}
        solution.pop("answer", None)
        return toml_lines(others | ({"solution": solution} if solution else {}))

    def with_keys_besides(self, shown: Collection[str], text: str) -> Draft:
        """Return a copy in which all keys that are not `shown` elsewhere are those in `text`."""
        others = dict(Draft.read(text).data)
        kept = {key: value for key, value in self.data.items() if key in shown}
        old = self.data.get("solution", {})
        solution = {key: old[key] for key in old if key == "answer"} | others.pop("solution", {})
        return replace(self, data=others | kept | ({"solution": solution} if solution else {}))

    def exercise(self, name: str = "draft") -> Exercise:
        """Return the exercise, without unknown keys. Raise `DataError` if it is not complete."""
        return make_exercise(name, self.known)

    @property
    def known(self) -> Table:
        """The data without keys that exercises do not have."""
        return {key: value for key, value in self.data.items() if key in defaults(File)}

    def toml(self) -> str:
        """Return the draft as TOML, in which only the changes differ from `text`."""
        if not self.text:
            return toml_text(self.data)
        bom = _BOM * self.text.startswith(_BOM)
        return bom + edited(self.text.removeprefix(_BOM), self.data)

    def save(self, path: Path) -> Draft:
        """Write the draft to the file at `path`, and return the draft as it was saved.

        Raise `DataError` if the file is not the one that the draft was read from.
        """
        if path.exists() and not self.text:
            raise DataError(say("This file already exists. Choose another name."), path)
        if path.exists() and _text_of(path) != self.text:
            says = say("This file has changed since you opened it. Choose another name.")
            raise DataError(says, path)
        text = self.toml()
        write_whole(path, text)
        return replace(self, text=text)


def _text_of(path: Path) -> str:
    """Return the text of the file at `path`, with its own line endings."""
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise DataError(say("this file is too large for an exercise"), path)
    return read_text(path, newline="")
