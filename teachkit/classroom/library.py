"""Functions that find and load what is in folders of lessons: the course, and the exercises.

The course consists of `course.toml`, with the lessons in order, and `renamed.toml`, with earlier
ids of exercises. A learner's folder holds them if it is a released course; a folder without
exercises of its own uses the files that come with teachkit.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

from teachkit.classroom.variants import of_others, variant_of, variants_in
from teachkit.core.data import read_toml, structure
from teachkit.core.strings import suggested
from teachkit.errors import DataError, UnknownNameError
from teachkit.exercises.authoring.codes import Made, read_code
from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.authoring.packing import is_code
from teachkit.exercises.authoring.proof import COURSE, RENAMED
from teachkit.exercises.generator.proposed_words import proposed_text
from teachkit.exercises.model.course import Course
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say


@cache
def packaged_lessons() -> Path:
    """Return the folder of the lessons that come with teachkit.

    In an installation, the folder is inside the package; in the repository, it is beside it.
    """
    package = Path(__file__).resolve().parent.parent
    installed = package / "lessons"
    return installed if installed.is_dir() else package.parent / "lessons"


def course(folder: Path | None = None) -> Course:
    """Return the course of the lessons in `folder` (by default, the working folder).

    A folder with exercises but without `course.toml` has no course: one without lessons. Raise
    `DataError` if the file is faulty.
    """
    folder = folder or Path.cwd()
    path = folder / COURSE
    if not path.is_file():
        if (folder / "exercises").is_dir():
            return Course()
        path = packaged_lessons() / COURSE
    return _course(path, path.stat().st_mtime)


@lru_cache(maxsize=8)
def _course(path: Path, changed: float) -> Course:
    try:
        return structure(read_toml(path), Course)
    except DataError as error:
        raise error if error.file else DataError(error.says, path) from None


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


RELEASED = ".teachkit-release"  # lists the released files; no other files may be replaced


def visible_files(folder: Path) -> list[Path]:
    """Return the relative paths of the files in `folder`, without hidden files and folders."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())
    return sorted(path for path in paths if not any(part.startswith(".") for part in path.parts))


def exercise_files(folder: Path | None = None) -> dict[str, Path]:
    """Return the files of all exercises by id, sorted by id.

    Files in `folder` (by default, the working folder) override packaged files with the same id.
    """
    found: dict[str, Path] = {}
    for place in (packaged_lessons(), folder or Path.cwd()):
        found |= {path.stem: path for path in sorted((place / "exercises").rglob("*.toml"))}
    return dict(sorted(found.items()))


def find_exercise(name: str, folder: Path | None = None, learner: str = "") -> Exercise:
    """Return the exercise `name`: an id, a path if it ends in `.toml`, or the code of an exercise.

    The start of an id, such as `02-04`, is enough if it is unique; an earlier id of the exercise is
    found, too. If the exercise has a variant for each pupil, `learner` gets their own. Raise
    `UnknownNameError` if there is no such exercise, `DataError` if its file is faulty, and
    `CodeError` if its code is.
    """
    if name.endswith(".toml"):
        return load(Path(name))
    files = exercise_files(folder)
    if name in (variants := variants_in(folder)):
        name = variant_of(name, learner, variants)
    name = name if name in files else renamed(folder).get(name, name)
    if found := meant(name, files):
        return load(files[found])
    if is_code(name):
        return friends_exercise(read_code(name))
    raise UnknownNameError(unknown_exercise(name, files))


def meant(name: str, files: Collection[str]) -> str:
    """Return the id `name`, or else the only one that begins with it, or "" if there is none."""
    found = [name] if name in files else [key for key in files if key.startswith(f"{name}-")]
    return found[0] if len(found) == 1 else ""


def load(path: Path) -> Exercise:
    """Return the exercise in the file `path`, which is read again only if it has changed."""
    return _loaded(path, path.stat().st_mtime if path.is_file() else 0.0)


def friends_exercise(made: Made) -> Exercise:
    """Return the exercise that a code holds, with a text that says what is asked."""
    exercise = make_exercise(made.id, made.data)
    return make_exercise(made.id, made.data | {"text": proposed_text(exercise)})


def unknown_exercise(name: str, files: Collection[str]) -> str:
    """Return an error message for an unknown exercise; suggest a similar id if there is one."""
    says = say('There is no exercise "{name}".', name=name)
    begun = next((key for key in files if key.startswith(f"{name}-")), name)
    return suggested(says, begun, files, lists=False)


def exercises_of(
    lesson: str, folder: Path | None = None, learner: str | None = None
) -> list[Exercise]:
    """Return the exercises of `lesson`, sorted by id; an empty list if the lesson is unknown.

    If `learner` is given, other learners' variants are left out.
    """
    files = exercise_files(folder) if learner is None else own_files(learner, folder)
    return [load(path) for path in files.values() if lesson_of(path) == lesson]


def own_files(learner: str, folder: Path | None = None) -> dict[str, Path]:
    """Return the files of all exercises by id, without other learners' variants."""
    others = of_others(learner, variants_in(folder))
    return {name: path for name, path in exercise_files(folder).items() if name not in others}


def lesson_of(path: Path) -> str:
    """Return the lesson of the exercise in the file `path`, which its key `lesson` names.

    If the file cannot be read, the lesson is the name of its folder. The files that come with
    teachkit are always in the folder of their lesson, so they need not be read.
    """
    if path.is_relative_to(packaged_lessons()) or not path.is_file():
        return path.parent.name
    return _lesson_of(path, path.stat().st_mtime)


@lru_cache(maxsize=1024)
def _lesson_of(path: Path, changed: float) -> str:
    with suppress(DataError):
        if isinstance(lesson := read_toml(path).get("lesson"), str):
            return lesson
    return path.parent.name


@lru_cache(maxsize=512)
def _loaded(path: Path, changed: float) -> Exercise:
    return load_exercise(path)
