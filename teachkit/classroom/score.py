"""Points of an exercise or a lesson, computed anew from the learner's answers."""

from __future__ import annotations

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import exercise_files, exercises_of, find_exercise
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade


def points(name: str, answers: Answers | None = None) -> float:
    """The points earned so far: of a lesson, `"02"`, or of one exercise.

    Always a plain float: a notebook's check cell ends in it.
    """
    answers = answers or Answers()
    files = exercise_files()
    lesson = any(path.parent.name == name for path in files.values())
    wanted = exercises_of(name) if lesson else [find_exercise(name)]
    return float(sum(points_of(exercise, answers) for exercise in wanted))


def points_of(exercise: Exercise, answers: Answers) -> int:
    """The better of the last answer and the best one; what the file says of points is not read."""
    record = answers.record(exercise.id)
    given = {str(record[key]) for key in ("answer", "best") if record.get(key)}
    return max((grade(exercise, answer).points for answer in given), default=0)
