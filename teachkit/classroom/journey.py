"""A learner's progress on the map of the course, computed from the answers file alone.

To be quick with hundreds of exercises, it trusts the points that are stored with the answers, and
reads only files of unsolved exercises in lessons that have been begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from teachkit.classroom.answers import Answers
from teachkit.classroom.course import Course, Lesson, course
from teachkit.classroom.library import exercise_files, load
from teachkit.core.data import read_toml
from teachkit.errors import TeachkitError


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
            int(self.records.get(name, {}).get("possible", 0)) or load(path).possible
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
    files: dict[str, dict[str, Path]] = {each.number: {} for each in course().lessons}
    for name, path in exercise_files().items():
        files.setdefault(path.parent.name, {})[name] = path
    return [
        Reached(lesson, there, {name: records[name] for name in there if name in records})
        for lesson in course().lessons
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
        known, changed = course(), answers.path.stat().st_mtime_ns
        return _won(answers.path, changed, known, Path.cwd()) if known.shows_map else ()
    return ()


@lru_cache(maxsize=4)
def _won(path: Path, changed: int, known: Course, folder: Path) -> tuple[str, ...]:
    reached = journey(Answers(path.parent, path.stem.removeprefix("answers").strip("-")))
    return tuple(each.lesson.part for each in reached if each.lesson.part and each.done)


@lru_cache(maxsize=1024)
def _is_extra(path: Path, changed: float) -> bool:
    return read_toml(path).get("phase") == "stretch"
