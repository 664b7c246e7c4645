"""A sandbox that runs the Python code of each answer in a fresh process, and who may use it.

The process receives the source code and the arguments of the calls. It never receives the expected
results, which are compared outside. A learner's code may therefore see the arguments of hidden
cases and the hidden starts of a drive, but not the expected results.

Without bubblewrap, a function could change the teacher's files, so functions run only if the
teacher trusts them. If a function is not run, its points stay blank. Each learner has limited time.

>>> half = "def half(n):\\n    return n // 2"
>>> [result.value for result in Sandbox().execute(half, "half", [[7], [5.0]])]
[3, 2.0]
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from teachkit.classroom.sandbox.isolation import shortcomings
from teachkit.classroom.sandbox.process import (
    ALLOWANCE,
    Limits,
    OutOfTimeError,
    SandboxError,
    charge,
    isolation_here,
    run,
)
from teachkit.classroom.sandbox.warm_sandbox import WarmSandbox
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.running.execution import STRATEGY
from teachkit.exercises.running.results import Calls, Execute, Result
from teachkit.exercises.running.strategy_games import results as series_results
from teachkit.words import say

MOST_STARTS = 3  # processes for one answer; if one breaks, the next makes the remaining calls
LIMITS = Limits()

# Errors that a source may owe to another one in the same process.
SHARED = {"memory", "timeout", "flooded", "died", "garbled"}


@dataclass(frozen=True)
class Sandbox:
    """A sandbox that runs each answer in a separate process, which `limits` restricts.

    The object contains only settings, so it can be created anywhere and sent to another process.
    """

    limits: Limits = LIMITS

    @property
    def is_isolated(self) -> bool:
        """Whether answers are isolated by bubblewrap."""
        try:
            return bool(isolation_here().bubblewrap)
        except SandboxError:
            return False

    @property
    def shortcomings(self) -> tuple[str, ...]:
        """Sentences about restrictions that this machine cannot enforce, or why nothing can run."""
        try:
            return tuple(shortcomings(isolation_here()))
        except SandboxError as error:
            return (str(error),)

    def execute(self, source: str, name: str, calls: Calls) -> list[Result]:
        """Run `source` and return the result of each call, drive or series in `calls`.

        The method can be passed to `grade` as an `Execute`. A call that breaks the process affects
        only itself: the calls after it are made in a fresh process, but at most `MOST_STARTS`
        processes are started. A strategy runs in a warm process, and its games are played outside
        the sandbox. Raise `SandboxError` if no process can be started, and `OutOfTimeError` if the
        learner's allowance is used up.
        """
        if name == STRATEGY:
            with WarmSandbox(source) as player:
                return list(series_results(player, calls))
        isolation, patience = isolation_here(), self.limits.patience
        results: list[Result] = []
        for _ in range(MOST_STARTS):
            limits = replace(self.limits, patience=patience)
            more, time = run(isolation, limits, [source], name, calls[len(results) :])
            results, patience = results + more, patience - time.used
            charge(time.cost)
            if len(results) == len(calls) or patience <= 0:
                break
        if calls and not results:
            raise SandboxError(say("Python could not be started to run the answers."))
        return results + results[-1:] * (len(calls) - len(results))

    def execute_for(self, exercise: Exercise, answer: str) -> Execute:
        """Return an `Execute` with which to judge `answer`, a learner's answer to `exercise`.

        The answer runs in a process of its own. The author's mistakes run together in another one,
        because starting a process takes longer than most of them. If they break it or need too much
        memory, each runs again in its own process.
        """
        mistakes = [each.answer for each in exercise.file.mistakes if each.answer != answer]
        known: dict[str, list[Result]] = {}

        def execute(source: str, name: str, calls: Calls) -> list[Result]:
            if source in mistakes and name != STRATEGY:
                results, time = run(isolation_here(), self.limits, mistakes, name, calls)
                charge(time.cost)
                if not any(result.trouble in SHARED for result in results):
                    for number, mistake in enumerate(mistakes):
                        known[mistake] = results[number * len(calls) :][: len(calls)]
                mistakes.clear()  # they run together only once
            return known.get(source) or self.execute(source, name, calls)

        return execute


SECONDS = 10  # for one learner; the correct functions of a whole course use less than half of it


class NotRunError(RuntimeError):
    """Raised when a function is not run; the message says why.

    This is not a `TeachkitError`, because grading blames a `TeachkitError` on the learner and gives
    no points.
    """


def cannot_enforce(trusted: bool = False) -> tuple[str, ...]:
    """Return a sentence for each limit on learners' functions that this machine cannot enforce.

    If functions may not run at all, return only a sentence that says so.
    """
    if not trusted and not Sandbox().is_isolated:
        return (_unheld(),)
    return tuple(Sandbox().shortcomings)


def _unheld() -> str:
    return say(
        "Functions only run under bubblewrap. To run them without it, use --trust-functions."
    )


class Turn:
    """The time that one learner's functions may still use, for all exercises together.

    If `trusted` is true, functions may run without bubblewrap.
    """

    def __init__(self, trusted: bool = False) -> None:
        self._trusted = trusted
        self._left = float(SECONDS)

    @contextmanager
    def at(self, exercise: Exercise) -> Iterator[None]:
        """Apply the learner's time limit to functions that run in the `with` block.

        The block judges an answer to `exercise`. Raise `NotRunError` if functions may not run on
        this machine, if no time is left, or if the sandbox fails. If `exercise` has no functions,
        do nothing.
        """
        if not exercise.kind.form.runs_python:
            yield
            return
        if not (self._trusted or Sandbox().is_isolated):
            raise NotRunError(_unheld())
        before = ALLOWANCE.set(self._left)
        try:
            charge(0)
            yield
        except OutOfTimeError as error:
            says = say("Not run: this learner's functions took over {seconds} seconds.",
                       seconds=SECONDS)  # fmt: skip
            raise NotRunError(says) from error
        except SandboxError as error:  # the sandbox failed, so the learner is not to blame
            raise NotRunError(str(error)) from error
        finally:
            self._left = ALLOWANCE.get()
            ALLOWANCE.reset(before)
