"""A learner's strategy as a player that answers questions. Nothing here loads the rules.

The learner's function receives each decision of the rules as plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from teachkit.core.run.chance import Lent
from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.runs import RefusedError, Run, called

PLAY = "play"  # the name of a learner's strategy function
LATER = 100  # the cost of each call of `later`, in steps

Later = Callable[[Any], dict[str, Any]]
"""A function that takes an answer and returns the view after it.

The function raises `AnswerError` if the answer is invalid.
"""


class Player(Protocol):
    """The protocol for a learner's strategy that answers questions, in this process or another."""

    def begin(self, seed: str) -> Result | None:
        """Prepare for a new game with fresh variables and with `seed`.

        Return an error if the source cannot play at all, else `None`.
        """

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """Answer a question about a view, and return the answer or the error that occurred."""


class InProcessPlayer:
    """A learner's source that answers in this process.

    Variables and random numbers are reset for each game.

    >>> player = InProcessPlayer("def play(view, decision):\\n    return decision['options'][0]")
    >>> player.begin("1")
    >>> player.answer({"me": "red"}, {"options": ["run", "pass"]}, dict).value
    'run'
    """

    def __init__(self, source: str) -> None:
        self._later: Later = dict
        self._run = Run(source)

    def begin(self, seed: str) -> Result | None:
        self._lent = Lent(seed)
        with self._lent:
            found = self._run.load(PLAY, {"later": self._look})
        if isinstance(found, Result):
            return found
        self._play: Callable[..., Any] = found
        return None

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        self._later = later
        with self._lent:
            return self._run.result_of(partial(called, self._play, (view, question)))

    def _look(self, answer: object) -> dict[str, Any]:
        self._run.steps.left -= LATER
        if self._run.steps.are_spent:
            self._run.steps.spend()
        try:
            return self._later(answer)
        except AnswerError as error:
            raise RefusedError(error.says) from None
