"""Kind `function`: write a Python function; it is called on cases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.judging.sources import calls_of, is_right, judge_function
from teachkit.exercises.kinds.written import SOURCE_SOLUTION
from teachkit.exercises.model.exercise import Exercise, Hint, Kind, Rung
from teachkit.exercises.model.file import File
from teachkit.exercises.model.forms import SOURCE
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.calls import call_here
from teachkit.exercises.running.results import shown
from teachkit.exercises.running.vocabulary import check_words
from teachkit.words import say, translate


def given(file: File, game: Game) -> Program:
    """It begins with Python, which is no program; it needs a name and cases. No start."""
    if not file.function.isidentifier() or not file.cases:
        raise DataError(say('This kind needs a name, function = "swap", and [[cases]].'))
    check_words(file.uses, "uses")
    check_words(file.avoids, "avoids")
    return Program()


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


FUNCTION = Kind(
    "function",
    form=SOURCE,
    judge=judge_function,
    flaws=flaws,
    ladder=(Rung("case", _case, _failing_case), SOURCE_SOLUTION),
    given=given,
)
