"""What was given and is handed in as it is: no try, whatever it does."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.language.program import Program
from teachkit.errors import TeachkitError
from teachkit.exercises.kinds import kind_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.forms import Form
from teachkit.exercises.model.verdict import Grade, no_try
from teachkit.words import say, translate


def is_untouched(exercise: Exercise, answer: str) -> bool:
    """Whether an answer is what was given, handed in as it is."""
    form, given = kind_of(exercise).FORM, exercise.file.given
    if form is Form.SOURCE:
        return bool(given.strip()) and answer.strip() == given.strip()
    if form not in (Form.CARDS, Form.LANES) or not (laid := _laid(exercise, given)):
        return False
    return _laid(exercise, answer) == laid


def nothing_done(exercise: Exercise, answer: str, result: Grade) -> Grade:
    """What is said of it: of cards what its author says, or else what to do."""
    if kind_of(exercise).FORM is Form.SOURCE:
        none = tuple(replace(verdict, passed=False, points=0) for verdict in result.verdicts)
        return replace(result, verdicts=none, points=0, unread=True)
    laid = _laid(exercise, answer)
    authors = [translate(mistake.says) for mistake in exercise.file.mistakes
               if _laid(exercise, mistake.answer) == laid]  # fmt: skip
    if exercise.file.mark:
        says = say("Nothing is changed yet; find the first wrong card.")
    else:
        says = say("Nothing is changed yet; change a card first.")
    says = authors[0] if authors else says
    return replace(no_try(exercise.possible, says), failed_start=result.failed_start)


def _laid(exercise: Exercise, text: str) -> Program | None:
    """The program that a text is, if it can be read."""
    try:
        return kind_of(exercise).program(exercise, text)
    except TeachkitError:
        return None
