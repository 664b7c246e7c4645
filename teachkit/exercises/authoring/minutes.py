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
    found: dict[str, LessonMinutes] = {}
    for exercise in sorted(exercises, key=lambda each: each.lesson):
        name = exercise.lesson
        lesson = found.get(name) or LessonMinutes(name, 0, 0, periods.get(name, 1))
        if exercise.file.phase == "stretch":
            found[name] = lesson._replace(stretch=lesson.stretch + minutes(exercise))
        else:
            found[name] = lesson._replace(required=lesson.required + minutes(exercise))
    return list(found.values())
