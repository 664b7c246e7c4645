"""New courses, lessons and exercises, written for teachers to change.

A course is a folder with notebooks, their exercises in the folder `exercises`, and `course.toml`.
Nothing that exists is overwritten, and nothing is written if a name is wrong.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from teachkit.classroom.library import exercise_files
from teachkit.classroom.notebooks import IMPORT
from teachkit.core.data import Table, read_toml, write_whole, writing_in
from teachkit.core.strings import json_text
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.files import load_exercise, toml_tables
from teachkit.exercises.authoring.proof import COURSE
from teachkit.exercises.authoring.reference import found
from teachkit.exercises.authoring.starters import starter, starter_text
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.file import PHASES
from teachkit.words import say

FIRST = "51-first-lesson"  # the lesson of a new course; the lessons of teachkit have lower numbers

WIDTH = 96  # characters of a comment

_LESSON = re.compile(r"(\d\d)((?:-[a-z0-9]+)+)")
_EXERCISE = re.compile(r"(\d\d)-(\d\d)(?:-[a-z0-9]+)+")


def new_exercise(name: str, kind: str, game: str, folder: Path) -> list[Path]:
    """Write the exercise `name` to the course in `folder`, and return the paths of the new files.

    Raise `DataError` if the name is not the id of an exercise, or is taken.
    """
    if not (parts := _EXERCISE.fullmatch(name)):
        says = say(
            '"{name}" is not the id of an exercise. Write it like 51-01-up-the-hill.', name=name
        )
        raise DataError(says)
    lesson, number = parts.groups()
    _check_free(f"{lesson}-{number}-", folder)
    return _written({_exercise_path(folder, name): commented(kind, game, lesson)})


def new_lesson(name: str, kinds: Sequence[str], game: str, folder: Path) -> list[Path]:
    """Write a lesson with an exercise of each of `kinds`, and return the paths of the new files.

    The lesson is added to the course in `folder`, whose `course.toml` may not exist. Raise
    `DataError` if the name is not that of a lesson, or if its number is taken.
    """
    files, entry = _lesson(name, kinds, game, folder)
    course = folder / COURSE
    if not course.exists():
        return _written(files)
    read_toml(course)
    text = course.read_text(encoding="utf-8") + entry
    try:
        tomllib.loads(text)
    except ValueError:
        raise DataError(say("write each lesson below a header [[lessons]]"), course) from None
    written = _written(files)
    write_whole(course, text)
    return written


def new_course(folder: Path, kinds: Sequence[str], game: str) -> list[Path]:
    """Write a course with one lesson to `folder`, and return the paths of the new files.

    Raise `FolderError` if there is something in the folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderError(say('"{path}" already exists. Choose a different name.', path=folder))
    files, entry = _lesson(FIRST, kinds, game, folder)
    about = say(
        "These are the lessons of this course, in their order. `place` is the name of a lesson on "
        "the map. `periods` is the number of periods it takes. To hide the map, remove the # from "
        "the next line."
    )
    lines = [*_comment(about), "# map = { show = false }", entry]
    return _written({folder / COURSE: "\n".join(lines), **files})


def _lesson(
    name: str, kinds: Sequence[str], game: str, folder: Path
) -> tuple[dict[Path, str], str]:
    """Return the texts of the files of a new lesson, and its entry in `course.toml`."""
    if not (parts := _LESSON.fullmatch(name)):
        says = say('"{name}" is not the name of a lesson. Write it like 51-first-steps.', name=name)
        raise DataError(says)
    number, title = parts[1], parts[2].replace("-", " ").strip().capitalize()
    _check_free(f"{number}-", folder)
    loaded = [load_exercise(starter(kind, game)) for kind in dict.fromkeys(kinds)]
    exercises, files = dict[str, Exercise](), dict[Path, str]()
    for at, exercise in enumerate(sorted(loaded, key=lambda it: PHASES.index(it.file.phase)), 1):
        slug = re.sub(r"[^a-z0-9]+", "-", exercise.title.lower()).strip("-")
        new = f"{number}-{at:02}-{slug}"
        exercises[new] = exercise
        files[_exercise_path(folder, new)] = commented(exercise.kind.name, game, number)
    notebook = json_text(_notebook(number, title, exercises), indent=1) + "\n"
    entry = toml_tables("lessons", [{"number": number, "place": title, "periods": 1}])
    return {folder / f"{name}.ipynb": notebook, **files}, f"\n{entry}"


