"""Kind `predict`: where will the program that is given end? Each try is about another start.

Or where is it `after` so many rounds of the run?
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.core.trace import Played
from teachkit.errors import AnswerError
from teachkit.exercises.attempts import given_program as given
from teachkit.exercises.attempts import nothing_given, played_steps
from teachkit.exercises.exercise import Exercise, Start
from teachkit.exercises.forms import Form
from teachkit.exercises.functions.results import Execute
from teachkit.exercises.grade import grade
from teachkit.exercises.hints.rungs import Hint, Rung
from teachkit.exercises.predictions import asked_run, compared, parted, read_prediction
from teachkit.exercises.verdict import Grade, Remark, earns_nothing
from teachkit.exercises.written import (
    all_or_nothing,
    possible,
    program,
    typed_solution,
    with_why,
)
from teachkit.words import say

__all__ = ["FORM", "HIDES_USED", "IS_SEARCHED", "LADDER", "NAMES_START",
           "flaws", "given", "judge", "possible", "program", "solution"]  # fmt: skip

FORM = Form.LINE
IS_SEARCHED = False
HIDES_USED = False
NAMES_START = True


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """The answer may name its start: `2: b4 north` is a prediction for the second."""
    start = _start(exercise, _board(exercise, answer))
    if not start:
        return earns_nothing(exercise.possible, say("There is no such board."))
    try:
        said = read_prediction(exercise, start, _split(answer)[1])
    except AnswerError as error:
        return replace(all_or_nothing(exercise, answer, False, error.says), unread=True)
    tried = asked_run(exercise, start)
    seen = compared(tried, said)
    right = all(part.right for part in seen.parts)
    wrong = [says for says in (seen.says, parted(tried, said)) if says]
    wrong = wrong or [say("Something else happened.")]
    named = f"{_split(answer)[0]}: {said}" if ":" in answer else said
    return replace(all_or_nothing(exercise, named, right, *wrong), parts=seen.parts)


def _split(answer: str) -> tuple[str, str]:
    """The board that an answer names, perhaps none, and what it says of it."""
    board, apart, words = answer.partition(":")
    return (board.strip(), words) if apart else ("", answer)


def _board(exercise: Exercise, answer: str) -> str:
    """The number of the board that is predicted."""
    return _split(answer)[0] or "1"


def _start(exercise: Exercise, board: str) -> Start | None:
    return {str(number): start for number, start in enumerate(exercise.starts, 1)}.get(board)


def solution(exercise: Exercise) -> str:
    """Where it is then on the first start."""
    return _place(exercise, exercise.starts[0])


def _place(exercise: Exercise, start: Start) -> str:
    tried = asked_run(exercise, start)
    return exercise.game.whereabouts(tried.trace.final, tried.player)


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Nothing is typed; there is a program, and every board has its right answer."""
    yield from typed_solution(exercise)
    yield from nothing_given(exercise)
    last = asked_run(exercise, exercise.starts[0]).trace.last_round
    if (after := exercise.file.after) > last:
        yield Remark("after", say("after = {after}: the run ends with round {last}.",
                                  after=after, last=last))  # fmt: skip
    for number, start in enumerate(exercise.starts[1:], 2):
        answer = f"{number}: {_place(exercise, start)}"
        if not grade(exercise, answer).solved:
            says = say("The prediction for board {number} is refused.", number=number)
            yield Remark("starts", says)


def _before(exercise: Exercise, board: str) -> Hint | None:
    """Where the run is before its last card."""
    start = _start(exercise, board)
    steps = _run(exercise, start) if start else []
    if len(steps) < 2:
        return None
    place = exercise.game.whereabouts(steps[-1].before, exercise.player)
    return Hint("before", say("Before the last card: {place}.", place=place), board)


def _run(exercise: Exercise, start: Start) -> list[Played]:
    return played_steps(asked_run(exercise, start).trace)


def _end(exercise: Exercise, board: str) -> Hint | None:
    if not (start := _start(exercise, board)):
        return None
    place = _place(exercise, start)
    says = say("It is here then: {place}.", place=place) if exercise.file.after else say(
        "It ends like this: {place}.", place=place)  # fmt: skip
    return Hint("solution", with_why(exercise, says), board)


LADDER = (Rung("before", _board, _before), Rung("solution", _board, _end))
