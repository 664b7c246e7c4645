"""Kind `strategy`: write `play(view, decision)`; it plays series of games against the house."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.kinds.written import SOURCE_SOLUTION
from teachkit.exercises.model.exercise import Exercise, Kind
from teachkit.exercises.model.file import File
from teachkit.exercises.model.forms import SOURCE
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.playing.judging import judge_strategy, series_of
from teachkit.exercises.playing.lost import LOST
from teachkit.exercises.running.vocabulary import check_words
from teachkit.play.strategies.house import house
from teachkit.words import say


def given(file: File, game: Game) -> Program:
    """It begins with Python, which is no program, and needs a `[match]` with opponents."""
    if not file.match or not file.match.opponents:
        raise DataError(say('This kind needs a [match] with opponents, such as house = "random".'))
    for opponent in file.match.opponents:
        house(game, opponent.house)
    if file.match.games < 1 or file.match.frames < 1:
        raise DataError(say("match: write at least 1 game and 1 frame."))
    game.opening.match(file.match.seats, file.edition, file.match.board)
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    return Program()


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


STRATEGY = Kind(
    "strategy",
    form=SOURCE,
    judge=judge_strategy,
    flaws=flaws,
    ladder=(LOST, SOURCE_SOLUTION),
    given=given,
)
