"""The course: `course.toml` with the lessons in order, and `renamed.toml` with exercises' old ids.

Both are beside the lessons. A learner's folder holds them if it is a released course; a folder
without exercises of its own uses the files that come with teachkit.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from teachkit.core.data import read_toml, structure
from teachkit.errors import DataError

COURSE, RENAMED = "course.toml", "renamed.toml"


def packaged_lessons() -> Path:
    """Return the folder of the lessons that come with teachkit.

    In an installation, the folder is inside the package; in the repository, it is beside it.
    """
    package = Path(__file__).resolve().parent.parent
    installed = package / "lessons"
    return installed if installed.is_dir() else package.parent / "lessons"


@dataclass(frozen=True)
class RulesCard:
    """The rules of a game on a card, which is printed with the handout of a lesson.

    `text` may have **bold** and `code` parts. `board` names the exercise, such as `19-02`, whose
    first board is drawn below the text; with "", there is no picture.
    """

    title: str
    text: str
    board: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a course: its place on the map, its length, and the part of the rover it gives.

    `at` is the position of the place, in percent from the left and from the top of the map.
    `python` lists what the lesson teaches of Python. `card` has the rules to print, if any.
    """

    number: str
    place: str
    at: tuple[float, float] = (50, 50)
    periods: int = 1
    part: str = ""
    python: tuple[str, ...] = ()
    card: RulesCard | None = None


@dataclass(frozen=True)
class MapSettings:
    """Whether learners see the map of the course and the parts of their rover."""

    show: bool = True


@dataclass(frozen=True)
class Course:
    """The lessons of a course in their order."""

    lessons: tuple[Lesson, ...] = ()
    map: MapSettings = MapSettings()

    @property
    def shows_map(self) -> bool:
        """Whether learners see the map and the parts; `TEACHKIT_MAP=off` switches them off, too."""
        return self.map.show and os.environ.get("TEACHKIT_MAP") != "off"

    def after(self, lesson: str) -> list[str]:
        """Return the numbers of the lessons after `lesson`, in their order."""
        numbers = [each.number for each in self.lessons]
        return numbers[numbers.index(lesson) + 1 :] if lesson in numbers else []


def course(folder: Path | None = None) -> Course:
    """Return the course of the lessons in `folder` (by default, the working folder).

    A folder with exercises but without `course.toml` has no course: one without lessons. Raise
    `DataError` if the file is faulty.
    """
    folder = folder or Path.cwd()
    own = folder / COURSE
    if own.is_file():
        return _course(own, own.stat().st_mtime)
    if (folder / "exercises").is_dir():
        return Course()
    packaged = packaged_lessons() / COURSE
    return _course(packaged, packaged.stat().st_mtime)


@lru_cache(maxsize=8)
def _course(path: Path, changed: float) -> Course:
    try:
        return structure(read_toml(path), Course)
    except DataError as error:
        raise DataError(error.says, error.file or path) from error


def lesson_files() -> dict[str, Path]:
    """Return the notebooks in the working folder by the number of their lesson.

    After an update, a number may have two notebooks; the one that comes with teachkit counts.
    """
    ours = {path.name for path in packaged_lessons().glob("*.ipynb")}
    there = Path().glob("[0-9][0-9]-*.ipynb")
    return {file.name[:2]: file for file in sorted(there, key=lambda f: (f.name in ours, f.name))}


def renamed(folder: Path | None = None) -> dict[str, str]:
    """Return the present ids of exercises by their earlier ids, in `folder` and in teachkit.

    An id that an exercise in `folder` (by default, the working folder) still has is left out.
    """
    folder, found = folder or Path.cwd(), dict[str, str]()
    for path in (packaged_lessons() / RENAMED, folder / RENAMED):
        if path.is_file():
            found |= _renamed(path, path.stat().st_mtime)
    for path in (folder / "exercises").rglob("*.toml"):
        found.pop(path.stem, None)
    for _ in range(3):  # an exercise may have moved more than once
        found = {old: found.get(new, new) for old, new in found.items()}
    return found


@lru_cache(maxsize=8)
def _renamed(path: Path, changed: float) -> dict[str, str]:
    return structure(read_toml(path), dict[str, str])
