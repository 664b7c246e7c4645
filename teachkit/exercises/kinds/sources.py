"""Exercises that are answered with Python: what `function` and `drive` share."""

from __future__ import annotations

from teachkit.exercises.explaining.rungs import Hint, Rung, all_of_it
from teachkit.exercises.kinds.written import with_why
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say


def _source(exercise: Exercise, about: str) -> Hint | None:
    source = exercise.file.solution.answer.strip("\n")
    if not source:
        return None
    return Hint("solution", "\n".join((with_why(exercise, say("A solution:")), source)), about)


SOLUTION = Rung("solution", all_of_it, _source, stays=True)
"""The author's own, at the top of the ladder."""