def commented(kind: str, game: str, lesson: str) -> str:
    """Return the text of a new exercise file, with comments on its kind, its keys and its tables.

    The comments are taken from the reference.
    """
    text = starter_text(kind, game, lesson)
    says = {each.name: each.says for each in found("exercise", game)[0].entries}
    [about] = [each for each in found("kinds", game)[0].entries if each.name == kind]
    change = say(
        "You can change everything here. `teachkit preview` shows this file as you save it. "
        "`teachkit check` proves it, and `teachkit help exercise` explains all keys."
    )
    lines = [*_comment(about.says), *_comment(change), ""]
    for line in text.splitlines():
        key = re.match(r"(\[*)(\w+)\]* *(?:=|$)", line)
        if key and key[1]:  # the keys of tables are not those of the file
            says = {name: each for name, each in says.items() if f"[{name}]" in text}
        if key:
            lines += _comment(says.pop(key[2], ""))
        lines.append(line)
    return "\n".join([*lines, ""])


def _comment(says: str) -> list[str]:
    return textwrap.wrap(says, WIDTH, initial_indent="# ", subsequent_indent="# ")


def _check_free(begun: str, folder: Path) -> None:
    """Raise `DataError` if the id of an exercise in `folder` or in teachkit begins with `begun`."""
    if taken := next((name for name in exercise_files(folder) if name.startswith(begun)), ""):
        number = begun.strip("-")
        says = say(
            '{number} is taken by "{name}". Choose a different number.', number=number, name=taken
        )
        raise DataError(says)


def _exercise_path(folder: Path, name: str) -> Path:
    return folder / "exercises" / name[:2] / f"{name}.toml"


def _written(files: Mapping[Path, str]) -> list[Path]:
    """Write all of `files`, or none if one of them exists, and return their paths."""
    for path in files:
        if path.exists():
            raise FolderError(say('"{path}" already exists. Choose a different name.', path=path))
    for path, text in files.items():
        with writing_in(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return [*files]


# -- the notebook of a lesson ----------------------------------------------------------------------


def cells_of(name: str, exercise: Exercise) -> list[str]:
    """Return the code of the cells with which a notebook shows `exercise` under the id `name`.

    >>> cells_of("51-02-up", load_exercise(starter("program", "algoracing")))
    ['tk.exercise("51-02-up")', 'tk.points("51-02-up")']
    """
    given = exercise.file.given.strip("\n") if exercise.kind.form.runs_python else ""
    written = [f"%%exercise {name}\n{given}"] if given else []
    return [f'tk.exercise("{name}")', *written, f'tk.points("{name}")']


def _notebook(number: str, title: str, exercises: Mapping[str, Exercise]) -> Table:
    """Return a notebook with `exercises` under their phases, and a note that learners never get."""
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    note = say(
        "**For you.** Change everything in this notebook and in the folder `exercises`. To add an "
        "exercise, run `teachkit new exercise` and copy the cells that it prints. "
        "`teachkit release` leaves out this cell, because it has the tag `teacher`."
    )
    begin = say("Write in a sentence or two what this lesson is about.")
    cells = [
        new_markdown_cell(f"# {number} {title}\n\n{begin}"),
        new_markdown_cell(note, metadata={"tags": ["teacher"]}),
        new_code_cell(IMPORT),
    ]
    phase = ""
    for name, exercise in exercises.items():
        if exercise.file.phase != phase:
            phase = exercise.file.phase
            cells.append(new_markdown_cell(f"## {phase.capitalize()}"))
        cells += map(new_code_cell, cells_of(name, exercise))
    cells.append(new_code_cell(f'tk.finish("{number}")'))
    for at, cell in enumerate(cells):
        cell["id"] = f"cell-{at}"  # by default, ids are random
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook: Table = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    return notebook
