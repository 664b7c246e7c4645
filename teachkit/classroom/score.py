"""Points of an exercise or a lesson, computed anew from the learner's answers."""

from __future__ import annotations

from html import escape
from typing import Self

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercise_files, exercises_of, find_exercise
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say


class Points(float):
    """Points earned, of all that are `possible`: a number like any other, as text too.

    A notebook's check cell ends in it, and its number is what nbgrader reads; where it is shown
    as a page, it says what it is.

    >>> Points(1, possible=2)
    1.0
    """

    possible: int

    def __new__(cls, earned: float, possible: int) -> Self:
        points = super().__new__(cls, earned)
        points.possible = possible
        return points

    def _repr_html_(self) -> str:
        facts = {"points": f"{self:g}", "possible": self.possible}
        return f"<p>{escape(say('{points} of {possible} points', **facts))}</p>"


def points(name: str, answers: Answers | None = None) -> Points:
    """The points earned so far: of a lesson, `"02"`, or of one exercise."""
    answers = answers or Answers()
    files = exercise_files()
    lesson = any(path.parent.name == name for path in files.values())
    wanted = exercises_of(name) if lesson else [find_exercise(name)]
    earned = sum(points_of(exercise, answers) for exercise in wanted)
    return Points(earned, possible=sum(exercise.possible for exercise in wanted))


def points_of(exercise: Exercise, answers: Answers) -> int:
    """The better of the last answer and the best one; what the file says of points is not read."""
    record = answers.record(exercise.id)
    given = {str(record[key]) for key in ("answer", "best") if record.get(key)}
    return max((grade(exercise, answer).points for answer in given), default=0)
