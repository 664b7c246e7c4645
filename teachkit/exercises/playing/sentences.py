"""What is said of a strategy's games."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.exercises.judging.sources import has_dots
from teachkit.exercises.running.results import Result, shown
from teachkit.exercises.running.series import Played, Series, wins
from teachkit.exercises.running.strategy import PLAY
from teachkit.exercises.running.troubles import trouble_says
from teachkit.words import say

ASKED_WITH = ("view", "decision")
CALL = f"{PLAY}({', '.join(ASKED_WITH)})"


def number_shown(number: float) -> str:
    """A number of games; half a game is one that was shared.

    >>> number_shown(7.0), number_shown(7.5)
    ('7', '7.5')
    """
    return f"{number:.1f}".removesuffix(".0")


def played_says(series: Series, games: Sequence[Played]) -> str:
    """How a series went."""
    return say("Against {house}: {wins} of {played} games won.",
               house=series.house, wins=number_shown(wins(games)), played=len(games))  # fmt: skip


def beaten_says(series: Series, games: Sequence[Played]) -> str:
    """What is missing in a series that was not won often enough."""
    return say("It must win {wanted} of {games} games against {house}, to be sure.",
               wanted=series.wanted, games=series.games, house=series.house)  # fmt: skip


def broke_says(game: Played, source: str) -> str:
    """Why a game broke off: in which game, and at which answer of the learner's."""
    result = game.broke or Result()
    match result:
        case Result(trouble="answer", value=None):
            return say("{call} gave nothing; it should return an answer.", call=CALL)
        case Result(trouble="answer", value=value) if has_dots(value):
            return say("{call} still meets the three dots; write something in their place.",
                       call=CALL)  # fmt: skip
        case Result(trouble="answer", value=value, reason=reason):
            return say("Game {game}, answer {answer} was {value}. {reason}",
                       game=game.number + 1, answer=len(game.answers), value=shown(value),
                       reason=reason)  # fmt: skip
        case Result(trouble="refused", line=line, reason=reason):
            return say("Line {line}: {reason}", line=line, reason=reason)
    where = say("your code") if result.loading else say("game {number}", number=game.number + 1)
    return trouble_says(result, where, PLAY, len(ASKED_WITH), source, ("later",))
