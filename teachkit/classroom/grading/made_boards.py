"""The boards that a class made: what the gallery says about each, and which ones were copied."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from teachkit.classroom.grading.grade import Course, Graded, Row, exercises_of, files_in, with_notes
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.grading.submitted_answers import Record, Records, newest
from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.core.data import Table, plain
from teachkit.core.game.game import Game
from teachkit.core.language.program import Program
from teachkit.errors import DataError, TeachkitError
from teachkit.exercises.authoring.codes import code_of, read_code
from teachkit.exercises.authoring.packing import is_code
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.making.proven import Proven
from teachkit.exercises.making.wishes import board_key, made
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import Par
from teachkit.play.search import TooLargeError
from teachkit.words import say


class ClassBoard(NamedTuple):
    """An exercise that learners made, as their friends see it, and its code.

    `par` is a sentence, `best` is a program that reaches par, and `solved` is the number of other
    learners who solved the exercise.
    """

    makers: list[str]
    exercise: Exercise
    code: str
    par: str
    best: Program | None
    solved: int


def class_boards(
    course: Course, submissions: Sequence[Submission]
) -> tuple[list[ClassBoard], list[str]]:
    """Return the boards that a class made, and a sentence about each faulty answer.

    They are the answers to the exercises of `course` of the kind `make`. A board that is still as
    the exercise gave it is left out. Equal boards are one board of several makers. Whatever is
    wrong with an answer, the others are read.
    """
    works, troubles = dict[str, list[Records]](), list[str]()
    makers: dict[str, list[str]] = {}
    asked = [each for each in exercises_of(course).values() if each.kind.form.is_exercise]
    for submission in submissions:
        learner = submission.learner
        works[learner], wrong = files_in(course, submission)
        troubles += [f"{learner}: {says}" for says in wrong]
        for exercise in asked:
            try:
                if code := _code(exercise, newest(works[learner], exercise.id).at(exercise.id)):
                    makers.setdefault(code, []).append(learner)
            except Exception as error:  # one learner's answer must not stop those of the others
                reason = type(error).__name__
                unread = say("This board cannot be read ({reason}).", reason=reason)
                troubles.append(f"{learner}, {exercise.id}: {getattr(error, 'says', unread)}")
    return [_board(names, code, works) for code, names in makers.items()], troubles


def _code(exercise: Exercise, record: Record) -> str:
    """Return the code of the exercise that a learner made, or "" if nothing was changed.

    An answer may be a code itself; the name and the solution in it are left out. Raise
    `TeachkitError` if the answer cannot be read.
    """
    if not record.answers:
        if record.troubles:
            raise DataError(record.troubles[0])
        return ""
    answer = record.answers[-1]  # the best one
    own = read_code(answer).data if is_code(answer) else plain(made(exercise, answer).file)
    code = code_of(own)
    return "" if code == code_of(plain(made(exercise, "").file)) else code


def _board(makers: list[str], code: str, works: dict[str, list[Records]]) -> ClassBoard:
    """Return the board with this `code`; `works` are the files that each learner handed in."""
    exercise = find_exercise(code)
    others = [newest(files, exercise.id) for name, files in works.items() if name not in makers]
    records = [file.at(exercise.id) for file in others]
    solved = sum(any(grade(exercise, each).solved for each in one.answers) for one in records)
    par, best = "", None
    with suppress(TooLargeError):
        best = Proven(exercise).best()
        par = say("No program solves it.")
    if best:
        par = str(Par("cards", best.cost, best.program, best.programs))
    return ClassBoard(makers, exercise, code, par, best and best.program, solved)


Key: TypeAlias = tuple[str, int, Hashable]

FEW = 3  # a board that more learners share is the usual solution, not a copy


def with_copies_noted(
    exercises: Mapping[str, Exercise], learners: Sequence[Graded]
) -> tuple[Graded, ...]:
    """Return `learners` with a note on each board that is like a shipped one or another's.

    There is no note on a board that many learners share.
    """
    keys = {
        (graded.learner, row.exercise): key
        for graded in learners
        for row in graded.rows
        if (exercise := exercises.get(row.variant or row.exercise))
        and (key := _key(exercise, row.answer))
    }
    owners: dict[Hashable, list[str]] = defaultdict(list)
    counts = {key[:2] for key in keys.values()}
    shipped = {name: find_exercise(name) for name in exercise_files()} if keys else {}
    for name, exercise in (shipped | dict(exercises)).items() if keys else ():
        game = exercise.game
        for start in exercise.file.starts:
            if (game.name, len(game.palette.marks(start))) in counts:
                owners[_key_of(game, start)].append(name)
    for (learner, _), key in keys.items():
        owners[key].append(learner)

    def note(learner: str, row: Row) -> str:
        found = owners.get(keys.get((learner, row.exercise)), ())
        others = [name for name in found if name not in (learner, row.exercise)]
        says = say("This board is like the one of {names}.", names=", ".join(others))
        return says if 0 < len(others) <= FEW else ""

    return with_notes(learners, note)


def _key(exercise: Exercise, answer: str) -> Key | None:
    """Return a key of the board that a learner made, or `None` if there is nothing to compare."""
    with suppress(TeachkitError):
        if exercise.kind.form.is_exercise and answer:
            starts = (made(exercise, each).file.starts[0] for each in (answer, ""))
            mine, given = (_key_of(exercise.game, start) for start in starts)
            return mine if mine[-1] is not None and mine != given else None
    return None


def _key_of(game: Game[Any], start: Table) -> Key:
    """Return the game of a board, the number of things on it, and a key that like boards share."""
    return game.name, len(game.palette.marks(start)), board_key(game, start)
