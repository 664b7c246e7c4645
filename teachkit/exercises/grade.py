"""An answer judged: a text goes in, verdicts with points come out.

Programs are run by the rules; what a learner predicts or traces is compared with what the
rules say, so no right answer is ever typed by an author. Only a learner's Python is executed,
where the caller wants it: in a lesson here, else in a sandbox.
"""

from __future__ import annotations

from dataclasses import replace

from teachkit.errors import TeachkitError
from teachkit.exercises.execution import execute_here
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.functions.results import Execute
from teachkit.exercises.kinds import kind_of
from teachkit.exercises.verdict import Grade, earns_nothing
from teachkit.words import say


def grade(exercise: Exercise, answer: str, execute: Execute = execute_here) -> Grade:
    """The grade of an answer, whatever it says; a wrong or unreadable one earns nothing.

    The first sentence of `says` is how far it is. `execute` runs a learner's Python.
    """
    if not answer.strip():
        none = earns_nothing(exercise.possible, say("There is no answer yet."))
        return replace(none, unread=True)
    try:
        return kind_of(exercise).judge(exercise, answer, execute)
    except TeachkitError as error:
        return earns_nothing(exercise.possible, error.says)
