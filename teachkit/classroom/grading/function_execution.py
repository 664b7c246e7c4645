"""The permission to run learners' functions, and the time limit for each learner.

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
    """Raised when a function is not run; the message says why.

    This is not a `TeachkitError`, because grading blames a `TeachkitError` on the learner and gives
    no points.
    """


@cache
def sandbox() -> Sandbox:
    """Return the sandbox in which functions run; each grading process has its own sandbox."""
    return Sandbox()


def cannot_enforce(trusted: bool = False) -> tuple[str, ...]:
    """Return a sentence for each limit on learners' functions that this machine cannot enforce.

    If functions may not run at all, return only a sentence that says so.
    """
    if not trusted and not sandbox().is_isolated:
        return (_unheld(),)
    return tuple(sandbox().shortcomings)


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
