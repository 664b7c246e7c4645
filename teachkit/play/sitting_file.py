"""The file of a sitting, which several tabs or kernels may have open, but only one may write."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from filelock import FileLock, Timeout
from msgspec import to_builtins

from teachkit.core.data import Table, write_whole
from teachkit.errors import DataError, FolderError
from teachkit.play.match import data_in
from teachkit.play.undo import Count, Mark


@dataclass(frozen=True)
class SavedSitting:
    """A sitting as stored in its file, with the version of the file format in `teachkit`.

    `seats` are the pieces and the names of their players, `taken` the names of people who took over
    the seats of strategies, `seen` the frames that each player has seen, and `round` the frames
    before the last round. `draft` holds unsent cards.
    """

    teachkit: int
    seats: list[tuple[str, str]]
    match: Table
    seen: dict[str, Count]
    taken: dict[str, str] = field(default_factory=dict)
    round: Count = 0
    marks: list[Mark] = field(default_factory=list)
    draft: tuple[str, int, Any] = ("", 0, None)
    token: str = ""


class SittingFile:
    """The file at `path`, which only the sitting that took it last may write.

    The file contains the token of that sitting. A process also holds a lock for as long as it
    lives, so that others can tell whether it still has the file open, even if it has crashed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._token = uuid4().hex
        lock = path.with_name(f".{path.name}.lock")
        self._lock = FileLock(lock, timeout=0, thread_local=False, is_singleton=True)

    def read(self) -> Table:
        """Return the content of the file, or an empty table if there is none that can be read."""
        try:
            data = data_in(self.path)
        except (DataError, FolderError):
            return {}
        return data if isinstance(data, dict) else {}

    @property
    def is_ours(self) -> bool:
        """Whether nobody else has taken the file since it was taken here."""
        return self.read().get("token") in (None, self._token)

    def lock(self) -> bool:
        """Lock the file for this process; return false if another process has locked it."""
        with suppress(OSError, NotImplementedError):  # not every file system has locks
            try:
                if not self._lock.is_locked:
                    self._lock.acquire()
            except Timeout:
                return False
        return True

    def write(self, saved: SavedSitting) -> None:
        """Take the file, and write `saved`. Raise `FolderError` if that is not possible."""
        data = to_builtins(saved) | {"token": self._token}
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.path, text.encode(errors="backslashreplace"))  # half a character, in JSON
        self.lock()
