"""Kind `drive`: write Python that drives; each call asks the rules at that moment."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.data import unknown_key
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.judging.drives import judge_drive as judge
from teachkit.exercises.kinds.cards import flaws as flaws_of_checks
from teachkit.exercises.kinds.cards import solution
from teachkit.exercises.kinds.sources import SOLUTION
from teachkit.exercises.kinds.written import if_so, program
from teachkit.exercises.model.exercise import Exercise, File
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.vocabulary import check_words
from teachkit.words import say

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "if_so", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.SOURCE
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = False
LADDER = (SOLUTION,)


def given(file: File, game: Game) -> Program:
    """It begins with Python, which is no program, and needs a start.

    `cards` are the functions that perform something, a number how often it may be performed on
    one start. `sensors` are those that can be asked, gauges among them.
    """
    asks = [*game.SENSORS, *game.GAUGES]
    for name in file.sensors:
        if name not in asks:
            raise DataError(unknown_key(name, asks, "sensors"))
    for name in file.cards:
        if name.split()[0] not in game.INSTRUCTIONS:
            raise DataError(say('cards: "{name}" is no function; Python has its own.', name=name))
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    if not file.starts:
        raise DataError(say("An exercise needs at least one [[starts]]."))
    return Program()


def possible(exercise: Exercise) -> int:
    """The points of all checks, and one for each word that is asked for or to be avoided."""
    words = len(exercise.file.uses) + len(exercise.file.avoids)
    return sum(check.points for check in exercise.checks) + words


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """There is something to check, and nothing to ask: grading never guesses."""
    yield from flaws_of_checks(exercise)
    if exercise.others_act:
        says = say("Others would stand still while Python drives; take their programs away.")
        yield Remark("starts", says)
