"""Temporary files of a run that was killed while it wrote: swept before the next one writes."""

from __future__ import annotations

import os
import re
import stat
import time
from contextlib import suppress
from pathlib import Path

OLD = 3600.0  # seconds; who still writes to one has begun a moment ago


def sweep(file: Path) -> None:
    """Remove what `write_whole` left beside this file: ours, old, and nothing that is linked."""
    left = re.compile(rf"\.{re.escape(file.name)}\.[a-z0-9_]{{8}}")
    with suppress(OSError):
        for entry in os.scandir(file.parent):
            if left.fullmatch(entry.name) and _is_ours_and_old(entry.stat(follow_symlinks=False)):
                with suppress(OSError):
                    os.unlink(entry.path)


def _is_ours_and_old(found: os.stat_result) -> bool:
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISREG(found.st_mode) and is_ours and time.time() - found.st_mtime > OLD
