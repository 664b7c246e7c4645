"""Kind `predict`: where will the given program end, or be `after` so many rounds?

Each try is about another start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from teachkit.errors import AnswerError
from teachkit.exercises.explaining.explain import parted
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.predictions import asked_run, board_of, compared, read_prediction
from teachkit.exercises.judging.program_runs import attempt, nothing_given, played_steps
from teachkit.exercises.kinds.shared import all_or_nothing, explain_in_words, typed_solution, whole
from teachkit.exercises.misreadings.ideas import ideas_behind, sentences
from teachkit.exercises.model.exercise import Exercise, Happens, Hint, Kind, Rung, Start
from teachkit.exercises.model.forms import PREDICTION
from teachkit.exercises.model.verdict import Grade, Remark
from teachkit.exercises.running.results import Execute
from teachkit.words import say


def judge(exercise: Exercise, answer: str, execute: Execute) -> Grade:
    """Compare a prediction with the run. `2: b4 north` is about the second start."""
    try:
        number, start, said = _read(exercise, answer)
    except AnswerError as error:
        return replace(all_or_nothing(exercise, answer, False, error.says), unread=True)
    seen = compared(asked_run(exercise, start), said)
    right = all(part.right for part in seen.parts)
    wrong = seen.says or say("It ends elsewhere. Watch it card by card.")
    result = all_or_nothing(exercise, f"{number}: {said}" if number else said, right, wrong)
    return replace(result, parts=seen.parts)


def _explain(exercise: Exercise, answer: str, grade: Grade) -> Grade:
    """Return the grade with the idea behind it, and where the prediction and the run parted."""
    number, start, said = _read(exercise, answer)
    tried, ideas = asked_run(exercise, start), ideas_behind(exercise, f"{number or 1}: {said}")
    wrong = compared(tried, said).says, *sentences(ideas), parted(tried, said)
    named = f"{number}: {said}" if number else said
    return explain_in_words(exercise, named, grade, ideas, *wrong)


def _read(exercise: Exercise, answer: str) -> tuple[int | None, Start, str]:
    """Return the number that an answer names, its start, and what is said of that."""
    number, words = board_of(answer)
    start = _asked(exercise, number)
    return number, start, read_prediction(exercise, start, words)


def _outcome(exercise: Exercise, happens: Happens, answer: str) -> str:
    """Return where the run would end, after the number of the board."""
    board = _board(exercise, answer)
    start = _start(exercise, board)
    return f"{board}: {_place(exercise, start, happens)}" if start else ""


def _asked(exercise: Exercise, number: int | None) -> Start:
    """Return the start of this number, or the first. Raise `AnswerError` if there is none."""
    if start := _start(exercise, str(1 if number is None else number)):
        return start
    first = exercise.starts[0]
    example = f"1: {exercise.game.whereabouts(first.state, exercise.player)}"
    facts = {"board": number, "example": example}
    raise AnswerError(say('There is no board {board}; write for example "{example}".', **facts))


def _board(exercise: Exercise, answer: str) -> str:
    """Return the number of the board that is predicted."""
    return str(board_of(answer)[0] or 1)


def _start(exercise: Exercise, board: str) -> Start | None:
    return {str(number): start for number, start in enumerate(exercise.starts, 1)}.get(board)


def solution(exercise: Exercise) -> str:
    """Return where the piece is then on the first start."""
    return _place(exercise, exercise.starts[0])


def _place(exercise: Exercise, start: Start, happens: Happens = attempt) -> str:
    tried = asked_run(exercise, start, happens)
    return exercise.game.whereabouts(tried.trace.final, tried.player)


def flaws(exercise: Exercise) -> Iterator[Remark]:
    """Yield remarks on what is typed or not given, and on boards without a right answer."""
    yield from typed_solution(exercise)
    yield from nothing_given(exercise)
    last = asked_run(exercise, exercise.starts[0]).trace.last_round
    if (after := exercise.file.after) > last:
        facts = {"after": after, "last": last}
        yield Remark("after", say("after = {after}: the run ends with round {last}.", **facts))
    for number, start in enumerate(exercise.starts[1:], 2):
        answer = f"{number}: {_place(exercise, start)}"
        if not judged(exercise, answer).solved:
            says = say("The prediction for board {number} is refused.", number=number)
            yield Remark("starts", says)


def _before(exercise: Exercise, board: str) -> Hint | None:
    """Return where the run is before its last card."""
    start = _start(exercise, board)
    steps = played_steps(asked_run(exercise, start).trace) if start else []
    if len(steps) < 2:
        return None
    place = exercise.game.whereabouts(steps[-1].before, exercise.player)
    return Hint("before", say("Before the last card: {place}.", place=place), board)


def _end(exercise: Exercise, board: str) -> Hint | None:
    if not (start := _start(exercise, board)):
        return None
    place = _place(exercise, start)
    says = say("It ends like this: {place}.", place=place)
    if exercise.file.after:
        says = say("It is here then: {place}.", place=place)
    return whole(exercise, board, says)


PREDICT = Kind(
    "predict",
    form=PREDICTION,
    judge=judge,
    flaws=flaws,
    ladder=(Rung("before", _before, _board), Rung("solution", _end, _board)),
    solution=solution,
    explain=_explain,
    predicted_outcome=_outcome,
)
