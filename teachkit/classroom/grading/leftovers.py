"""Files that grading leaves beside its table: a journal, and what a killed run was writing.

They are nobody's hand-in, and what is old is swept before anything is written anew.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OLD = 3600.0  # seconds; who still writes to one has begun a moment ago


def journal_of(file: Path) -> Path:
    """Where it is kept who is done, while the table is not written yet."""
    return file.with_name(f"{file.name}.journal")


def beside(file: Path) -> tuple[Path, ...]:
    """All that is not handed in by anybody if this file is written."""
    return (file, journal_of(file), *(Path(entry.path) for entry in _leftovers(file)))


def sweep(file: Path) -> None:
    """Remove what `write_whole` left beside this file: ours, old, and nothing that is linked."""
    for entry in _leftovers(file):
        with suppress(OSError):
            if time.time() - entry.stat(follow_symlinks=False).st_mtime > OLD:
                os.unlink(entry.path)


def _leftovers(file: Path) -> Iterator[os.DirEntry[str]]:
    left = re.compile(rf"\.{re.escape(file.name)}\.[a-z0-9_]{{8}}")
    with suppress(OSError):
        for entry in os.scandir(file.parent):
            if left.fullmatch(entry.name) and _is_ours(entry.stat(follow_symlinks=False)):
                yield entry


def _is_ours(found: os.stat_result) -> bool:
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISREG(found.st_mode) and is_ours
