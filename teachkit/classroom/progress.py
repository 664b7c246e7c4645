"""Points for an exercise or a lesson, and a learner's progress on the map of the course.

Points are computed by grading the learner's answers. To be quick with hundreds of exercises,
progress trusts the points that are stored with the answers, and reads only files of unsolved
exercises in lessons that have been begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, Self

from teachkit.classroom import library
from teachkit.classroom.answers import Answers
from teachkit.core.data import read_toml
from teachkit.errors import TeachkitError
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.course import Course, Lesson
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import points_in_words


class Reached(NamedTuple):
    """A learner's progress in a lesson: the exercises' files by id, and the records of some."""

    lesson: Lesson
    files: Mapping[str, Path]
    records: Mapping[str, Mapping[str, Any]]

    @property
    def solved(self) -> set[str]:
        """The exercises whose best answer earned all points."""
        known = self.records.items()
        return {name for name, its in known if 0 < its.get("possible", 0) <= its.get("points", 0)}

    @property
    def done(self) -> bool:
        """Whether every exercise outside the phase "stretch" is solved; this wins the part."""
        left = [self.files[name] for name in self.files.keys() - self.solved]
        return bool(self.records) and all(_is_extra(each, each.stat().st_mtime) for each in left)

    @property
    def possible(self) -> int:
        """The points for all exercises of the lesson."""
        return sum(
            int(self.records.get(name, {}).get("possible", 0)) or library.load(path).possible
            for name, path in self.files.items()
        )

    def total(self, field: str) -> int:
        """Return the sum of a field of the records: points, medals or badges."""
        return sum(int(record.get(field, 0)) for record in self.records.values())

    @property
    def changed(self) -> str:
        return max((record.get("changed", "") for record in self.records.values()), default="")


def journey(answers: Answers) -> list[Reached]:
    """Return the learner's progress in each lesson of the course, in the order of the lessons."""
    records = answers.read()["answers"]
    files: dict[str, dict[str, Path]] = {each.number: {} for each in library.course().lessons}
    for name, path in library.own_files(answers.learner).items():
        files.setdefault(library.lesson_of(path), {})[name] = path
    return [
        Reached(lesson, there, {name: records[name] for name in there if name in records})
        for lesson in library.course().lessons
        for there in [files[lesson.number]]
    ]


def ahead(reached: Sequence[Reached]) -> Reached | None:
    """Return the lesson that comes next, or `None` if all are done.

    It is the lesson in which the learner was last, or the one after it that is not done yet. A
    lesson that gives no part, such as the tour, is next only as the very first.
    """
    last = max(range(len(reached)), key=lambda n: (bool(reached[n].records), reached[n].changed))
    wanted = (each for each in (*reached[last:], *reached[:last]) if not each.done)
    begun = reached[last].records
    return next((each for each in wanted if each.lesson.part or not begun), None)


def parts_won(answers: Answers) -> tuple[str, ...]:
    """Return the parts of the rover that the learner has won, or none if the map is switched off.

    Whatever is wrong with the answers file, the boards are shown.
    """
    with suppress(OSError, TeachkitError):
        known, changed = library.course(), answers.path.stat().st_mtime_ns
        return _won(answers.path, changed, known, Path.cwd()) if known.shows_map else ()
    return ()


@lru_cache(maxsize=4)
def _won(path: Path, changed: int, known: Course, folder: Path) -> tuple[str, ...]:
    reached = journey(Answers(path.parent, path.stem.removeprefix("answers").strip("-")))
    return tuple(each.lesson.part for each in reached if each.lesson.part and each.done)


@lru_cache(maxsize=1024)
def _is_extra(path: Path, changed: float) -> bool:
    return read_toml(path).get("phase") == "stretch"


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
    mine = answers.learner
    wanted = library.exercises_of(name, learner=mine) or [library.find_exercise(name, learner=mine)]
    earned = sum(points_of(exercise, answers) for exercise in wanted)
    return Points(earned, possible=sum(exercise.possible for exercise in wanted))


def points_of(exercise: Exercise, answers: Answers) -> int:
    """Grade the learner's last and best answers to `exercise`, and return the higher points.

    Points stored in the answers file are ignored. Without an answer, return 0.
    """
    record = answers.record(exercise.id)
    given = {str(record[key]) for key in ("answer", "best") if record.get(key)}
    return max((grade(exercise, answer).points for answer in given), default=0)
