"""Results shared by all test processes, so that each costly one is computed once per run."""

from __future__ import annotations

import hashlib
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from filelock import FileLock

T = TypeVar("T")


class Once:
    """Results by name, pickled in a folder that the processes of one test run share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str, make: Callable[[], T]) -> T:
        """Return the result of `make()`, which is called by the first process that asks.

        If `make` fails, nothing is stored, so the next process that asks sees the failure too.
        """
        place = self.folder / hashlib.sha256(name.encode()).hexdigest()[:16]
        with FileLock(f"{place}.lock"):
            if not place.exists():
                made = pickle.dumps(make())
                place.write_bytes(made)
        found: T = pickle.loads(place.read_bytes())
        return found

    def path(self, name: str, make: Callable[[Path], None]) -> Path:
        """Return a folder that `make(folder)` has filled; copy it before changing it."""
        folder = self.folder / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}-files"

        def fill() -> None:
            shutil.rmtree(folder, ignore_errors=True)  # a failed attempt may have left files
            folder.mkdir()
            make(folder)

        self(f"{name} (folder)", fill)
        return folder


def of_this_run(config: pytest.Config) -> Once:
    """Return the results shared by the processes of this test run."""
    folder: Path = config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    shared = (folder.parent if hasattr(config, "workerinput") else folder) / "once"
    shared.mkdir(exist_ok=True)
    return Once(shared)
