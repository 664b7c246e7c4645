"""The grading of submissions: the course, the job that grades one learner, and the whole class.

Points are computed here, from the answers; points in the learner's file are ignored. Programs are
run by the rules; only Python functions are executed, and only in the sandbox. The arguments and
results of a job are plain data.

Learners in the journal have already been graded; the others become jobs. The journal and the
temporary files of a killed run are never treated as submissions, and old temporary files are
removed first.
"""

from __future__ import annotations

import os
import re
import stat
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from teachkit.classroom.grading import submitted_answers
from teachkit.classroom.grading.roster import Pupil
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.grading.submitted_answers import Record, Records, SelfReport
from teachkit.classroom.jobs import Backend, FailedJob, Journal, resumed
from teachkit.classroom.library import RELEASED, packaged_lessons, renamed
from teachkit.classroom.sandbox.process import SandboxError
from teachkit.classroom.sandbox.sandbox import NotRunError, Sandbox, Turn, cannot_enforce
from teachkit.classroom.variants import name_hash, variants_in
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, earns_nothing
from teachkit.words import say

MOST_UNKNOWN = 20
FRIENDS = "friend-"  # the ids of exercises that learners made and opened by a code


class Course(NamedTuple):
    """The exercises to grade against, as plain data: pairs of an id and a TOML text.

    If `trusted` is true, functions may run without a sandbox. If `explains` is true, explanations
    of wrong answers are added for a report. `renamed` are pairs of an earlier id and a present one.
    `untaught` are the ids of exercises that are known, but not graded. `variants` has, for each
    exercise with variants, its id, and pairs of the hash of a learner's name and a variant's id.
    """

    exercises: tuple[tuple[str, str], ...]
    language: str = ""
    trusted: bool = False
    explains: bool = False
    renamed: tuple[tuple[str, str], ...] = ()
    untaught: tuple[str, ...] = ()
    variants: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


class Override(NamedTuple):
    """A teacher's change: the points that count instead of the computed ones, and a comment.

    With `None`, the computed points count.
    """

    points: int | None = None
    comment: str = ""


class Row(NamedTuple):
    """One learner's work on one exercise.

    `answer` is the answer that counts, `says` is the feedback on it, and `solving` are the answers
    that solve the exercise. `blank` is the reason why the points are unknown, or "" if `points` is
    valid. `ideas` are the names of misreadings that explain a wrong answer; only a report uses
    them. `override` is what the teacher changed, or `None`; `points` are always the computed ones.
    `variant` is the id of the learner's own variant, if the exercise has variants.
    """

    exercise: str
    lesson: str = ""
    points: int = 0
    possible: int = 0
    answer: str = ""
    says: tuple[str, ...] = ()
    solving: tuple[str, ...] = ()
    self_report: SelfReport = SelfReport()
    notes: tuple[str, ...] = ()
    blank: str = ""
    ideas: tuple[str, ...] = ()
    override: Override | None = None
    variant: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the teacher has changed the points."""
        return bool(self.override and self.override.points is not None)

    @property
    def counted(self) -> int:
        """The points that count: the teacher's, or else the computed ones."""
        changed = self.override.points if self.override else None
        return self.points if changed is None else changed

    @property
    def solved(self) -> bool:
        return bool(self.solving)

    @property
    def is_judged(self) -> bool:
        """Whether there is an answer with known points."""
        return bool(self.answer) and not self.blank

    @property
    def is_wrong(self) -> bool:
        """Whether the answer was judged and could have earned more points."""
        return self.is_judged and bool(self.possible) and not self.solved

    @property
    def shown_points(self) -> object:
        """The points that count, or "" if they are unknown, since zero would be misleading."""
        return "" if self.blank and not self.is_changed else self.counted


class Graded(NamedTuple):
    """The grades of one learner, with a row for each exercise.

    `troubles` are notes on the whole submission; `is_read` is false if no file could be read, and
    `is_missing` is true if a pupil on the roster has handed nothing in. `comment` is the teacher's
    comment on everything. `pupil` is the learner's entry in the roster, if there is one.
    """

    learner: str
    number: str
    rows: tuple[Row, ...]
    troubles: tuple[str, ...] = ()
    is_read: bool = True
    is_late: bool = False
    is_missing: bool = False
    comment: str = ""
    pupil: Pupil | None = None


