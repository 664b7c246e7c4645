"""Functions that find and load the exercises in folders of lessons."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from teachkit.classroom.course import packaged_lessons, renamed
from teachkit.core.strings import suggested
from teachkit.errors import UnknownNameError
from teachkit.exercises.authoring.code_letters import is_code
from teachkit.exercises.authoring.codes import Made, read_code
from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.generator.proposed_words import proposed_text
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say

RELEASED = ".teachkit-release"  # lists the released files; no other files may be replaced


def exercise_files(folder: Path | None = None) -> dict[str, Path]:
    """Return the files of all exercises by id, sorted by id.

    Files in `folder` (by default, the working folder) override packaged files with the same id.
    """
    found: dict[str, Path] = {}
    for place in (packaged_lessons(), folder or Path.cwd()):
        found |= {path.stem: path for path in sorted((place / "exercises").rglob("*.toml"))}
    return dict(sorted(found.items()))


def find_exercise(name: str, folder: Path | None = None) -> Exercise:
    """Return the exercise `name`: an id, a path if it ends in `.toml`, or the code of an exercise.

    The start of an id, such as `02-04`, is enough if it is unique; an earlier id of the exercise is
    found, too. Raise `UnknownNameError` if
    there is no such exercise, `DataError` if its file is faulty, and `CodeError` if its code is.
    """
    if name.endswith(".toml"):
        return load(Path(name))
    files = exercise_files(folder)
    name = name if name in files else renamed(folder).get(name, name)
    matches = [name] if name in files else [key for key in files if key.startswith(f"{name}-")]
    if len(matches) != 1 and is_code(name):
        return friends_exercise(read_code(name))
    if len(matches) != 1:
        raise UnknownNameError(unknown_exercise(name, files))
    return load(files[matches[0]])


def load(path: Path) -> Exercise:
    """Return the exercise in the file `path`, which is read again only if it has changed."""
    return _loaded(path, _changed(path))


def friends_exercise(made: Made) -> Exercise:
    """Return the exercise that a code holds, with a text that says what is asked."""
    exercise = make_exercise(made.id, made.data)
    return make_exercise(made.id, made.data | {"text": proposed_text(exercise)})


def unknown_exercise(name: str, files: Collection[str]) -> str:
    """Return an error message for an unknown exercise; suggest a similar id if there is one."""
    says = say('There is no exercise "{name}".', name=name)
    begun = next((key for key in files if key.startswith(f"{name}-")), name)
    return suggested(says, begun, files, lists=False)


def exercises_of(lesson: str, folder: Path | None = None) -> list[Exercise]:
    """Return the exercises of `lesson`, sorted by id; an empty list if the lesson is unknown."""
    files = exercise_files(folder)
    return [find_exercise(name, folder) for name in files if files[name].parent.name == lesson]


def _changed(path: Path) -> float:
    return path.stat().st_mtime if path.is_file() else 0.0


@lru_cache(maxsize=512)
def _loaded(path: Path, changed: float) -> Exercise:
    return load_exercise(path)
