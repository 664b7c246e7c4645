"""How far a learner has come on the map, computed from the answers file alone.

To be quick with hundreds of exercises, it trusts the points that are stored with the answers, and
reads only files of exercises in lessons that have been begun.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from teachkit.classroom.answers import Answers
from teachkit.classroom.course import Lesson, course
from teachkit.classroom.library import exercise_files, load
from teachkit.core.data import read_toml


@dataclass(frozen=True)
class Reached:
    """A learner's progress in one lesson.

    An exercise is solved if its best answer earned all points. `has_part` is true if the lesson
    gives a part of the rover and every exercise of it that is not in the phase "stretch" is solved.
    """

    lesson: Lesson
    solved: int = 0
    total: int = 0
    points: int = 0
    possible: int = 0
    medals: int = 0
    begun: bool = False
    required: int = 0
    left: int = 0

    @property
    def done(self) -> bool:
        """Whether every required exercise is solved."""
        return self.required > 0 and not self.left

    @property
    def has_part(self) -> bool:
        return self.done and bool(self.lesson.part)


def journey(answers: Answers, folder: Path | None = None) -> list[Reached]:
    """Return the learner's progress in each lesson of the course, in the order of the lessons."""
    records = answers.read()["answers"]
    files: dict[str, dict[str, Path]] = {}
    for name, path in exercise_files(folder).items():
        files.setdefault(path.parent.name, {})[name] = path
    return [_reached(each, files.get(each.number, {}), records) for each in course(folder).lessons]


def parts_won(answers: Answers, folder: Path | None = None) -> tuple[str, ...]:
    """Return the parts of the rover that the learner has won, unless the map is switched off."""
    if not course(folder).shows_map:
        return ()
    return tuple(each.lesson.part for each in journey(answers, folder) if each.has_part)


def _reached(
    lesson: Lesson, files: Mapping[str, Path], records: Mapping[str, Mapping[str, Any]]
) -> Reached:
    there = {name: records[name] for name in files if name in records}
    if not there:
        return Reached(lesson, total=len(files))
    solved = {name for name, record in there.items() if _is_solved(record)}
    required = [name for name, path in files.items() if _is_required(path, path.stat().st_mtime)]
    return Reached(
        lesson,
        len(solved),
        len(files),
        sum(int(record.get("points", 0)) for record in there.values()),
        sum(_possible(files[name], there.get(name, {})) for name in files),
        sum(len(record.get("medals", ())) for record in there.values()),
        True,
        len(required),
        len(set(required) - solved),
    )


def _is_solved(record: Mapping[str, Any]) -> bool:
    return bool(0 < record.get("possible", 0) <= record.get("points", 0))


def _possible(path: Path, record: Mapping[str, Any]) -> int:
    return int(record["possible"]) if "possible" in record else load(path).possible


@lru_cache(maxsize=1024)
def _is_required(path: Path, changed: float) -> bool:
    return read_toml(path).get("phase") != "stretch"
