"""Kind `function`: write a Python function; it is called on cases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.explaining.rungs import Hint, Rung
from teachkit.exercises.judging.functions import is_right
from teachkit.exercises.judging.handed_in import calls_of
from teachkit.exercises.judging.handed_in import judge_function as judge
from teachkit.exercises.kinds.cards import solution
from teachkit.exercises.kinds.sources import SOLUTION
from teachkit.exercises.kinds.written import if_so, program
from teachkit.exercises.model.exercise import Exercise, File
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.calls import call_here
from teachkit.exercises.running.results import shown
from teachkit.exercises.running.vocabulary import check_words
from teachkit.words import say, translate

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "if_so", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.SOURCE
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = False


def given(file: File, game: Game) -> Program:
    """It begins with Python, which is no program; it needs a name and cases. No start."""
    if not file.function.isidentifier() or not file.cases:
        raise DataError(say('This kind needs a name, function = "swap", and [[cases]].'))
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    return Program()


def possible(exercise: Exercise) -> int:
    """The points for the cases, and one for each word that is asked for or to be avoided."""
    return exercise.file.points + len(exercise.file.uses) + len(exercise.file.avoids)


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """It is checked on cases."""
    if exercise.checks:
        says = say("A function is checked on [[cases]]; take the [[checks]] away.")
        yield Remark("checks", says)


@lru_cache(maxsize=64)
def _failing_case(exercise: Exercise, answer: str) -> str | None:
    """The number of the first case that is shown and not right yet."""
    results = call_here(answer, exercise.file.function, calls_of(exercise))
    pairs = enumerate(zip(exercise.cases, results, strict=True), 1)
    return next((str(at) for at, (case, result) in pairs
                 if not case.hidden and not is_right(case, result)), None)  # fmt: skip


def _case(exercise: Exercise, about: str) -> Hint:
    case = exercise.cases[int(about) - 1]
    says = say("Try {call}: it should give {wanted}.",
               call=case.of(exercise.file.function), wanted=shown(case.returns))  # fmt: skip
    return Hint("case", " ".join(filter(None, (says, translate(case.says)))), about)


LADDER = (Rung("case", _failing_case, _case), SOLUTION)
