"""A learner's Python run where it can do no harm: in a fresh process for each answer.

The process gets the source and what the function is called with, never what it should give.
What comes back is compared out here. Learner code may see the arguments of hidden cases, since
it is called with them; nobody is told what they should give. So it is with starts to drive on.

>>> half = "def half(n):\\n    return n // 2"
>>> [result.value for result in Sandbox().execute(half, "half", [[7], [5.0]])]
[3, 2.0]
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from teachkit.classroom.sandbox.process import Limits, SandboxError, run, walls_here
from teachkit.classroom.sandbox.walls import shortcomings
from teachkit.classroom.sandbox.warm import Warm
from teachkit.exercises.running.execution import STRATEGY
from teachkit.exercises.running.results import Plain, Result
from teachkit.exercises.running.series import results as series_results
from teachkit.words import say

MOST_STARTS = 3  # of a process that breaks down: each start makes the calls that are left
LIMITS = Limits()


@dataclass(frozen=True)
class Sandbox:
    """Runs answers, each in a process of its own; `isolate=False`: without bubblewrap.

    It holds nothing but its limits: make it anywhere, send it to another process.
    """

    limits: Limits = LIMITS
    isolate: bool = True

    @property
    def is_walled(self) -> bool:
        """Whether answers run in a world of their own: behind bubblewrap."""
        try:
            return bool(walls_here(self.isolate).bubblewrap)
        except SandboxError:
            return False

    @property
    def shortcomings(self) -> tuple[str, ...]:
        """What cannot be enforced on this machine, a sentence each."""
        try:
            return tuple(shortcomings(walls_here(self.isolate)))
        except SandboxError as error:
            return (str(error),)

    def execute(self, source: str, name: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        """What each call, each drive or each series gave: an `Execute`, to hand to `grade`.

        A call that breaks the process costs itself; those after it are made in a fresh one, a few
        times. A strategy is asked in a warm one, and its games are played out here. Raises
        `SandboxError` when no process can be started at all.
        """
        if name == STRATEGY:
            return self._played(source, calls)
        walls, until = walls_here(self.isolate), time.monotonic() + self.limits.patience
        results: list[Result] = []
        for _ in range(MOST_STARTS):
            results += run(walls, self.limits, source, name, calls[len(results) :])
            if len(results) == len(calls):
                return results
            if time.monotonic() > until:
                break
        if not results:
            raise SandboxError(say("No Python can be started here to run answers in."))
        return results + results[-1:] * (len(calls) - len(results))

    def _played(self, source: str, calls: Sequence[Sequence[Plain]]) -> list[Result]:
        with Warm(source, isolate=self.isolate) as player:
            return list(series_results(player, calls))
