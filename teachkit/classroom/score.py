"""Points for an exercise or a lesson, computed from the learner's answers."""

from __future__ import annotations

from html import escape
from typing import Self

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercise_files, exercises_of, find_exercise
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import points_in_words


class Points(float):
    """Points earned out of `possible`: a float that notebooks display as a sentence.

    A notebook's check cell ends in such an object, and nbgrader reads its number.

    >>> Points(1, possible=2)
    1.0
    """

    possible: int

    def __new__(cls, earned: float, possible: int) -> Self:
        points = super().__new__(cls, earned)
        points.possible = possible
        return points

    def _repr_html_(self) -> str:
        return f"<p>{escape(points_in_words(f'{self:g}', self.possible))}</p>"


def points(name: str, answers: Answers | None = None) -> Points:
    """Return the points earned so far in the lesson (such as `"02"`) or the exercise `name`."""
    answers = answers or Answers()
    files = exercise_files()
    lesson = any(path.parent.name == name for path in files.values())
    wanted = exercises_of(name) if lesson else [find_exercise(name)]
    earned = sum(points_of(exercise, answers) for exercise in wanted)
    return Points(earned, possible=sum(exercise.possible for exercise in wanted))


def points_of(exercise: Exercise, answers: Answers) -> int:
    """Grade the learner's last and best answers to `exercise`, and return the higher points.

    Points stored in the answers file are ignored. Without an answer, return 0.
    """
    record = answers.record(exercise.id)
    given = {str(record[key]) for key in ("answer", "best") if record.get(key)}
    return max((grade(exercise, answer).points for answer in given), default=0)
