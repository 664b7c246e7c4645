"""What is doubtful in an exercise that holds: it may be meant, and should be looked at."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.language.program import Program
from teachkit.exercises.authoring.difficulty import way_round
from teachkit.exercises.authoring.unknown_names import (
    cards_not_there,
    concepts_without_cards,
    places_not_there,
    wanted_by_nobody,
)
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Remark
from teachkit.exercises.running.execution import execute_here
from teachkit.exercises.running.results import Execute
from teachkit.words import say


def flags(exercise: Exercise, execute: Execute = execute_here) -> Iterator[Remark]:
    """Everything that is doubtful; `execute` runs the author's Python."""
    yield from concepts_without_cards(exercise)
    yield from cards_not_there(exercise)
    yield from places_not_there(exercise)
    yield from wanted_by_nobody(exercise)
    yield from _concepts_not_needed(exercise)
    if exercise.kind.form.runs_python:
        yield from _points_for_nothing(exercise, execute)


def _concepts_not_needed(exercise: Exercise) -> Iterator[Remark]:
    """A program earns everything without the cards that carry what is taught."""
    for concept in exercise.file.teaches:
        found = way_round(exercise, concept)
        if isinstance(found, Program):
            says = say("Solvable without {concept}: {program}; limit the cards or add a check.",
                       concept=concept, program=found)  # fmt: skip
            yield Remark("teaches", says)


def _points_for_nothing(exercise: Exercise, execute: Execute) -> Iterator[Remark]:
    """The Python that is given earns points before a learner has written anything."""
    points = judged(exercise, exercise.file.given, execute).points
    if points:
        says = say("The given Python earns {points} of {possible} as it is; ask for more.",
                   points=points, possible=exercise.possible)  # fmt: skip
        yield Remark("given", says)
