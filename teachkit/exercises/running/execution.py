"""Run learners' Python in this process: functions, drives and strategies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.running.runs import Run, called

DRIVE = "<drive>"  # the name to pass for a driving source; no function can have it
STRATEGY = "<play>"  # the name to pass for a strategy


def execute_in_process(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
    """Run a source in this process, and return the result of each call.

    A call is a call of a function, a drive on a start, or a series of games. Errors are returned as
    results, never raised. The source and each call have separate budgets of steps.

    >>> half = "def half(n):\\n    return n // 2"
    >>> [result.value for result in execute_in_process(half, "half", [[7], [5.0]])]
    [3, 2.0]
    >>> execute_in_process("def half(n):\\n    while n: pass", "half", [[7]])[0].trouble
    'endless'
    """
    return list(results_of(source, name, calls))


def results_of(source: str, name: str, calls: Sequence[Sequence[Plain]]) -> Iterator[Result]:
    """Yield the same results as `execute_in_process`, each as soon as it is available."""
    if name == DRIVE:
        # Imported here, because the rules load slowly and are rarely needed.
        from teachkit.exercises.running import driving

        yield from driving.results_in_process(source, calls)
        return
    if name == STRATEGY:
        from teachkit.exercises.running import strategy_games

        yield from strategy_games.results_in_process(source, calls)
        return
    run = Run(source)
    found = run.load(name)
    result = found if isinstance(found, Result) else Result()
    for call in calls:
        # After the learner's interruption, the other calls get the same result.
        if not isinstance(found, Result) and result.trouble != "stopped":
            result = run.result_of(partial(called, found, call))
        yield result
