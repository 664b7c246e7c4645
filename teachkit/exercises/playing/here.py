"""A learner's strategy asked here, in this process: in the learner's own kernel. No sandbox.

Time is counted in steps, as everywhere, so it is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from teachkit.core.run.chance import Lent
from teachkit.errors import AnswerError, ProgramError
from teachkit.exercises.playing.seat import Later
from teachkit.exercises.running.calls import called, loaded
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.run import RefusedError, Run, read, unreadable

PLAY = "play"  # what a learner's strategy is called
LATER = 100  # steps: as many as one look ahead counts


class Here:
    """A source that is asked here; chance and memory begin anew in each game.

    >>> player = Here("def play(view, decision):\\n    return decision['options'][0]")
    >>> player.begin("1")
    >>> player.answer({"me": "red"}, {"options": ["run", "pass"]}, dict).value
    'run'
    """

    def __init__(self, source: str) -> None:
        self._later: Later = dict
        self._cannot: Result | None = None
        try:
            self._code, self._steps = read(source)
        except ProgramError as error:
            self._cannot = unreadable(error)
        else:
            self._run = Run(self._steps)

    def begin(self, seed: str) -> Result | None:
        if self._cannot:
            return self._cannot
        self._lent = Lent(seed)
        with self._lent:
            found = loaded(self._code, self._run, PLAY, {"later": self._look})
        if isinstance(found, Result):
            return found
        self._play: Callable[..., Any] = found
        return None

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        self._later = later
        with self._lent:
            return self._run.result_of(partial(called, self._play, (view, question)))

    def _look(self, answer: Any) -> dict[str, Any]:
        self._steps.left -= LATER
        if self._steps.left < 0:
            self._steps.spend()
        try:
            return self._later(answer)
        except AnswerError as error:
            raise RefusedError(error.says) from None