# -- the course ----------------------------------------------------------------------------------


def course_in(
    folder: Path | None = None, language: str = "", trusted: bool = False, explains: bool = False
) -> Course:
    """Return the course in `folder`, by default the exercises that come with teachkit.

    Raise `DataError` if an exercise cannot be read, if two exercises have the same id, or if there
    are no exercises. Raise `FolderError` if `folder` is a learners' copy, which lacks hidden cases
    and solutions.
    """
    folder = (folder or packaged_lessons()).resolve()
    if any((place / RELEASED).exists() for place in (folder, *folder.parents)):
        says = say('"{folder}" is the learners\' copy. Use your own lessons.', folder=folder)
        raise FolderError(says)
    inside = folder / "exercises"
    paths = sorted((inside if inside.is_dir() else folder).rglob("*.toml"))
    found: dict[str, Path] = {}
    for path in paths:
        if path.stem in found:
            says = say('Two exercises are called "{name}". Rename one of them.', name=path.stem)
            raise DataError(says, path)
        found[path.stem] = path
        load_exercise(path)
    if not found:
        raise DataError(say("there is no exercise file here"), folder)
    texts = ((name, found[name].read_text(encoding="utf-8")) for name in sorted(found))
    names = ((old, new) for old, new in renamed(folder).items() if old not in found)
    variants = tuple((name, tuple(whose.items())) for name, whose in variants_in(folder).items())
    return Course(tuple(texts), language, trusted, explains, tuple(names), variants=variants)


@lru_cache(maxsize=2)
def exercises_of(course: Course) -> dict[str, Exercise]:
    """Return the exercises of `course` by id; all variants of an exercise are one exercise.

    Such an exercise has the short id, and the text and boards of its first variant.
    """
    every = every_exercise(course)
    found = dict(every)
    for short, whose in course.variants:
        for _, name in whose:
            found.pop(name, None)
        if firsts := [every[name] for _, name in whose if name in every]:
            found[short] = replace(firsts[0], id=short)
    return dict(sorted(found.items()))


@lru_cache(maxsize=2)
def every_exercise(course: Course) -> dict[str, Exercise]:
    """Return the exercises of `course` by id; they are parsed only once in each process."""
    return {name: make_exercise(name, tomllib.loads(text)) for name, text in course.exercises}


# -- grading -------------------------------------------------------------------------------------


def grade_submission(course: Course, submission: Submission) -> Graded:
    """Grade everything that one learner handed in.

    If there are several files, the newest answer to each exercise counts.
    """
    files, troubles = files_in(course, submission)
    if len(files) > 1:
        says = say("{number} files were handed in. The newest answer counts.", number=len(files))
        troubles.append(says)
    learner, number, _, is_late = submission
    rows = (*_rows(course, files, learner), *_unknown(course, files))
    return Graded(learner, number, rows, tuple(troubles), bool(files), is_late)


def files_in(course: Course, submission: Submission) -> tuple[list[Records], list[str]]:
    """Return the files that a learner handed in, and a sentence for each fault in them."""
    files: list[Records] = []
    troubles: list[str] = []
    for file in submission.files:
        try:
            if file.trouble:
                raise DataError(file.trouble)
            records = submitted_answers.read_records(file.text).under(dict(course.renamed))
            files.append(records._replace(place=file.place))
            troubles += [f"{file.place}: {trouble}" for trouble in records.troubles]
        except DataError as error:
            troubles.append(error.says if file.trouble else f"{file.place}: {error.says}.")
    return files, troubles


def _own_variant(
    whose: Mapping[str, str], files: Sequence[Records], learner: str
) -> tuple[str, list[str]]:
    """Return the id of the learner's variant, or "" if that is unknown, and notes on others.

    `whose` maps hashes of names to variants. If the learner's name is not among them, the first
    variant that was answered counts.
    """
    answered = {name for file in files for name, it in file.by_exercise.items() if it.answers}
    tried = sorted(answered & {*whose.values()})
    if own := whose.get(name_hash(learner)):
        says = say("Answers to other learners' variants earn nothing: {names}.",
                   names=", ".join(name for name in tried if name != own))  # fmt: skip
        return own, [says] if {*tried} - {own} else []
    if not tried:
        return "", []
    return tried[0], [say('This name has no variant, so "{name}" was graded.', name=tried[0])]


