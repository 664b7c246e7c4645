"""The first game that a strategy did not win, and the turn at which it was lost."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from teachkit.exercises.judging.strategies import games_of, series_of
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.exercises.running.execution import execute_here
from teachkit.exercises.running.results import shown
from teachkit.exercises.running.strategy_games import Here, Series, Turn, play_game
from teachkit.play.match import Match
from teachkit.words import say


class Lost(NamedTuple):
    """A game that was not won: its series, its number from 0, the turns, and the match."""

    series: Series
    number: int
    turns: tuple[Turn, ...]
    match: Match

    @property
    def me(self) -> str:
        return self.series.seat(self.number)

    @property
    def turning_point(self) -> int:
        """The index of the last turn at whose beginning nobody was ahead of the learner."""
        best = [max(turn.points.values(), default=0) for turn in self.turns]
        mine = [turn.points.get(self.me, 0) for turn in self.turns]
        return max((at for at in range(len(mine)) if mine[at] >= best[at]), default=0)


@lru_cache(maxsize=8)
def lost_game(exercise: Exercise, answer: str) -> Lost | None:
    """Return the first game that an answer plays to its end and does not win."""
    every = games_of(answer, series_of(exercise), execute_here)
    for series, games in zip(series_of(exercise), every, strict=True):
        for game in games:
            if not game.broke and game.share < 1:
                _, seat, match = play_game(series, game.number, Here(answer))
                return Lost(series, game.number, tuple(seat.turns), match) if match else None
    return None


def saved_as(exercise: Exercise) -> str:
    """Return the name of the file for the match of a lost game."""
    return f"{exercise.id}-lost.json"


def _about(exercise: Exercise, answer: str) -> str | None:
    return answer if answer.strip() and lost_game(exercise, answer) else None


def _story(exercise: Exercise, answer: str) -> Hint | None:
    """Return a hint about the game, its turning point, and the answer given there."""
    lost = lost_game(exercise, answer)
    if not lost or not lost.turns:
        return None
    at = lost.turning_point
    turn = lost.turns[at]
    which = {"number": lost.number + 1, "house": lost.series.house, "piece": lost.me}
    end = {"number": at + 1, "all": len(lost.turns)}
    asked = {"question": turn.question, "answer": shown(turn.answer)}
    call = f'tk.replay("{saved_as(exercise)}")'
    says = (
        say("Game {number} against {house}: you were {piece} and did not win.", **which),
        say("Your answer {number} of {all} was the last one while nobody was ahead of you.", **end),
        say('Asked "{question}" you said {answer}. Would you say it again?', **asked),
        say("To see all of it, run {call}.", call=call),
    )
    return Hint("lost", f"{' '.join(says)}\n{turn.board}", answer)


LOST = Rung("lost", _story, _about)
"""The replay of a lost game."""
