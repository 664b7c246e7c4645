"""The file in which a sitting is kept: written whole at every answer, and read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from teachkit.core.data import write_whole
from teachkit.errors import DataError, FolderError
from teachkit.words import say

VERSION = 1


class Kept:
    """A file of plain data, or none at all. Reading never writes.

    `notice` is a sentence about what went wrong with it, or empty.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.notice = ""

    def read(self) -> dict[str, Any] | None:
        """What is kept; `None` if nothing is. Raises `DataError` for a damaged file."""
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

    def write(self, data: dict[str, Any]) -> None:
        """Keep this from now on; where nothing can be written the game goes on without."""
        if self.path is None:
            return
        try:
            text = json.dumps({"teachkit": VERSION} | data, indent=1, ensure_ascii=False)
            write_whole(self.path, text + "\n")
        except FolderError as error:
            self.notice = error.says

    def set_aside(self, why: str) -> Path | None:
        """Rename the file to the first free name `….why-1.json`, and tell which it is."""
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
        """What cannot be read is kept under another name, and `notice` tells which."""
        if aside := self.set_aside("damaged"):
            self.notice = say('This match was damaged; it is kept as "{file}".', file=aside.name)
