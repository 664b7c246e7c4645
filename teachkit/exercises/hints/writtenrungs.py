"""The rungs of exercises whose answer is written: a letter, a place, a table, a function."""

from __future__ import annotations

from functools import lru_cache

from teachkit.core.chance import Chance
from teachkit.core.trace import Played
from teachkit.exercises.exercise import Exercise, Start
from teachkit.exercises.functions.handed_in import calls_of
from teachkit.exercises.functions.results import shown
from teachkit.exercises.functions.running import call_here
from teachkit.exercises.functions.verdicts import is_right
from teachkit.exercises.grade import (
    attempt,
    happened,
    played_steps,
    right_choice,
    same,
    table_rows,
)
from teachkit.exercises.hints.rungs import Hint, Rung, all_of_it
from teachkit.words import say, translate

LETTERS = "abcdefghij"


def _strike(exercise: Exercise, about: str) -> Hint | None:
    """One wrong option, with the author's word on it; of two that would be the answer."""
    wrong = LETTERS[: len(exercise.file.choices)].replace(right_choice(exercise), "")
    if len(wrong) < 2:
        return None
    letter = str(Chance(exercise.id).pick(wrong))
    why = [translate(each.says) for each in exercise.file.mistakes if same(each.answer, letter)]
    return Hint("strike", " ".join((say("It is not {letter}.", letter=letter), *why)), about,
                spare=letter)  # fmt: skip


def _right_choice(exercise: Exercise, about: str) -> Hint | None:
    says = say("It is {letter}.", letter=right_choice(exercise))
    return Hint("solution", _with_why(exercise, says), about)


def _board(exercise: Exercise, answer: str) -> str:
    """The number of the board that is predicted."""
    number, _, _ = answer.rpartition(":")
    return number.strip() or "1"


def _start(exercise: Exercise, board: str) -> Start | None:
    return {str(number): start for number, start in enumerate(exercise.starts, 1)}.get(board)


def _before(exercise: Exercise, board: str) -> Hint | None:
    """Where the run is before its last card."""
    start = _start(exercise, board)
    steps = _run(exercise, start) if start else []
    if len(steps) < 2:
        return None
    place = exercise.game.whereabouts(steps[-1].before, exercise.player)
    return Hint("before", say("Before the last card: {place}.", place=place), board)


def _run(exercise: Exercise, start: Start) -> list[Played]:
    return played_steps(attempt(exercise, exercise.given, start).trace)


def _end(exercise: Exercise, board: str) -> Hint | None:
    if not (start := _start(exercise, board)):
        return None
    says = say("It ends like this: {place}.", place=happened(exercise, exercise.given, start))
    return Hint("solution", _with_why(exercise, says), board)


def _wrong_row(exercise: Exercise, answer: str) -> str | None:
    """The number of the first row that is not right yet."""
    right = _table(exercise)
    given = [*answer.splitlines(), *[""] * len(right)]
    pairs = enumerate(zip(given, right, strict=False), 1)
    return next((str(row) for row, (mine, content) in pairs if not same(mine, content)), None)


def _table(exercise: Exercise) -> list[str]:
    return table_rows(exercise, attempt(exercise, exercise.given, exercise.starts[0]).trace)


def _row(exercise: Exercise, about: str) -> Hint:
    content = _table(exercise)[int(about) - 1]
    return Hint("row", say("Row {row}: {content}.", row=about, content=content), about)


def _whole_table(exercise: Exercise, about: str) -> Hint:
    says = _with_why(exercise, say("The whole table:"))
    return Hint("solution", "\n".join((says, *_table(exercise))), about)


def _with_why(exercise: Exercise, says: str) -> str:
    return " ".join(filter(None, (says, translate(exercise.file.solution.says))))


# -- functions -----------------------------------------------------------------------------------


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


def _source(exercise: Exercise, about: str) -> Hint | None:
    source = exercise.file.solution.answer.strip("\n")
    if not source:
        return None
    return Hint("solution", "\n".join((_with_why(exercise, say("A solution:")), source)), about)


OF_WRITTEN = {
    "choice": (
        Rung("strike", all_of_it, _strike, stays=True),
        Rung("solution", all_of_it, _right_choice, stays=True),
    ),
    "predict": (Rung("before", _board, _before), Rung("solution", _board, _end)),
    "trace": (
        Rung("row", _wrong_row, _row),
        Rung("solution", all_of_it, _whole_table, stays=True),
    ),
    "function": (
        Rung("case", _failing_case, _case),
        Rung("solution", all_of_it, _source, stays=True),
    ),
}
