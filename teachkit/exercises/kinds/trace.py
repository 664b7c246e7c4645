"""Kind `trace`: be the computer, and write down where each step of a given program leads.

The table has a row for each card of those `whose` it is: the learner's piece, or several.
"""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.prospects import Part, skips
from teachkit.errors import AnswerError
from teachkit.exercises.attempts import given_program as given
from teachkit.exercises.attempts import nothing_given, table_steps
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.forms import Form
from teachkit.exercises.functions.results import Execute
from teachkit.exercises.hints.rungs import Hint, Rung, all_of_it
from teachkit.exercises.predictions import read_prediction
from teachkit.exercises.verdict import Grade, Remark, Verdict
from teachkit.exercises.written import (
    known_mistake,
    possible,
    program,
    typed_solution,
    with_why,
)
from teachkit.words import say

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.ROWS
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = False


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Row by row; the points are shared out, rounded down."""
    wanted = _table(exercise)
    written, unread = _written(exercise, answer)
    hits = [mine == right for mine, right in zip(written, wanted, strict=True)]
    right = sum(hits)
    points = exercise.possible * right // max(len(wanted), 1)
    works = say("{right} of {all} rows are right.", right=right, all=len(wanted))
    wrong = () if all(hits) else (say("Row {row} is not right yet.", row=hits.index(False) + 1),)
    passed = 0 < right == len(wanted)
    verdict = Verdict("table", passed, "".join(wrong), points, exercise.possible)
    known = known_mistake(exercise, "\n".join(written))
    says = (works, *(known[:1] or (unread,))) if unread else (works, *known, *wrong)
    parts = tuple(Part(say("Row {row}", row=row), hit) for row, hit in enumerate(hits, 1))
    return Grade((verdict,), points, exercise.possible, says, None, parts, bool(unread))


def _written(exercise: Exercise, answer: str) -> tuple[list[str], str]:
    """The rows of an answer as the table says them, and why the first unclear one is not read."""
    rows = answer.splitlines()[: (size := len(_table(exercise)))]
    rows += [""] * (size - len(rows))
    unread = ""
    for place, row in enumerate(rows):
        try:
            rows[place] = read_row(exercise, row)
        except AnswerError as error:
            unread = unread or say("Row {row}: {says}", row=place + 1, says=error.says)
    return rows, unread


def read_row(exercise: Exercise, text: str) -> str:
    """What was written in one row, as the table says it. Raises `AnswerError`."""
    if not text.strip():
        return ""
    return "skipped" if skips(text) else read_prediction(exercise, exercise.starts[0], text)


def _table(exercise: Exercise) -> list[str]:
    """What the table should say, a row for each step: `b1 east`, or `skipped`."""
    return [
        "skipped"
        if played.skipped
        else exercise.game.whereabouts(played.after, played.actor or exercise.player)
        for played in table_steps(exercise)
    ]


def solution(exercise: Exercise) -> str:
    """The whole table."""
    return "\n".join(_table(exercise))


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Nothing is typed, and there is a program."""
    yield from typed_solution(exercise)
    yield from nothing_given(exercise)


def _wrong_row(exercise: Exercise, answer: str) -> str | None:
    """The number of the first row that is not right yet."""
    written, _ = _written(exercise, answer)
    pairs = enumerate(zip(written, _table(exercise), strict=True), 1)
    return next((str(row) for row, (mine, right) in pairs if mine != right), None)


def _row(exercise: Exercise, about: str) -> Hint:
    content = _table(exercise)[int(about) - 1]
    return Hint("row", say("Row {row}: {content}.", row=about, content=content), about)


def _whole_table(exercise: Exercise, about: str) -> Hint:
    says = with_why(exercise, say("The whole table:"))
    return Hint("solution", "\n".join((says, *_table(exercise))), about)


LADDER = (
    Rung("row", _wrong_row, _row),
    Rung("solution", all_of_it, _whole_table, stays=True),
)
