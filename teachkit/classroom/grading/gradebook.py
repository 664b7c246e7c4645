"""The grades of a class, and their CSV tables in teachkit's own format and in those of LMSs.

Cells are quoted where necessary and contain no invisible characters, and spreadsheets do not
evaluate any cell as a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from teachkit.classroom.grading.grade import Course, Graded, Row, exercises_of
from teachkit.classroom.grading.made_boards import with_copies_noted
from teachkit.core.strings import one_line
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import METRICS, badges
from teachkit.words import say

# Characters that may begin a formula, including full-width and other forms, at the start of a cell
# or after a semicolon, which separates cells in some countries. Spaces and quotes before them are
# skipped.
SIGNS = (
    "=+@\\-\u207a\u207b\u207c\u208a\u208b\u208c\u2212"
    "\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20"
)
FORMULA = re.compile(rf'(^|;)(?=[\s"]*[{SIGNS}])')

MOST_NAMED = 5

COLUMNS = (
    "learner", "exercise", "lesson", "points", "possible", "solved", "par cards", "par steps",
    "attempts (said by the file)", "hints (said by the file)", "prediction (said by the file)",
    "changed (said by the file)", "note",
)  # fmt: skip


class Gradebook(NamedTuple):
    """The grades of a whole class, and the course's exercises by id."""

    exercises: dict[str, Exercise]
    learners: tuple[Graded, ...]

    @property
    def attention(self) -> list[str]:
        """Notes for the teacher, one line each: learner, exercise if any, and the reason."""
        return [
            *(f"{graded.learner}: {trouble}"
              for graded in self.learners for trouble in graded.troubles),
            *(f"{graded.learner}, {row.exercise}: {note}"
              for graded in self.learners for row in graded.rows for note in row.notes),
            *self.blanks,
        ]  # fmt: skip

    @property
    def blanks(self) -> list[str]:
        """One line for each reason why points are blank, with the names of the learners.

        Often the reason is the same for the whole class.
        """
        whose: dict[str, dict[str, None]] = {}
        for graded in self.learners:
            for row in graded.rows:
                if row.blank:
                    whose.setdefault(row.blank, {})[graded.learner] = None
        return [f"{_first_of(list(learners))}: {why}" for why, learners in whose.items()]


def _first_of(learners: Sequence[str]) -> str:
    more = len(learners) - MOST_NAMED
    names = ", ".join(learners[:MOST_NAMED])
    return names + say(" (and {number} more)", number=more) if more > 0 else names


def gradebook(course: Course, graded: Iterable[Graded]) -> Gradebook:
    """Return the gradebook of a class, with the learners in `graded` sorted by name.

    Boards that were copied have a note.
    """
    learners = sorted(graded, key=lambda each: (each.learner.casefold(), each))
    exercises = exercises_of(course)
    return Gradebook(exercises, with_copies_noted(exercises, learners))


def _badges(exercise: Exercise | None, row: Row) -> dict[str, bool]:
    """Return, for each metric with a par, whether a correct answer in `row` earned the badge.

    Badges are computed here, not in a job, so that each par is computed only once for the class.
    """
    if exercise is None:
        return {}
    earned: dict[str, bool] = {}
    for answer in row.solving or ("",):
        program = exercise.kind.program(exercise, answer)
        for badge in badges(exercise, program, row.solved) if program is not None else ():
            metric = badge.par.metric
            earned[metric] = earned.get(metric, False) or badge.earned
    return earned


# -- tables --------------------------------------------------------------------------------------


def long(book: Gradebook) -> str:
    """Return a CSV table with one line for each learner and exercise."""
    rows = (_cells(book, graded, row) for graded in book.learners for row in graded.rows)
    return _table([COLUMNS, *rows])


def _cells(book: Gradebook, graded: Graded, row: Row) -> tuple[object, ...]:
    reported, earned = row.self_report, _badges(book.exercises.get(row.exercise), row)
    pars = [_yes(earned.get(metric)) for metric in METRICS]
    solved = "" if row.blank else _yes(row.solved)
    note = " ".join(filter(None, (*graded.troubles, *row.notes, row.blank)))
    return (
        graded.learner, row.exercise, row.lesson, row.shown_points, row.possible, solved, *pars,
        reported.attempts, reported.hints, reported.prediction, reported.changed, note,
    )  # fmt: skip


def _yes(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"


def moodle(book: Gradebook) -> str:
    """Return a CSV file for Moodle (Grades > Import), with a column for each exercise.

    Moodle asks which column identifies the user: the e-mail address or the user name. It does not
    accept a plain name, so if only a name is known, the teacher must fill in that column.
    """
    header = ("First name", "Last name", "Username", "Email address", *book.exercises)
    learners = [(*_moodle_user(each), *_points(book, each)) for each in book.learners]
    return _table([header, *learners])


def _moodle_user(graded: Graded) -> tuple[str, str, str, str]:
    first, _, last = graded.learner.removesuffix(f" ({graded.number})").rpartition(" ")
    if not first:
        return last, "", "" if "@" in last else last, last if "@" in last else ""
    return first, last, "", ""


def canvas(book: Gradebook) -> str:
    """Return a CSV file for Canvas's gradebook: two rows of headings, then a row for each learner.

    Canvas identifies a learner by an ID, which is part of the names of the files that Canvas
    exports.
    """
    header = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", *book.exercises)
    possible = [exercise.possible for exercise in book.exercises.values()]
    learners = [
        (each.learner, each.number, "", "", "", *_points(book, each)) for each in book.learners
    ]
    return _table([header, ("    Points Possible", "", "", "", "", *possible), *learners])


def _points(book: Gradebook, graded: Graded) -> list[object]:
    """Return a learner's points for each exercise; "" if unknown, since zero would be a grade."""
    if not graded.is_read:
        return [""] * len(book.exercises)
    points = {row.exercise: row.shown_points for row in graded.rows}
    return [points.get(name, 0) for name in book.exercises]


FORMATS: dict[str, Callable[[Gradebook], str]] = {"long": long, "moodle": moodle, "canvas": canvas}


def _table(rows: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([map(defused, row) for row in rows])
    return text.getvalue()


def defused(cell: object) -> str:
    """Return a cell as readable text that no spreadsheet evaluates as a formula; "" for `None`.

    >>> defused('=HYPERLINK("http://example.org")'), defused("Ada"), defused(0)
    ('\\'=HYPERLINK("http://example.org")', 'Ada', '0')
    >>> defused("c2; =1+1")
    "c2;' =1+1"
    """
    return "" if cell is None else FORMULA.sub(r"\1'", one_line(str(cell)))
