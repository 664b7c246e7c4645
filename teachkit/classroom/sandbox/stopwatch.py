"""A stopwatch for the time that a learner's process uses, even on a busy machine.

A process uses time while it runs on a processor, sleeps, or waits for anything except a processor,
because other work is to blame for that wait. Only Linux measures this wait; on other systems, it is
part of the time used.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

COMPUTING = 1 / 6
"""The cost of a second on a processor, which is low because slow machines compute longer."""


class Time(NamedTuple):
    """The seconds that a process has `used`, and those of them that it spent on a processor.

    >>> Time(used=8, computed=6).cost
    3.0
    """

    used: float
    computed: float

    @property
    def cost(self) -> float:
        """The seconds to charge for, in which time on a processor counts only in part."""
        return self.used - (1 - COMPUTING) * self.computed


class Stopwatch:
    """A measure of the time that a process has used since `start`.

    For bubblewrap, it measures the innermost process. Delays of the thread that starts the
    stopwatch are left out as well, since the thread may notice late that the process has finished.
    """

    def __init__(self, pid: int) -> None:
        self._process, self._here = _innermost(pid), Path("/proc/thread-self").resolve()
        self.start()

    def start(self) -> None:
        """Start from zero."""
        self._computed = self._delayed = 0.0
        self._before, self._began = self._counted(), time.monotonic()

    def time(self) -> Time:
        """Return the time that the process has used."""
        computed, delayed = (
            now - before for now, before in zip(self._counted(), self._before, strict=True)
        )
        # Once a process has ended, only the earlier measurements are known.
        self._computed = max(self._computed, computed)
        self._delayed = max(self._delayed, delayed)
        used = max(0.0, time.monotonic() - self._began - self._delayed)
        return Time(used, min(used, self._computed))

    def _counted(self) -> tuple[float, float]:
        """Return the seconds that the process spent on a processor, and those to leave out."""
        computed, waited = _schedule(self._process)
        return computed, waited + sum(_schedule(self._here))


def _schedule(place: Path) -> tuple[float, float]:
    """Return the seconds on a processor and those waiting for one, or zeros if unknown."""
    try:
        computed, waited, _ = (place / "schedstat").read_text().split()
        return int(computed) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def _innermost(pid: int) -> Path:
    """Return the folder in `/proc` of a process, or of the innermost process that it started."""
    place = Path(f"/proc/{pid}")
    try:
        children = (place / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return place
    return _innermost(int(children[0])) if children else place
