"""Two things measured against one another, in one run and on one machine.

Milliseconds say more about the machine than about us; the ratio of two that take turns does not.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from tests.thorough import THOROUGH


class Ratio(NamedTuple):
    """The median seconds of processor time of each."""

    one: float
    other: float

    @property
    def value(self) -> float:
        """How many times as long the one takes as the other."""
        return self.one / self.other

    def __str__(self) -> str:
        return f"{self.value:.2f} ({1000 * self.one:.2f} ms to {1000 * self.other:.2f} ms)"


def by_day(rounds: int) -> int:
    """Return how many of these rounds are made: all at night, and a third of them by day."""
    return rounds if THOROUGH else -(-rounds // 3)


def interleaved(one: Callable[[], Any], other: Callable[[], Any], rounds: int = 15) -> Ratio:
    """Run both in turn, `rounds` times each, after a warm-up and without garbage collection."""
    times: dict[Callable[[], Any], list[float]] = {one: [], other: []}
    one(), other()
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        for number in range(rounds):
            for each in (one, other) if number % 2 else (other, one):
                gc.collect()  # what the round before left behind, lest memory is fetched anew
                start = process_time()
                each()
                times[each].append(process_time() - start)
    finally:
        if was_enabled:
            gc.enable()
    return Ratio(median(times[one]), median(times[other]))


def at_least(
    wanted: float, one: Callable[[], Any], other: Callable[[], Any], rounds: int = 15
) -> Ratio:
    """Return the ratio of both, measured as often as it takes to know that it is large enough."""
    return _measured(lambda ratio: ratio.value / wanted, one, other, rounds)


def at_most(
    wanted: float, one: Callable[[], Any], other: Callable[[], Any], rounds: int = 15
) -> Ratio:
    """Return the ratio of both, measured as often as it takes to know that it is small enough."""
    return _measured(lambda ratio: wanted / ratio.value, one, other, rounds)


def report(benchmark: Any, what: str, ratio: Ratio, ours: Callable[[], Any]) -> float:
    """Report this ratio and how long we take; return the ratio's value."""
    benchmark.pedantic(ours, rounds=3)
    benchmark.extra_info[what] = str(ratio)
    return ratio.value


def _measured(
    margin: Callable[[Ratio], float], one: Callable[[], Any], other: Callable[[], Any], rounds: int
) -> Ratio:
    """Return the best of up to three measurements; a margin of 1 is enough.

    Other work on a machine takes caches away from the side that needs them more, so a ratio that
    falls short is measured again. By day a third of the rounds are enough where they show it.
    """
    ratio = interleaved(one, other, by_day(rounds))
    for _ in range(2):
        if margin(ratio) < 1:
            ratio = max(ratio, interleaved(one, other, rounds), key=margin)
    return ratio
