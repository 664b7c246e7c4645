"""A countdown: a moment at which time is up, by a clock that is handed in. Nothing waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]


class Countdown:
    """So many seconds for each question; 0 are no countdown at all.

    >>> now = 100.0
    >>> countdown = Countdown(60, lambda: now)
    >>> countdown.begin()
    >>> now = 150.0
    >>> countdown.left
    10.0
    >>> countdown.lengthen(30)
    >>> countdown.left
    40.0
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        self.seconds = max(0.0, float(seconds))
        self._clock = clock
        self._deadline: float | None = None

    def begin(self) -> None:
        """The whole time from now, if there is a countdown."""
        self._deadline = self._clock() + self.seconds if self.seconds else None

    def stop(self) -> None:
        """Nothing runs any more."""
        self._deadline = None

    def switch_off(self) -> None:
        """No countdown, now and for all that is still to come."""
        self.seconds, self._deadline = 0.0, None

    def lengthen(self, seconds: float) -> None:
        """More time for this question, also where it is up."""
        if self._deadline is not None:
            self._deadline = max(self._deadline, self._clock()) + seconds

    @property
    def left(self) -> float | None:
        """How many seconds are left; `None` where nothing runs."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    @property
    def is_up(self) -> bool:
        """Whether it ran out."""
        return self.left == 0
