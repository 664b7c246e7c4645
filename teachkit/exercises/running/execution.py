"""A learner's Python executed here, in this process, whatever is asked of it: an `Execute`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.exercises.running.calls import results_here
from teachkit.exercises.running.results import Plain, Result

DRIVE = "<drive>"  # what is asked of a source that drives; no function has this name
STRATEGY = "<play>"  # and of one that plays


def execute_here(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
    """What a source gives for each of these calls: of its function, on a start, in a series.

    >>> execute_here("def half(n):\\n    return n // 2", "half", [[7]])[0].value
    3
    """
    return list(results_of(source, name, calls))


def results_of(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """The same, each result as soon as it is there."""
    if name == DRIVE:
        from teachkit.exercises.running import driving  # rules take long to load; few need them

        return driving.results_here(source, calls)
    if name == STRATEGY:
        from teachkit.exercises.running import series

        return series.results_here(source, calls)
    return results_here(source, name, calls)
