"""Kind `drive`: write Python that drives; each call asks the rules at that moment."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.data import unknown_key
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.judging.sources import judge_drive
from teachkit.exercises.kinds.cards import flaws_of_cards
from teachkit.exercises.kinds.written import SOURCE_SOLUTION
from teachkit.exercises.model.exercise import Exercise, Kind, needs_start
from teachkit.exercises.model.file import File
from teachkit.exercises.model.forms import SOURCE
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.vocabulary import check_words
from teachkit.words import say


def given(file: File, game: Game) -> Program:
    """It begins with Python, which is no program, and needs a start.

    `cards` are the functions that perform something, a number how often it may be performed on
    one start. `sensors` are those that can be asked, gauges among them.
    """
    asks = [*game.sensors.conditions, *game.sensors.readings]
    for name in file.sensors:
        if name not in asks:
            raise DataError(unknown_key(name, asks, "sensors"))
    for name in file.cards:
        if name.split()[0] not in game.instructions:
            raise DataError(say('cards: "{name}" is no function; Python has its own.', name=name))
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    needs_start(file)
    return Program()


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """There is something to check, and nothing to ask: grading never guesses."""
    yield from flaws_of_cards(exercise)
    if exercise.others_act:
        says = say("Others would stand still while Python drives; take their programs away.")
        yield Remark("starts", says)


DRIVE = Kind(
    "drive",
    form=SOURCE,
    judge=judge_drive,
    flaws=flaws,
    ladder=(SOURCE_SOLUTION,),
    given=given,
)
