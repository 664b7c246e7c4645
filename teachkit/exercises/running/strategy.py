"""A learner's strategy in its seat, asked here in this process: in the learner's own kernel.

This is no sandbox. Time is counted in steps, as everywhere, so it is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol

from teachkit.core.game.game import Game
from teachkit.core.run.chance import Lent
from teachkit.core.run.decisions import Decision
from teachkit.errors import AnswerError, ProgramError
from teachkit.exercises.running.calls import called, loaded
from teachkit.exercises.running.results import Plain, Result, value_of
from teachkit.exercises.running.run import RefusedError, Run, read, unreadable
from teachkit.play.json_view import answer_from, later, question_of, view_of

Later = Callable[[Any], dict[str, Any]]
"""The view after an answer. Raises `AnswerError` for one that is not possible."""


class Player(Protocol):
    """A learner's source that is asked for answers, here or elsewhere."""

    def begin(self, seed: str) -> Result | None:
        """Get ready for a new game, as if it were the first; chance begins with this seed.

        Returns the trouble that it ran into, if it cannot be asked at all.
        """

    def answer(self, view: dict[str, Any], question: dict[str, Any], later: Later) -> Result:
        """What it answers, or the trouble that it ran into."""


class Turn(NamedTuple):
    """One answer of a learner: what was asked on which board, and the points at that moment."""

    question: str
    answer: Plain
    board: str
    points: Mapping[str, float]


class BrokeOffError(Exception):
    """A learner's function gave no possible answer; `result` is why."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.trouble)
        self.result = result


class Seat:
    """A strategy that lets a learner's function answer, and keeps each turn. Raises
    `BrokeOffError`.
    """

    def __init__(self, game: Game, player: Player) -> None:
        self.game, self.player = game, player
        self.turns: list[Turn] = []
        self.printed = ""

    @property
    def answers(self) -> list[Plain]:
        return [turn.answer for turn in self.turns]

    def __call__(self, view: Any, decision: Decision) -> Any:
        game = self.game
        seen = view_of(game, view, str(decision.player))
        question = question_of(game, view, decision)
        asked, board, points = question["question"], seen["board"], dict(seen["points"])
        result = self.player.answer(
            seen, question, lambda plain: later(game, view, decision, plain)
        )
        self.printed = self.printed or result.printed
        self.turns.append(Turn(asked, result.value, board, points))
        if result.trouble:
            raise BrokeOffError(result)
        try:
            return answer_from(decision, value_of(result.value))
        except AnswerError as error:
            raise BrokeOffError(result._replace(trouble="answer", reason=error.says)) from None


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
