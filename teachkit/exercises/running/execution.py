"""Execution of learners' Python of all kinds in this process: an `Execute`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.exercises.running.functions import results_here
from teachkit.exercises.running.results import Plain, Result

DRIVE = "<drive>"  # stands for a driving source; no function has this name
STRATEGY = "<play>"  # stands for a strategy


def execute_here(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
    """Return the result of a source for each call: of its function, on a start, or in a series.

    >>> execute_here("def half(n):\\n    return n // 2", "half", [[7]])[0].value
    3
    """
    return list(results_of(source, name, calls))


def results_of(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Yield the same results as soon as they are available."""
    if name == DRIVE:
        # The rules load slowly and are rarely needed.
        from teachkit.exercises.running import driving

        return driving.results_here(source, calls)
    if name == STRATEGY:
        from teachkit.exercises.running import strategy_games

        return strategy_games.results_here(source, calls)
    return results_here(source, name, calls)
