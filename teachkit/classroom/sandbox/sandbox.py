"""A sandbox that runs the Python code of each answer in a fresh process.

The process receives the source code and the arguments of the calls. It never receives the expected
results, which are compared outside. A learner's code may therefore see the arguments of hidden
cases and the hidden starts of a drive, but not the expected results.

>>> half = "def half(n):\\n    return n // 2"
>>> [result.value for result in Sandbox().execute(half, "half", [[7], [5.0]])]
[3, 2.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from teachkit.classroom.sandbox.isolation import shortcomings
from teachkit.classroom.sandbox.process import Limits, SandboxError, charge, isolation_here, run
from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox
from teachkit.exercises.running.execution import STRATEGY
from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.running.strategy_games import results as series_results
from teachkit.words import say

MOST_STARTS = 3  # processes for one answer; if one breaks, the next makes the remaining calls
LIMITS = Limits()


@dataclass(frozen=True)
class Sandbox:
    """A sandbox that runs each answer in a separate process, which `limits` restricts.

    If `isolate` is false, bubblewrap is not used. The object contains only settings, so it can be
    created anywhere and sent to another process.
    """

    limits: Limits = LIMITS
    isolate: bool = True

    @property
    def is_isolated(self) -> bool:
        """Whether answers are isolated by bubblewrap."""
        try:
            return bool(isolation_here(self.isolate).bubblewrap)
        except SandboxError:
            return False

    @property
    def shortcomings(self) -> tuple[str, ...]:
        """Sentences about restrictions that this machine cannot enforce, or why nothing can run."""
        try:
            return tuple(shortcomings(isolation_here(self.isolate)))
        except SandboxError as error:
            return (str(error),)

    def execute(self, source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        """Run `source` and return the result of each call, drive or series in `calls`.

        The method can be passed to `grade` as an `Execute`. A call that breaks the process affects
        only itself: the calls after it are made in a fresh process, but at most `MOST_STARTS`
        processes are started. A strategy runs in a warm process, and its games are played outside
        the sandbox. Raise `SandboxError` if no process can be started, and `OutOfTimeError` if the
        learner's allowance is used up.
        """
        if name == STRATEGY:
            return self._played(source, calls)
        isolation, patience = isolation_here(self.isolate), self.limits.patience
        results: list[Result] = []
        for _ in range(MOST_STARTS):
            limits = replace(self.limits, patience=patience)
            more, time = run(isolation, limits, source, name, calls[len(results) :])
            results, patience = results + more, patience - time.used
            charge(time.cost)
            if len(results) == len(calls):
                return results
            if patience <= 0:
                break
        if not results:
            raise SandboxError(say("Python could not be started to run the answers."))
        return results + results[-1:] * (len(calls) - len(results))

    def _played(self, source: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        with WarmSandbox(source, isolate=self.isolate) as player:
            return list(series_results(player, calls))
