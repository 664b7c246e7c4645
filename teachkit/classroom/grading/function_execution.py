"""The decision whether to run a learner's functions, and their time limit.

Without bubblewrap, a function could change the teacher's files, so functions run only if the
teacher trusts them. If a function is not run, its points stay blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from teachkit.classroom.sandbox.process import ALLOWANCE, OutOfTimeError, SandboxError, charge
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say

SECONDS = 10  # for one learner; the correct functions of a whole course use less than half of it


class NotRunError(RuntimeError):
    """A function was not run; the text is a sentence with the reason.

    This is not a `TeachkitError`, because grading blames a `TeachkitError` on the learner and gives
    no points.
    """


@cache
def sandbox() -> Sandbox:
    """Return the sandbox in which functions run; each grading process has its own."""
    return Sandbox()


def cannot_enforce(trusted: bool = False) -> tuple[str, ...]:
    """Return the limits that cannot be enforced on functions, or why functions are not run."""
    if not trusted and not sandbox().is_isolated:
        return (_unheld(),)
    return tuple(sandbox().shortcomings)


def _unheld() -> str:
    return say(
        "Functions only run under bubblewrap. To run them without it, use --trust-functions."
    )


class Turn:
    """The time limit for one learner's functions, which need no bubblewrap if `trusted`."""

    def __init__(self, trusted: bool = False) -> None:
        self._trusted = trusted
        self._left = float(SECONDS)

    @contextmanager
    def at(self, exercise: Exercise) -> Iterator[None]:
        """Measure the time that functions use in the `with` block, which judges an answer.

        Raise `NotRunError` if functions may not be run here, if no time is left, or if the sandbox
        fails. Exercises without functions are not timed.
        """
        if not exercise.kind.form.runs_python:
            yield
            return
        if not (self._trusted or sandbox().is_isolated):
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