def _rows(course: Course, files: Sequence[Records], learner: str) -> Iterator[Row]:
    every, exercises = every_exercise(course), dict(exercises_of(course))
    of_column = dict[str, tuple[str, list[str]]]()
    for short, whose in course.variants:
        own, notes = _own_variant(dict(whose), files, learner)
        if short in exercises and own in every:
            exercises[short] = every[own]
            of_column[short] = own, notes
    versions = {exercise.hash: name for name, exercise in exercises.items()}
    turn = Turn(course.trusted)
    for column, exercise in exercises.items():
        own, notes = of_column.get(column, ("", []))
        name = exercise.id if own else column
        file = submitted_answers.newest(files, name)
        row = _row(exercise, file.at(name), versions, turn)
        row = row._replace(exercise=column, variant=own, notes=(*row.notes, *notes))
        if course.explains and row.answer and not (row.solved or row.blank):
            row = _explained(row, exercise, turn)
        yield row._replace(notes=(*row.notes, *submitted_answers.others(files, name, file)))


def _unknown(course: Course, files: Sequence[Records]) -> Iterator[Row]:
    known = {*every_exercise(course), *course.untaught}
    named = {name for file in files for name in file.by_exercise}
    unknown = [name for name in named - known if not name.startswith(FRIENDS)]
    for name in sorted(unknown)[:MOST_UNKNOWN]:
        yield Row(name[:200], notes=(say("There is no exercise with this name."),))


def _row(exercise: Exercise, record: Record, versions: dict[str, str], turn: Turn) -> Row:
    row = Row(exercise.id, exercise.lesson, 0, exercise.possible, self_report=record.self_report)
    notes = list(record.troubles)
    other = "" if record.version == exercise.hash else versions.get(record.version, "")
    if other:
        notes.append(say('This is an answer to "{other}".', other=other))
    elif record.answers and record.version not in ("", exercise.hash, exercise.seen_hash):
        facts = {"theirs": record.version, "ours": exercise.hash}
        notes.append(
            say("The learner answered version {theirs}, but version {ours} was graded.", **facts)
        )
    answers: Sequence[str] = () if other else record.answers
    try:
        if len(answers) > 1:
            with turn.at(exercise):
                answers = counting(exercise, answers)
    except NotRunError as error:
        row, answers = row._replace(blank=str(error)), answers[:1]
    row = _better(row, answers, exercise, turn)
    # With full points, an answer that was not run makes no difference.
    blank = "" if row.solved else row.blank
    return row._replace(notes=tuple(dict.fromkeys((*row.notes, *notes))), blank=blank)


def _better(row: Row, answers: Sequence[str], exercise: Exercise, turn: Turn) -> Row:
    """Judge `answers`; return a copy of `row` with the best answer (in a tie, the first one).

    `turn` limits the time that the learner's functions may use.
    """
    for answer in answers:
        try:
            with turn.at(exercise):
                judged = _judged(exercise, answer)
        except NotRunError as error:
            row = row._replace(answer=row.answer or answer, blank=str(error))
            continue
        except Exception as error:  # one learner's answer must not stop the grading of the others
            judged = earns_nothing(exercise.possible)
            note = say("This answer could not be graded ({reason}).", reason=type(error).__name__)
            row = row._replace(notes=(*row.notes, note))
        if judged.note:
            row = row._replace(notes=(*row.notes, judged.note))
        if judged.solved:
            row = row._replace(solving=(*row.solving, answer))
        if judged.points > row.points or not row.answer:
            row = row._replace(points=judged.points, answer=answer, says=judged.says)
    return row


def _explained(row: Row, exercise: Exercise, turn: Turn) -> Row:
    """Return a copy of `row` with an explanation of its wrong answer, for a report."""
    try:
        with turn.at(exercise):
            found = explain(exercise, row.answer, _judged(exercise, row.answer))
    except Exception:  # the error was reported when the answer was graded
        return row
    return row._replace(says=found.says, ideas=found.ideas)


