"""The decision to run a learner's functions, and their time limit.

Without a sandbox a function could change the teacher's files, so it is run only if the teacher
trusts it. If a function is not run, its points stay blank.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from teachkit.classroom.sandbox.process import SandboxError
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say

SECONDS = 60  # for one learner; a whole course of correct functions takes a few


class NotRunError(RuntimeError):
    """A function was not run; the text is the sentence with the reason.

    It is not a `TeachkitError`: grading blames those on the learner and gives no points.
    """


@cache
def sandbox() -> Sandbox:
    """Return the sandbox in which functions run, one for each process."""
    return Sandbox()


def cannot_enforce(trusted: bool = False) -> tuple[str, ...]:
    """Return the limits that cannot be enforced on functions, or the reason why none is run."""
    if not trusted and not sandbox().is_isolated:
        return (_unheld(),)
    return tuple(sandbox().shortcomings)


def _unheld() -> str:
    return say(
        "Functions are not run without bubblewrap, which holds them (--trust-functions runs them)."
    )


class Turn:
    """One learner's share of time for functions; if `trusted`, they run without a sandbox too."""

    def __init__(self, trusted: bool = False) -> None:
        self._trusted = trusted
        self._left = float(SECONDS)

    @contextmanager
    def at(self, exercise: Exercise) -> Iterator[None]:
        """Time the judging of an answer. Raise `NotRunError` if it may not be run."""
        if not exercise.kind.form.runs_python:
            yield
            return
        if not (self._trusted or sandbox().is_isolated):
            raise NotRunError(_unheld())
        if self._left <= 0:
            raise NotRunError(
                say(
                    "Not run: this learner's functions took over {seconds} seconds.",
                    seconds=SECONDS,
                )
            )
        began = time.monotonic()
        try:
            yield
        except SandboxError as error:  # the sandbox failed, so the learner is not to blame
            raise NotRunError(str(error)) from error
        finally:
            self._left -= time.monotonic() - began
