"""The grades of a class, and tables of them in teachkit's own format and in those of LMSs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from teachkit.classroom.answers import date_text
from teachkit.classroom.grading.alike import with_alike_noted
from teachkit.classroom.grading.attendance import Attendance, first_of
from teachkit.classroom.grading.grade import Course, Graded, Row, every_exercise, exercises_of
from teachkit.classroom.grading.made_boards import with_copies_noted
from teachkit.classroom.grading.overrides import Overrides
from teachkit.classroom.grading.roster import Pupil, role_of
from teachkit.classroom.grading.tables import NO_GRADE, Rows
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import METRICS, badges
from teachkit.words import say

COLUMNS = (
    "learner", "exercise", "lesson", "points", "possible", "solved", "par cards", "par steps",
    "attempts (said by the file)", "hints (said by the file)", "prediction (said by the file)",
    "changed (said by the file)", "note", "computed points", "comment", "groups", "handed in",
)  # fmt: skip


class Gradebook(NamedTuple):
    """The grades of a whole class, and the course's exercises by id.

    `notes` are about the class as a whole, such as the names of those who have not handed in.
    `variants` are the exercises of which learners have different variants, by their own ids.
    """

    exercises: dict[str, Exercise]
    learners: tuple[Graded, ...]
    notes: tuple[str, ...] = ()
    variants: Mapping[str, Exercise] = {}

    def exercise_of(self, row: Row) -> Exercise:
        """Return the exercise that was graded in `row`: the learner's variant, if there is one."""
        return self.variants.get(row.variant) or self.exercises[row.exercise]

    @property
    def attention(self) -> list[str]:
        """Notes for the teacher, one line each: learner, exercise if any, and the reason."""
        return [
            *self.notes,
            *(f"{graded.learner}: {trouble}" for graded in self.learners
              for trouble in graded.troubles if not graded.is_missing),
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
                if row.blank and not row.is_changed:
                    whose.setdefault(row.blank, {})[graded.learner] = None
        return [f"{first_of(list(learners))}: {why}" for why, learners in whose.items()]


def gradebook(
    course: Course,
    graded: Iterable[Graded],
    there: Attendance | None = None,
    overrides: Overrides | None = None,
    due: datetime | None = None,
) -> Gradebook:
    """Return the gradebook of a class, with the learners in `graded` sorted by name.

    Boards that were copied have a note. `there` tells who is on the roster, and `overrides` are the
    teacher's changes. Learners are late if an LMS says so, or if their files say that an answer
    that counts was changed after `due`, which is a local time if it has no time zone.
    """
    there, overrides = there or Attendance(()), overrides or Overrides()
    last = date_text(due) if due else ""
    learners: list[Graded] = []
    for each in sorted(graded, key=lambda each: (each.learner.casefold(), each.learner)):
        pupil, is_missing = there.pupils.get(each.learner), each.learner in there.missing
        is_late = each.is_late or (bool(last) and _newest(each) > last)
        own = overrides.applied(each)
        learners.append(own._replace(pupil=pupil, is_missing=is_missing, is_late=is_late))
    late = [each.learner for each in learners if each.is_late]
    was_late = [say("Late: {names}.", names=first_of(late))] if late else []
    notes = (*there.notes, *was_late, *overrides.notes)
    every = every_exercise(course)
    noted = with_alike_noted(every, with_copies_noted(every, learners))
    return Gradebook(exercises_of(course), noted, notes, every if course.variants else {})


def _newest(graded: Graded) -> str:
    """Return the time at which the learner last changed an answer that counts, or ""."""
    return max((row.self_report.date for row in graded.rows if row.answer), default="")


def _badges(exercise: Exercise, row: Row) -> dict[str, bool]:
    """Return, for each metric with a par, whether a correct answer in `row` earned the badge.

    Badges are computed here, not in a job, so that each par is computed only once for the class.
    """
    earned: dict[str, bool] = {}
    for answer in row.solving or ("",):
        program = exercise.kind.program(exercise, answer)
        for badge in badges(exercise, program, row.solved) if program is not None else ():
            metric = badge.par.metric
            earned[metric] = earned.get(metric, False) or badge.earned
    return earned


# -- tables --------------------------------------------------------------------------------------


def long(book: Gradebook, totals: bool = False) -> Rows:
    """Return a table with one line for each learner and exercise.

    With `totals`, a learner has only one line, with a column for each lesson and one for all.
    """
    if totals:
        columns = [*_columns(book, totals), _column(book, say("Total"), book.exercises)]
        heads = [f"{column.name} / {column.possible}" for column in columns]
        lines = [
            (each.learner, _groups(each), _handed_in(each), *_points(each, columns), each.comment)
            for each in book.learners
        ]
        return [("learner", "groups", "handed in", *heads, "comment"), *lines]
    rows = (_cells(book, graded, row) for graded in book.learners for row in graded.rows)
    return [COLUMNS, *rows]


def _shown(graded: Graded, row: Row) -> object:
    """Return the points for a table, or "" if they are unknown, since zero is a grade."""
    return row.shown_points if graded.is_read or row.is_changed else ""


def _cells(book: Gradebook, graded: Graded, row: Row) -> tuple[object, ...]:
    reported, is_known = row.self_report, row.exercise in book.exercises
    earned = _badges(book.exercise_of(row), row) if is_known else {}
    pars = [_yes(earned.get(metric)) for metric in METRICS]
    solved = "" if row.blank else _yes(row.solved)
    note = " ".join(filter(None, (*graded.troubles, *row.notes, row.blank)))
    computed = "" if row.blank or not row.is_changed else row.points
    comments = (row.override.comment if row.override else "", graded.comment)
    return (
        graded.learner, row.exercise, row.lesson, _shown(graded, row), row.possible, solved, *pars,
        reported.attempts, reported.hints, reported.prediction, reported.changed, note,
        computed, " ".join(filter(None, comments)), _groups(graded), _handed_in(graded),
    )  # fmt: skip


def _yes(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"


def _groups(graded: Graded) -> str:
    return ", ".join(graded.pupil.groups) if graded.pupil else ""


def _handed_in(graded: Graded) -> str:
    return "no" if graded.is_missing else "late" if graded.is_late else "yes"


class Column(NamedTuple):
    """A column of points in a table: its name, and the exercises whose points are added up."""

    name: str
    exercises: tuple[str, ...]
    possible: int


def _column(book: Gradebook, name: str, exercises: Iterable[str]) -> Column:
    several = tuple(exercises)
    return Column(name, several, sum(book.exercises[each].possible for each in several))


def _columns(book: Gradebook, totals: bool) -> list[Column]:
    """Return a column for each exercise or, for `totals`, one for each lesson."""
    if not totals:
        return [_column(book, name, [name]) for name in book.exercises]
    lessons: dict[str, list[str]] = {}
    for name, exercise in book.exercises.items():
        lessons.setdefault(exercise.lesson, []).append(name)
    return [
        _column(book, say("Lesson {lesson}", lesson=lesson), names)
        for lesson, names in sorted(lessons.items())
    ]


def _points(graded: Graded, columns: Sequence[Column], unknown: str = "") -> list[int | str]:
    """Return a learner's points in each column, or `unknown` if any of them are not known."""
    rows = {row.exercise: row for row in graded.rows}
    found = []
    for column in columns:
        points = [_shown(graded, rows.get(name, Row(name))) for name in column.exercises]
        known = [each for each in points if isinstance(each, int)]
        found.append(sum(known) if len(known) == len(points) else unknown)
    return found


# The columns by which Moodle's import finds a user, in the roles of a roster.
_USERS = {"email": "Email address", "id_number": "ID number", "username": "Username"}


def moodle(book: Gradebook, totals: bool = False) -> Rows:
    """Return a table for Moodle, with a column for each exercise or, for `totals`, for each lesson.

    If the roster is a grading worksheet of an assignment, the table is the same worksheet with the
    grades filled in. Otherwise, it is made for Grades > Import > CSV file. Moodle asks there which
    column identifies the user. It stops at an unknown user, so learners without any key are left
    out if there is a roster. It imports an empty cell as zero, so unknown points are a hyphen.
    """
    pupils = [each.pupil for each in book.learners if each.pupil]
    if any(pupil.cell("participant") for pupil in pupils):
        return _worksheet(book)
    keys = [key for key in _USERS if any(pupil.cell(key) for pupil in pupils)] or ["email"]
    columns = _columns(book, totals)
    heads = [_USERS[key] for key in keys]
    learners = [
        (*names, *users, *_points(each, columns, NO_GRADE))
        for each in book.learners
        for names, users in [_moodle_user(each, keys)]
        if any(users) or not pupils
    ]
    return [("First name", "Last name", *heads, *(column.name for column in columns)), *learners]


def _moodle_user(graded: Graded, keys: Sequence[str]) -> tuple[tuple[str, str], list[str]]:
    """Return a learner's first and last name, and the cells for `keys`, which are never guessed."""
    if pupil := graded.pupil:
        names = pupil.cell("first"), pupil.cell("last")
        return names if any(names) else _split(pupil.name), [pupil.cell(key) for key in keys]
    users = [graded.learner if key == "email" and "@" in graded.learner else "" for key in keys]
    return _split(graded.learner.removesuffix(f" ({graded.number})")), users


def _split(name: str) -> tuple[str, str]:
    first, _, last = name.rpartition(" ")
    return (first, last) if first else (last, "")


def _worksheet(book: Gradebook) -> Rows:
    """Return Moodle's grading worksheet with everybody's total, as a share of the maximum grade."""
    every = _column(book, "", book.exercises)

    def filled(graded: Graded, pupil: Pupil) -> list[object]:
        (points,) = _points(graded, [every])
        grade: dict[str, object] = {"feedback": graded.comment}
        if isinstance(points, int):
            most = _number(pupil.cell("most")) or every.possible
            grade["grade"] = f"{points * most / (every.possible or 1):.2f}"
        return [grade.get(role_of(heading)) or cell for heading, cell in pupil.cells]

    known = [(each, each.pupil) for each in book.learners if each.pupil]
    heads = [heading for heading, _ in known[0][1].cells]
    return [heads, *(filled(*each) for each in known)]


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0


_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def canvas(book: Gradebook, totals: bool = False) -> Rows:
    """Return a table for Canvas: two rows of headings, then a row for each learner.

    Canvas identifies a learner by an ID, which is part of the names of the files that Canvas
    exports. If the roster is Canvas's own table, its columns up to the section are kept.
    """
    columns = _columns(book, totals)
    cells = next((each.pupil.cells for each in book.learners if each.pupil), ())
    heads: Sequence[str] = [heading for heading, _ in cells]
    is_ours = "Section" in heads and "ID" in heads
    heads = heads[: heads.index("Section") + 1] if is_ours else _CANVAS
    learners = [(*_canvas_user(each, heads), *_points(each, columns)) for each in book.learners]
    blank = [""] * (len(heads) - 1)
    points = ("    Points Possible", *blank, *(column.possible for column in columns))
    return [(*heads, *(column.name for column in columns)), points, *learners]


def _canvas_user(graded: Graded, heads: Sequence[str]) -> list[str]:
    known = {"Student": graded.learner, "ID": graded.number}
    if graded.pupil:
        known |= {heading: cell for heading, cell in graded.pupil.cells if cell}
    return [known.get(head, "") for head in heads]


FORMATS: Mapping[str, Callable[[Gradebook, bool], Rows]] = {
    "long": long,
    "moodle": moodle,
    "canvas": canvas,
}
