"""JSON files that several tabs or kernels may have open, although only one of them may write."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
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

    def write(self, data: Table) -> None:
        """Take the file, and write `data`. Raise `FolderError` if that is not possible."""
        text = json.dumps(data | {"token": self._token}, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.path, text.encode(errors="backslashreplace"))  # half a character, in JSON
        self.lock()
