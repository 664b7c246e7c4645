"""The boards that a class made: who made each, its par, and how many learners solved it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from teachkit.classroom.grading.grade import Course, exercises_of, files_in
from teachkit.classroom.grading.submissions import Submission
from teachkit.classroom.grading.submitted_answers import Read, Record, newest
from teachkit.core.data import plain
from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.authoring.codes import code_of, is_code, read_code
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.kinds.make import made
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

    makers: tuple[str, ...]
    exercise: Exercise
    code: str
    par: str
    best: Program | None
    solved: int


class ClassBoards(NamedTuple):
    """The boards that a class made, the number of learners, and sentences about faulty answers."""

    boards: tuple[ClassBoard, ...]
    learners: int
    troubles: tuple[str, ...]


def class_boards(course: Course, submissions: Sequence[Submission]) -> ClassBoards:
    """Return the boards in the answers to the exercises of `course` of the kind `make`.

    A board that is still as the exercise gave it is left out. Equal boards are one board of several
    makers. Whatever is wrong with an answer, the others are read.
    """
    makers: dict[str, list[str]] = {}
    works, troubles = dict[str, list[Read]](), list[str]()
    asked = [each for each in exercises_of(course).values() if each.kind.form.is_exercise]
    for submission in submissions:
        learner = submission.learner
        works[learner], wrong = files_in(submission)
        troubles += [f"{learner}: {says}" for says in wrong]
        for exercise in asked:
            record = _record(works[learner], exercise.id)
            if not record.answers:
                troubles += [f"{learner}, {exercise.id}: {says}" for says in record.troubles[:1]]
                continue
            try:
                code = _code(exercise, record.answers)
            except Exception as error:  # one learner's answer must not stop those of the others
                troubles.append(f"{learner}, {exercise.id}: {_reason(error)}")
                continue
            if code:
                makers.setdefault(code, []).append(learner)
    boards = (_board(tuple(dict.fromkeys(names)), code, works) for code, names in makers.items())
    return ClassBoards(tuple(boards), len(submissions), tuple(troubles))


def _record(files: Sequence[Read], exercise: str) -> Record:
    file = newest(files, exercise)
    return file.at(exercise) if file else Record()


def _reason(error: Exception) -> str:
    if isinstance(error, TeachkitError):
        return error.says
    return say("This board cannot be read ({reason}).", reason=type(error).__name__)


def _code(exercise: Exercise, answers: Sequence[str]) -> str:
    """Return the code of the exercise that the first readable one of `answers` makes.

    An answer may be a code itself; the name and the solution in it are left out. Return "" if the
    learner changed nothing. Raise `TeachkitError` if no answer can be read.
    """
    given, wrong = code_of(plain(made(exercise, "").file)), list[TeachkitError]()
    for answer in answers:
        try:
            own = read_code(answer).data if is_code(answer) else plain(made(exercise, answer).file)
            code = code_of(own)
        except TeachkitError as error:
            wrong.append(error)
            continue
        return "" if code == given else code
    if wrong:
        raise wrong[0]
    return ""


def _board(makers: tuple[str, ...], code: str, works: dict[str, list[Read]]) -> ClassBoard:
    """Return the board with this `code`; `works` are the files that each learner handed in."""
    shared = read_code(code)
    exercise = make_exercise(shared.id, shared.data)
    others = [_record(files, shared.id) for name, files in works.items() if name not in makers]
    solved = sum(
        any(grade(exercise, answer).solved for answer in record.answers) for record in others
    )
    try:
        best = Proven(exercise).best()
    except TooLargeError:
        return ClassBoard(makers, exercise, code, "", None, solved)
    if best is None:
        return ClassBoard(makers, exercise, code, say("No program solves it."), None, solved)
    par = str(Par("cards", best.cost, best.program, best.programs))
    return ClassBoard(makers, exercise, code, par, best.program, solved)
