"""The minutes that the exercises of a lesson take, as an estimate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import NamedTuple

from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.model.exercise import Exercise

MOST_MINUTES = 25
"""The most minutes that the required exercises may take in one period."""


class LessonMinutes(NamedTuple):
    """The minutes that a lesson needs for its required exercises and for those under Stretch."""

    lesson: str
    required: int
    stretch: int
    periods: int = 1

    @property
    def most(self) -> int:
        return MOST_MINUTES * self.periods


def minutes(exercise: Exercise) -> int:
    """Return the minutes that learners need for `exercise`, which depend on its kind.

    Tables and orders take longer if they have more than five lines.
    """
    if not exercise.kind.form.is_long:
        return exercise.kind.minutes
    lines = solution(exercise).replace(",", "\n").splitlines()
    return exercise.kind.minutes * ceil(len(lines) / 5)


def lesson_minutes(
    exercises: Iterable[Exercise], periods: Mapping[str, int]
) -> list[LessonMinutes]:
    """Return the minutes of each lesson in `exercises`, in order.

    `periods` maps the numbers of lessons to their periods; other lessons have one. Exercises of the
    phase "stretch" are not required.
    """
    found: dict[str, list[int]] = {}
    for exercise in exercises:
        is_stretch = exercise.file.phase == "stretch"
        found.setdefault(exercise.lesson, [0, 0])[is_stretch] += minutes(exercise)
    return [
        LessonMinutes(name, required, stretch, periods.get(name, 1))
        for name, (required, stretch) in sorted(found.items())
    ]
