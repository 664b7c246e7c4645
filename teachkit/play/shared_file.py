"""JSON files that several tabs or kernels may have open, although only one of them may write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

from filelock import FileLock, Timeout

from teachkit.core.data import Table, write_whole
from teachkit.errors import DataError, FolderError
from teachkit.play.match import data_in


class SharedFile:
    """A JSON file at `path` that only the one who took it last may write.

    The file contains the token of that one. A process also holds a lock for as long as it lives, so
    that others can tell whether it still has the file open, even if it has crashed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._token = uuid4().hex
        lock = path.with_name(f".{path.name}.lock")
        self._lock = FileLock(lock, timeout=0, thread_local=False, is_singleton=True)
        self._stamp = 0

    @property
    def is_ours(self) -> bool:
        """Whether nobody else has taken the file since it was taken here."""
        try:
            data = data_in(self.path)
        except (DataError, FolderError):
            return True
        token = data.get("token") if isinstance(data, dict) else None
        return token in (None, self._token)

    def lock(self) -> bool:
        """Lock the file for this process; return false if another process has locked it."""
        try:
            if not self._lock.is_locked:
                self._lock.acquire()
        except Timeout:
            return False
        except (OSError, NotImplementedError):  # where no file can be locked, nobody asks for it
            pass
        return True

    def write(self, data: Table) -> None:
        """Take the file, and write `data`. Raise `FolderError` if that is not possible."""
        text = json.dumps({"token": self._token} | data, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.path, text.encode(errors="backslashreplace"))  # half a character, in JSON
        self.lock()

    def news(self) -> Any:
        """Return the content of the file if it has changed since the last call, or else `None`."""
        try:
            stamp = self.path.stat().st_mtime_ns
            data = data_in(self.path) if stamp != self._stamp else None
        except (OSError, DataError):
            return None
        self._stamp = stamp
        return data
