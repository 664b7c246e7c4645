"""What is doubtful in an exercise that holds: it may be meant, and should be looked at."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.program import Program
from teachkit.exercises.difficulty import way_round
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.forms import Form
from teachkit.exercises.grade import grade
from teachkit.exercises.kinds import kind_of
from teachkit.exercises.verdict import Remark
from teachkit.words import say


def flags(exercise: Exercise) -> Iterator[Remark]:
    """Everything that is doubtful."""
    yield from _concepts_not_needed(exercise)
    if kind_of(exercise).FORM is Form.SOURCE:
        yield from _points_for_nothing(exercise)


def _concepts_not_needed(exercise: Exercise) -> Iterator[Remark]:
    """A program earns everything without the cards that carry what is taught."""
    for concept in exercise.file.teaches:
        found = way_round(exercise, concept)
        if isinstance(found, Program):
            says = say("Solvable without {concept}: {program}; limit the cards or add a check.",
                       concept=concept, program=found)  # fmt: skip
            yield Remark("teaches", says)


def _points_for_nothing(exercise: Exercise) -> Iterator[Remark]:
    """The Python that is given earns points before a learner has written anything."""
    points = grade(exercise, exercise.file.given).points
    if points:
        says = say("The given Python earns {points} of {possible} as it is; ask for more.",
                   points=points, possible=exercise.possible)  # fmt: skip
        yield Remark("given", says)
