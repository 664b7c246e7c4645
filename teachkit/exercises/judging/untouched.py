"""What was given and is handed in as it is: no try, whatever it does."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.mistakes import foreseen_program
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, no_try
from teachkit.words import say


def is_untouched(exercise: Exercise, answer: str) -> bool:
    """Whether an answer is what was given, handed in as it is."""
    form, given = exercise.kind.form, exercise.file.given
    if form.runs_python:
        return bool(given.strip()) and answer.strip() == given.strip()
    laid = _laid(exercise, given) if form.begins_as_given else None
    return bool(laid) and _laid(exercise, answer) == laid


def nothing_done(exercise: Exercise, answer: str, result: Grade) -> Grade:
    """What is said of it: of cards what its author says, or else what to do."""
    if exercise.kind.form.runs_python:
        none = tuple(replace(verdict, passed=False, points=0) for verdict in result.verdicts)
        return replace(result, verdicts=none, points=0, unread=True)
    if exercise.file.mark:
        says = say("Nothing is changed yet; find the first wrong card.")
    else:
        says = say("Nothing is changed yet; change a card first.")
    says = foreseen_program(exercise, _laid(exercise, answer)) or says
    return replace(no_try(exercise.possible, says), failed_start=result.failed_start)


def _laid(exercise: Exercise, text: str) -> Program | None:
    """The program that a text is, if it can be read."""
    try:
        return exercise.kind.program(exercise, text)
    except TeachkitError:
        return None
