"""Where an answer is pointed at or written: what will happen, and where it is after each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from teachkit.exercises.judging.attempts import table_steps
from teachkit.exercises.judging.predictions import asks, board_of
from teachkit.exercises.model.exercise import Exercise, Start
from teachkit.widgets.builder import Ordering
from teachkit.widgets.prediction import Prediction, TraceTable
from teachkit.words import say, translate

Asked: TypeAlias = Prediction | TraceTable | Ordering


def asked_of(exercise: Exercise, start: Start, answer: str) -> Asked | None:
    """The widget for it, with this answer in it; `None` where nothing of the kind is asked."""
    make = _FORMS.get(exercise.kind.form.desk)
    if exercise.file.predict:
        asked: Asked = _prediction(exercise, start, say("Before you run: how will it end?"))
    elif make:
        asked = make(exercise, start)
    else:
        return None
    asked.answer = answer
    return asked


def kept_answer(exercise: Exercise, record: Mapping[str, Any]) -> tuple[int, str]:
    """The board that an answer of before is about, and what was written; the rest is laid."""
    kept = str(record.get("prediction" if exercise.file.predict else "answer", ""))
    board, form = 1, exercise.kind.form
    if form.names_start:
        number, kept = board_of(kept)
        board = number if number and number <= len(exercise.starts) else 1
    kept = form.last(kept)
    is_laid = form.lays_cards and not exercise.file.predict
    return board, "" if is_laid else kept.strip(" ").rstrip()


def _line(exercise: Exercise, start: Start) -> Asked:
    return _prediction(exercise, start, asks(exercise, start))


def _prediction(exercise: Exercise, start: Start, label: str) -> Asked:
    return Prediction(exercise.game, start.state, label=label)


def _table(exercise: Exercise, start: Start) -> Asked:
    return TraceTable(
        exercise.game,
        start.state,
        rows=[played.says[0] for played in table_steps(exercise)],
        label=say("Fill in each row. Write “skipped” if a card does nothing."),
    )


def _ordering(exercise: Exercise, start: Start) -> Asked:
    return Ordering({letter: translate(each.says) for letter, each in exercise.options.items()})


_FORMS: Mapping[str, Callable[[Exercise, Start], Asked]] = {
    "prediction": _line,
    "table": _table,
    "ordering": _ordering,
}
