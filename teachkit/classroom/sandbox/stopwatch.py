"""A stopwatch for the time that a learner's process uses, even on a busy machine.

A process uses time while it runs on a processor, sleeps, or waits for anything except a processor.
Waiting for a processor does not count, because other work on the machine causes that wait. Only
Linux measures the wait; on other systems, it counts as time used.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

COMPUTING = 1 / 6
"""The cost of one second on a processor; low, because a slow machine computes for longer."""


class Time(NamedTuple):
    """The seconds that a process has used, and how many of them it spent computing.

    A process computes while it runs on a processor.

    >>> Time(used=8, computed=6).cost
    3.0
    """

    used: float
    computed: float

    @property
    def cost(self) -> float:
        """The seconds to charge; each second of computing counts as only `COMPUTING` seconds."""
        return self.used - (1 - COMPUTING) * self.computed


class Stopwatch:
    """A stopwatch for the time that a process has used since `start`.

    Under bubblewrap, the innermost process is measured. Delays of the thread that created the
    stopwatch are ignored, because that thread may notice late that the process has ended.
    """

    def __init__(self, pid: int) -> None:
        self._process, self._here = _innermost(pid), Path("/proc/thread-self").resolve()
        self.start()

    def start(self) -> None:
        """Reset the stopwatch to zero and start it."""
        self._computed = self._delayed = 0.0
        self._before, self._began = self._counted(), time.monotonic()

    def time(self) -> Time:
        """Return the time that the process has used since the stopwatch was started."""
        computed, delayed = (
            now - before for now, before in zip(self._counted(), self._before, strict=True)
        )
        # Once a process has ended, only the earlier measurements are known.
        self._computed = max(self._computed, computed)
        self._delayed = max(self._delayed, delayed)
        used = max(0.0, time.monotonic() - self._began - self._delayed)
        return Time(used, min(used, self._computed))

    def _counted(self) -> tuple[float, float]:
        """Return the process's seconds of computing, and the seconds that do not count as used."""
        computed, waited = _schedule(self._process)
        return computed, waited + sum(_schedule(self._here))


def _schedule(place: Path) -> tuple[float, float]:
    """Return the seconds that a process or thread spent on a processor and waiting for one.

    `place` is the folder of the process or thread in `/proc`. If the seconds are unknown, return
    zeros.
    """
    try:
        computed, waited, _ = (place / "schedstat").read_text().split()
        return int(computed) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def _innermost(pid: int) -> Path:
    """Return the `/proc` folder of the innermost descendant of `pid`, or of `pid` itself."""
    place = Path(f"/proc/{pid}")
    try:
        children = (place / "task" / str(pid) / "children").read_text().split()
    except OSError:
        return place
    return _innermost(int(children[0])) if children else place