def counting(exercise: Exercise, answers: Sequence[str]) -> Sequence[str]:
    """Return only the answer that counts, or all `answers` if the exercise hides nothing.

    `answers` are the last and the best answer. If nothing is hidden, learners see their points
    while they work, so both may count. With hidden starts or cases, two answers would be two
    guesses, so only one counts: the one with more points on the shown starts and cases or, in a
    tie, the last answer. If the last answer solves everything, no comparison is needed. Raise
    `SandboxError` if an answer could not be run.
    """
    shown = shown_part(exercise)
    if len(answers) < 2 or (shown.starts, shown.cases) == (exercise.starts, exercise.cases):
        return answers
    if _compared(exercise, answers[0]).solved:
        return answers[:1]
    return [max(answers, key=lambda answer: _compared(shown, answer).points)]


@lru_cache(maxsize=1024)
def shown_part(exercise: Exercise) -> Exercise:
    """Return a copy of `exercise` with only the starts and cases that learners see.

    The copy is cached, because it is needed for every learner.
    """
    cases = tuple(case for case in exercise.cases if not case.hidden)
    return replace(exercise, starts=exercise.shown_starts, cases=cases)


def _compared(exercise: Exercise, answer: str) -> Grade:
    """Return the grade of `answer`, with zero points if the answer cannot be judged.

    The reason is reported later, when the answer is graded. Raise `SandboxError` if the sandbox
    fails.
    """
    try:
        return _judged(exercise, answer)
    except SandboxError:
        raise
    except Exception:
        return earns_nothing(exercise.possible)


@lru_cache(maxsize=8192)
def _judged(exercise: Exercise, answer: str) -> Grade:
    """Return the grade of an answer; it is cached, because many learners give the same answer."""
    return grade(exercise, answer, Sandbox().execute_for(exercise, answer))


def with_notes(learners: Iterable[Graded], note: Callable[[str, Row], str]) -> tuple[Graded, ...]:
    """Return `learners` with `note(learner, row)` added to each row, unless it is ""."""

    def noted(learner: str, row: Row) -> Row:
        says = note(learner, row)
        return row._replace(notes=(*row.notes, says)) if says else row

    return tuple(
        graded._replace(rows=tuple(noted(graded.learner, row) for row in graded.rows))
        for graded in learners
    )


# -- a whole class -------------------------------------------------------------------------------


def grade_class(
    course: Course,
    submissions: Sequence[Submission],
    backend: Backend,
    journal: Journal[Submission, Graded],
) -> Iterator[Graded]:
    """Yield each learner's grades as soon as they are available."""
    grading = partial(grade_submission, course)
    for submission, graded in resumed(grading, submissions, backend, journal):
        if isinstance(graded, FailedJob):
            yield _given_up(course, submission, graded.reason)
        else:
            yield graded


def _given_up(course: Course, submission: Submission, reason: str) -> Graded:
    """Return the grades of a submission that could not be graded: no points, but a note.

    The note gives the `reason`. These grades are not stored in the journal, so the next run tries
    again.
    """
    empty = grade_submission(course, submission._replace(files=()))
    trouble = say("This could not be graded: {reason}.", reason=reason)
    return empty._replace(troubles=(trouble,))


def shortcomings(course: Course, backend: Backend) -> tuple[str, ...]:
    """Return a sentence for each limit on learners' functions that `backend` cannot enforce.

    The result is empty if the course has no exercise that runs Python.
    """
    if not any(exercise.kind.form.runs_python for exercise in exercises_of(course).values()):
        return ()
    return backend.ask(cannot_enforce, course.trusted)


OLD = 3600.0  # seconds; a file that is still being written is younger


def journal_of(file: Path) -> Path:
    """Return the path of the journal beside `file`, which is a table of grades."""
    return file.with_name(f"{file.name}.journal")


def sweep(file: Path) -> None:
    """Remove temporary files that `write_whole` has left behind beside `file`.

    Only regular files that belong to this user and are older than `OLD` seconds are removed.
    """
    left = re.compile(rf"\.{re.escape(file.name)}\.[a-z0-9_]{{8}}")
    with suppress(OSError):
        for entry in os.scandir(file.parent):
            if left.fullmatch(entry.name) and _is_old(entry.stat(follow_symlinks=False)):
                os.unlink(entry.path)


def _is_old(found: os.stat_result) -> bool:
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISREG(found.st_mode) and is_ours and time.time() - found.st_mtime > OLD
