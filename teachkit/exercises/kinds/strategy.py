"""Kind `strategy`: write `play(view, decision)`; it plays series of games against the house."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.kinds.cards import solution
from teachkit.exercises.kinds.sources import SOLUTION
from teachkit.exercises.kinds.written import if_so, program
from teachkit.exercises.model.exercise import Exercise, File
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.playing.judging import judge_strategy as judge
from teachkit.exercises.playing.judging import series_of
from teachkit.exercises.playing.lost import LOST
from teachkit.exercises.running.vocabulary import check_words
from teachkit.play.strategies.house import house
from teachkit.words import say

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "if_so", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.SOURCE
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = False
LADDER = (LOST, SOLUTION)


def given(file: File, game: Game) -> Program:
    """It begins with Python, which is no program, and needs a `[match]` with opponents."""
    if not file.match or not file.match.opponents:
        raise DataError(say('This kind needs a [match] with opponents, such as house = "random".'))
    for opponent in file.match.opponents:
        house(game, opponent.house)
    if file.match.games < 1 or file.match.frames < 1:
        raise DataError(say("match: write at least 1 game and 1 frame."))
    game.OPENING.match(file.match.seats, file.edition, file.match.board)
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    return Program()


def possible(exercise: Exercise) -> int:
    """The points for answers that are possible, for each opponent, and for each word."""
    file = exercise.file
    beaten = sum(opponent.points for opponent in (file.match.opponents if file.match else ()))
    return file.points + beaten + len(file.uses) + len(file.avoids)


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """It is judged by games, and they can be enough."""
    if exercise.checks or exercise.starts:
        says = say("A strategy plays a [match]; take [[starts]] and [[checks]] away.")
        yield Remark("checks", says)
    for series in series_of(exercise):
        if series.wanted > series.games:
            says = say("No number of wins in {games} games shows that; play more.",
                       games=series.games)  # fmt: skip
            yield Remark("match", says)
