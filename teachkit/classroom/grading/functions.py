"""Whether one learner's functions are run, and for how long all together.

What nothing would hold back could change a teacher's files: it is run only if the teacher says so.
What is not run has earned nothing and lost nothing, and its points stay blank.
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

SECONDS = 60  # for a learner; a whole course of right functions takes a few


class NotRunError(RuntimeError):
    """A function was not run; the text is the sentence that says why.

    It is no `TeachkitError`: grading takes those for the learner's fault, and gives no points.
    """


@cache
def sandbox() -> Sandbox:
    """Where functions are executed: one for each process."""
    return Sandbox()


def cannot_enforce(trusted: bool = False) -> tuple[str, ...]:
    """What cannot be enforced here against a learner's function, or that none is run."""
    if not trusted and not sandbox().is_walled:
        return (_unheld(),)
    return tuple(sandbox().shortcomings)


def _unheld() -> str:
    return say(
        "Functions are not run without bubblewrap, which holds them (--trust-functions runs them)."
    )


class Turn:
    """One learner's turn to have functions run; `trusted`: without a wall around them, too."""

    def __init__(self, trusted: bool = False) -> None:
        self._trusted = trusted
        self._left = float(SECONDS)

    @contextmanager
    def at(self, exercise: Exercise) -> Iterator[None]:
        """Judge an answer to this exercise inside. Raises `NotRunError` for what is not run."""
        if not exercise.kind.form.runs_python:
            yield
            return
        if not (self._trusted or sandbox().is_walled):
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
        except SandboxError as error:  # no fault of the learner's
            raise NotRunError(str(error)) from error
        finally:
            self._left -= time.monotonic() - began
