"""Evidence for which of two versions of a strategy is better, from pairs of games.

In a pair, the versions play two games with the same seed and swapped seats, so that luck and seats
count for both alike. The score of a pair is 1 if the new version won both games, 0 if it lost both,
and 1/2 if there is nothing between them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import exp, log
from statistics import fmean

from teachkit.play.tournament import Interval

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair. How often each of them occurred is all that counts."""

SURE = 0.95
STAKES = [number / 20 for number in range(1, 20)]  # shares of the largest possible stake
STEPS = 400  # the interval's ends are multiples of 1 / STEPS
MOST = 700.0  # the largest exponent, so that no number is too large


def capital(pairs: Sequence[int], share: float) -> float:
    """Return how much a gambler with a capital of 1 would own now who bets against `share`.

    `pairs` are the numbers of pairs with each of `SCORES`. Before each pair, the gambler bets that
    the expected score is larger than `share`, or smaller; the result is the mean over gamblers who
    stake different parts of their capital. If `share` is the true expectation, the bets are fair:
    by Ville's inequality, the capital ever reaches 20 with a probability of at most 1/20, however
    long the games go on, and whenever they stop.
    """

    def grown(stake: float) -> float:
        gains = (
            times * log(1 + stake * (score - share))
            for score, times in zip(SCORES, pairs, strict=True)
        )
        return exp(min(MOST, sum(gains)))

    larger, smaller = ([part / most for part in STAKES] for most in (share, share - 1))
    return fmean(map(grown, [*larger, *smaller]))


def mean_score(pairs: Sequence[int]) -> float:
    """Return the mean of the scores, or 0.5 if there are none."""
    total = sum(score * times for score, times in zip(SCORES, pairs, strict=True))
    return total / sum(pairs) if any(pairs) else 0.5


def always_valid(pairs: Sequence[int]) -> Interval:
    """Return a 95% interval for the expected score of a pair that is valid at all times together.

    It is a confidence sequence: all intervals of a series contain the true expectation with a
    probability of 95%. So a series may stop as soon as its interval decides, unlike with an
    interval for a number of games that was fixed before, such as Wilson's. It contains each share
    against which nobody could have won 20 times their capital (I. Waudby-Smith and A. Ramdas,
    "Estimating means of bounded random variables by betting", JRSS B 86 (2024)).

    >>> always_valid([0, 0, 0, 0, 0])
    Interval(low=0.0, high=1.0)
    >>> always_valid([1, 2, 3, 8, 16]).low > 0.5
    True
    """
    if not any(pairs):
        return Interval(0.0, 1.0)
    middle = min(max(round(mean_score(pairs) * STEPS), 1), STEPS - 1)

    def is_possible(step: int) -> bool:
        return capital(pairs, step / STEPS) < 1 / (1 - SURE)

    low = bisect_left(range(1, middle), True, key=is_possible)
    high = bisect_left(range(middle, STEPS), True, key=lambda step: not is_possible(step))
    return Interval(low / STEPS, (middle + high) / STEPS)
