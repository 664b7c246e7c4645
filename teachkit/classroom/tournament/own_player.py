"""A learner's own function as a player that answers questions, in the learner's own kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from teachkit.core.run.chance import Lent
from teachkit.exercises.running.results import Result
from teachkit.exercises.running.strategy_player import LATER, InProcessPlayer, Later


class OwnPlayer(InProcessPlayer):
    """A learner's own strategy, which is called directly and without a limit on steps.

    `make` returns the function to call in a new game. While the function answers, it can call
    `later`. An interrupt is raised again, since it is meant for the whole cell.

    >>> player = OwnPlayer(lambda: lambda view, decision: later("run"))
    >>> player.begin("1")
    >>> player.answer({"me": "red"}, {}, lambda answer: {"answered": answer}).value
    {'dict': [['answered', 'run']]}
    """

    def __init__(self, make: Callable[[], Callable[..., Any]]) -> None:
        super().__init__("")
        self._make = make

    def begin(self, seed: str) -> Result | None:
        self._lent, self._play = Lent(seed), self._make()
        self._run.file = self._play.__code__.co_filename
        return None

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        names = self._play.__globals__
        names["later"], before = self._look, names.get("later", self._look)
        try:
            result = super().answer(view, question, later)
        finally:
            names["later"] = before
        if result.trouble == "stopped":
            raise KeyboardInterrupt
        return result

    def _look(self, answer: object) -> dict[str, Any]:
        self._run.steps.left += LATER  # looking ahead costs nothing here
        return super()._look(answer)
