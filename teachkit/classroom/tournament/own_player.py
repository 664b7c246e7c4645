"""A learner's own function as a player that answers questions, in the learner's own kernel."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from teachkit.core.run.chance import Lent
from teachkit.errors import AnswerError
from teachkit.exercises.running.results import Result, plain
from teachkit.exercises.running.runs import RefusedError, WrongArgumentsError, called, trouble_of
from teachkit.exercises.running.strategy_player import Later


class OwnPlayer:
    """A learner's own strategy as a `Player`: it is called directly, in this process.

    `make` returns the function to call in a new game. While the function answers, it can call
    `later`. An interrupt is raised again, since it is meant for the whole cell.

    >>> player = OwnPlayer(lambda: lambda view, decision: later("run"))
    >>> player.begin("1")
    >>> player.answer({"me": "red"}, {}, lambda answer: {"answered": answer}).value
    {'dict': [['answered', 'run']]}
    """

    def __init__(self, make: Callable[[], Callable[..., Any]]) -> None:
        self._make = make

    def begin(self, seed: str) -> Result | None:
        """Prepare for a new game with `seed`."""
        self._lent, self._play = Lent(seed), self._make()
        return None

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """Call the strategy, and return its answer or the error that occurred."""

        def look(answer: object) -> dict[str, Any]:
            try:
                return later(answer)
            except AnswerError as error:
                raise RefusedError(error.says) from None

        paper, names = StringIO(), self._play.__globals__
        names["later"], before = look, names.get("later", look)
        try:
            with self._lent, redirect_stdout(paper):
                result = Result(plain(called(self._play, (view, question))))
        except (Exception, RefusedError, WrongArgumentsError, SystemExit) as error:
            result = trouble_of(error, self._play.__code__.co_filename)
        finally:
            names["later"] = before
        return result._replace(printed=paper.getvalue())
