"""The boards that a class made: who made each, its par, and how many learners solved it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from teachkit.classroom.grading.grade import Course, exercises_of, files_in
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.grading.submitted_answers import Read, Record, newest
from teachkit.classroom.library import find_exercise
from teachkit.core.data import plain
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.authoring.code_letters import is_code
from teachkit.exercises.authoring.codes import code_of, read_code
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.making.made import made
from teachkit.exercises.making.proven import Proven
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
    works, troubles = dict[str, list[Read]](), list[str]()
    makers: dict[str, list[str]] = {}
    asked = [each for each in exercises_of(course).values() if each.kind.form.is_exercise]
    for submission in submissions:
        learner = submission.learner
        works[learner], wrong = files_in(submission)
        troubles += [f"{learner}: {says}" for says in wrong]
        for exercise in asked:
            try:
                if code := _code(exercise, _record(works[learner], exercise.id)):
                    makers.setdefault(code, []).append(learner)
            except Exception as error:  # one learner's answer must not stop those of the others
                reason = type(error).__name__
                unread = say("This board cannot be read ({reason}).", reason=reason)
                troubles.append(f"{learner}, {exercise.id}: {getattr(error, 'says', unread)}")
    return [_board(names, code, works) for code, names in makers.items()], troubles


def _record(files: Sequence[Read], exercise: str) -> Record:
    file = newest(files, exercise)
    return file.at(exercise) if file else Record()


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


def _board(makers: list[str], code: str, works: dict[str, list[Read]]) -> ClassBoard:
    """Return the board with this `code`; `works` are the files that each learner handed in."""
    exercise = find_exercise(code)
    records = [_record(files, exercise.id) for name, files in works.items() if name not in makers]
    solved = sum(any(grade(exercise, each).solved for each in one.answers) for one in records)
    par, best = "", None
    with suppress(TooLargeError):
        best = Proven(exercise).best()
        par = say("No program solves it.")
    if best:
        par = str(Par("cards", best.cost, best.program, best.programs))
    return ClassBoard(makers, exercise, code, par, best and best.program, solved)
