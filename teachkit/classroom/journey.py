"""A learner's progress on the map of the course, computed from the answers file alone.

To be quick with hundreds of exercises, it trusts the points that are stored with the answers, and
reads only files of unsolved exercises in lessons that have been begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from teachkit.classroom.answers import Answers
from teachkit.classroom.course import Course, Lesson, course
from teachkit.classroom.library import exercise_files, load
from teachkit.core.data import read_toml
from teachkit.errors import TeachkitError


@dataclass(frozen=True)
class Reached:
    """A learner's progress in one lesson.

    An exercise is solved if its best answer earned all points. `left` are the files of exercises
    that are not solved, and `untried` those whose points are not in the answers file; `known` is
    the number of points that the other exercises are worth.
    """

    lesson: Lesson
    begun: bool
    total: int
    solved: int = 0
    points: int = 0
    medals: int = 0
    badges: int = 0
    changed: str = ""
    left: tuple[Path, ...] = ()
    known: int = 0
    untried: tuple[Path, ...] = ()

    @property
    def done(self) -> bool:
        """Whether every exercise outside the phase "stretch" is solved; this wins the part."""
        return self.begun and all(_is_extra(path, path.stat().st_mtime) for path in self.left)

    @property
    def possible(self) -> int:
        """The points for all exercises of the lesson. This reads the files that are `untried`."""
        return self.known + sum(load(path).possible for path in self.untried)


def journey(answers: Answers) -> list[Reached]:
    """Return the learner's progress in each lesson of the course, in the order of the lessons."""
    records = answers.read()["answers"]
    files: dict[str, dict[str, Path]] = {}
    for name, path in exercise_files().items():
        files.setdefault(path.parent.name, {})[name] = path
    return [_reached(each, files.get(each.number, {}), records) for each in course().lessons]


def ahead(reached: Sequence[Reached]) -> Reached | None:
    """Return the lesson that comes next, or `None` if all are done.

    It is the lesson in which the learner was last, or the one after it that is not done yet. A
    lesson that gives no part, such as the tour, is next only as the very first.
    """
    last = max(range(len(reached)), key=lambda at: (reached[at].begun, reached[at].changed))
    wanted = (each for each in (*reached[last:], *reached[:last]) if not each.done)
    begun = reached[last].begun
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
    return tuple(each.lesson.part for each in reached if each.done and each.lesson.part)


def _reached(
    lesson: Lesson, files: Mapping[str, Path], records: Mapping[str, Mapping[str, Any]]
) -> Reached:
    there = {name: records[name] for name in files if name in records}
    if not there:
        return Reached(lesson, False, len(files))

    def total(field: str) -> int:
        return sum(int(record.get(field, 0)) for record in there.values())

    solved = {name for name, record in there.items() if _is_solved(record)}
    return Reached(
        lesson,
        True,
        len(files),
        len(solved),
        total("points"),
        total("medals"),
        total("badges"),
        max(record.get("changed", "") for record in there.values()),
        tuple(path for name, path in files.items() if name not in solved),
        total("possible"),
        tuple(path for name, path in files.items() if "possible" not in there.get(name, {})),
    )


def _is_solved(record: Mapping[str, Any]) -> bool:
    return bool(0 < record.get("possible", 0) <= record.get("points", 0))


@lru_cache(maxsize=1024)
def _is_extra(path: Path, changed: float) -> bool:
    return read_toml(path).get("phase") == "stretch"
