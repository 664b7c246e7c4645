"""What is done so far of much work, so that it goes on where it was broken off."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from teachkit.errors import FolderError
from teachkit.words import say

Job = TypeVar("Job")
Done = TypeVar("Done")


class Journal(Generic[Job, Done]):
    """A file with one line of JSON for each job that is done, in any order.

    A line is found again by a hash of the job and of what it rests on (`basis`), both plain data:
    where either is another, it is done anew. A line that is no line, as a torn last one is, is not
    found; `unread` is how many there were. `read` makes plain data a result again.
    """

    def __init__(
        self, path: Path, basis: object, read: Callable[[Any], Done], resume: bool = False
    ) -> None:
        self.path, self.unread, self._read_one = path, 0, read
        self._basis = hashlib.sha256(json.dumps(basis).encode()).hexdigest()
        self._done = self._read() if resume else {}
        try:
            self._file = self.path.open("a" if resume else "w", encoding="utf-8")
        except OSError:
            cannot = say('"{path}" cannot be written; choose a folder of your own.', path=self.path)
            raise FolderError(cannot) from None
        self._file.write("\n")  # ends a line that was torn

    def __len__(self) -> int:
        return len(self._done)

    def find(self, job: Job) -> Done | None:
        """What came of this job, if it was done."""
        return self._done.get(self._key(job))

    def keep(self, job: Job, done: Done) -> None:
        """Add a job; on disk when this returns."""
        key = self._key(job)
        self._done[key] = done
        self._file.write(json.dumps([key, self.plain(done)]) + "\n")
        self._file.flush()

    def plain(self, done: Done) -> Any:
        """A result as plain data."""
        return done

    def close(self) -> None:
        """The work was broken off: what is kept stays."""
        self._file.close()

    def remove(self) -> None:
        """All is written; the journal has done its part."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _key(self, job: Job) -> str:
        return hashlib.sha256(json.dumps([self._basis, job]).encode()).hexdigest()

    def _read(self) -> dict[str, Done]:
        done = {}
        with suppress(OSError):
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    key, result = json.loads(line)
                    done[str(key)] = self._read_one(result)
                except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
                    self.unread += bool(line.strip())
        return done
