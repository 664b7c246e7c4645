"""Countdowns for questions that take time, measured by any clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from teachkit.core.run.flow import Frame
from teachkit.core.strings import board_error
from teachkit.words import say, shown

Clock: TypeAlias = Callable[[], float]

A_DAY = 86_400
"""The longest countdown, in seconds."""


class Countdown:
    """A countdown of `seconds` for each question, measured by `clock`.

    A countdown of 0 seconds is turned off. Raise `BoardError` if `seconds` is not a number from 0
    to `A_DAY`.

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
        if type(seconds) not in (int, float) or not 0 <= seconds <= A_DAY:
            raise board_error(
                "Write the seconds as a number from 0 to {most}, not {seconds}.",
                most=A_DAY,
                seconds=shown(seconds),
            )
        self.seconds = float(seconds)
        self._clock = clock
        self._deadline: float | None = None

    def begin(self) -> None:
        """Start the countdown again from the full time, unless it is turned off."""
        self._deadline = self._clock() + self.seconds if self.seconds else None

    def stop(self) -> None:
        """Stop the countdown."""
        self._deadline = None

    def switch_off(self) -> None:
        """Turn the countdown off for the rest of the game."""
        self.seconds, self._deadline = 0.0, None

    def lengthen(self, seconds: float) -> None:
        """Add `seconds` to the time for this question, even if the time is already up."""
        if self._deadline is not None:
            self._deadline = max(self._deadline, self._clock()) + seconds

    @property
    def left(self) -> float | None:
        """The seconds left, or `None` if no countdown is running."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())


def says_late(names: Iterable[str], frames: Iterable[Frame]) -> str:
    """Return sentences about the people whose time ran out, and what chance filled in.

    `names` are these people, and `frames` what has happened since then.
    """
    ran_out = [
        say("Time ran out for {name}, so the table sent the answer.", name=name) for name in names
    ]
    return " ".join(ran_out + [str(each.event) for each in frames if each.event.fills_in])
