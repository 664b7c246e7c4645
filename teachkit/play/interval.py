"""How sure some games make us: an interval around a share of wins."""

from __future__ import annotations

from math import sqrt

SURE = 1.959964  # of the normal curve: 95 % of it lies within so many spreads


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for how often somebody wins who won so many games.

    A game that was shared is half a win. Nothing is known before the first game.

    >>> low, high = wilson(15, 20)
    >>> round(low, 2), round(high, 2)
    (0.53, 0.89)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, SURE**2
    middle = share + square / (2 * games)
    half = SURE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
