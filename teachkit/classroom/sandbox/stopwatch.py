"""A stopwatch for the time that a learner's process uses, whatever else the machine does.

A process uses time while it runs on a processor, sleeps, or waits for anything else; but not while
it waits for a processor, because then other work is to blame. Only Linux counts that wait; on other
systems, it is part of the time used.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

COMPUTING = 1 / 6
"""The cost of a second on a processor: small, for a slow machine computes longer."""


class Time(NamedTuple):
    """The seconds that a process has `used`, and how many of them it was on a processor.

    >>> Time(used=8, computed=6).cost
    3.0
    """

    used: float
    computed: float

    @property
    def cost(self) -> float:
        """The seconds to charge for: asleep in full, and on a processor in part."""
        return self.used - (1 - COMPUTING) * self.computed


class Stopwatch:
    """A measure of the time that a process has used since `start`.

    Of bubblewrap, it measures the innermost process. All that happens to the thread that starts it
    is left out as well, since that thread may notice late that the process has finished.
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
        # Of a process that has ended, nothing is known but what was seen before.
        self._computed = max(self._computed, computed)
        self._delayed = max(self._delayed, delayed)
        used = max(0.0, time.monotonic() - self._began - self._delayed)
        return Time(used, min(used, self._computed))

    def _counted(self) -> tuple[float, float]:
        """Return the seconds that the process was on a processor, and those to leave out."""
        computed, waited = _schedule(self._process)
        return computed, waited + sum(_schedule(self._here))


def _schedule(place: Path) -> tuple[float, float]:
    """Return the seconds on a processor, and waiting for one; zeros if unknown."""
    try:
        computed, waited, _ = (place / "schedstat").read_text().split()
        return int(computed) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def _innermost(pid: int) -> Path:
    """Return the folder in `/proc` of a process, or of the process that it has started."""
    place = Path(f"/proc/{pid}")
    try:
        children = (place / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return place
    return _innermost(int(children[0])) if children else place
