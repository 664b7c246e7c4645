"""How sure one can be of a share of games that was won."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

NINETY_FIVE = 1.959964
"""So many standard deviations to each side hold 95 % of what a normal distribution gives."""


class Interval(NamedTuple):
    """Where a share lies, with a confidence of 95 %."""

    low: float
    high: float


def wilson(won: float, played: int) -> Interval:
    """The share of games that are won in the long run, after so many; a draw is half a game won.

    The score interval of E. B. Wilson, "Probable inference, the law of succession, and
    statistical inference", JASA 22 (1927): it never leaves 0 to 1, and holds for few games too.
    Nothing is known before the first game.

    >>> low, high = wilson(81, 263)
    >>> round(low, 4), round(high, 4)
    (0.2553, 0.3662)
    >>> wilson(0, 0)
    Interval(low=0.0, high=1.0)
    """
    if not played:
        return Interval(0.0, 1.0)
    share, square = won / played, NINETY_FIVE**2
    middle = share + square / (2 * played)
    half = NINETY_FIVE * sqrt(share * (1 - share) / played + square / (4 * played**2))
    scale = 1 + square / played
    return Interval(max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))
