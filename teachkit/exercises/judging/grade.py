"""An answer judged: a text goes in, verdicts with points come out.

Programs are run by the rules; what a learner predicts or traces is compared with what the
rules say, so no right answer is ever typed by an author. Only a learner's Python is executed,
where the caller wants it: in a lesson here, else in a sandbox.
"""

from __future__ import annotations

from dataclasses import replace

from teachkit.errors import TeachkitError
from teachkit.exercises.explaining.explain import explained
from teachkit.exercises.judging.untouched import is_untouched, nothing_done
from teachkit.exercises.misreadings.explained import alone, names
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade, earns_nothing, no_try
from teachkit.exercises.running.execution import execute_here
from teachkit.exercises.running.results import Execute
from teachkit.words import say


def grade(exercise: Exercise, answer: str, execute: Execute = execute_here) -> Grade:
    """The grade of an answer, whatever it says; a wrong or unreadable one earns nothing.

    The first sentence of `says` is how far it is, the second what the author foresaw, or else
    what explains a wrong program. `execute` runs a learner's Python. What was given and is handed
    in as it is, is no try: it earns nothing, whatever it does.
    """
    result = judged(exercise, answer, execute)
    if not result.unread and is_untouched(exercise, answer):
        return nothing_done(exercise, answer, result)
    if result.failed_start is None:  # it is right, or was never run
        return result
    result = replace(result, ideas=names(alone(exercise, answer)))
    says = explained(exercise, answer)
    first, *others = result.says
    return replace(result, says=(first, says, *others)) if says else result


def judged(exercise: Exercise, answer: str, execute: Execute = execute_here) -> Grade:
    """The same without an explanation: what an answer earns, for who only wants to know that."""
    if not answer.strip():
        return no_try(exercise.possible, say("There is no answer yet."))
    kind = exercise.kind
    try:
        kind.program(exercise, answer)
    except TeachkitError as error:
        return no_try(exercise.possible, error.says)
    try:
        return kind.judge(exercise, answer, execute)
    except TeachkitError as error:
        return earns_nothing(exercise.possible, error.says)
