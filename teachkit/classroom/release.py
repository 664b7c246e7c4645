"""`teachkit release`: the learners' copy of a folder of lessons.

What would give an answer away stays with the teacher: hidden starts and cases, solutions,
mistakes, notes, and whatever somebody has answered. What a learner sees is the same, and so are
the points that can be earned and the hash by which `teachkit grade` knows the exercise.
"""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from teachkit.classroom.notebooks import blank_notebook
from teachkit.core.data import read_toml, write_whole
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, say_many

MARK = ".teachkit-release"  # names what was put into a folder here; that may be made anew
PICTURES = (".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")


@dataclass(frozen=True)
class Cut:
    """What was taken out of one exercise.

    >>> print(Cut("02-04-round-the-wall", starts=1, solution=True, mistakes=3))
    02-04-round-the-wall: 1 hidden start, the solution, 3 mistakes
    """

    exercise: str
    starts: int = 0
    cases: int = 0
    solution: bool = False
    mistakes: int = 0

    def __str__(self) -> str:
        parts = [
            say_many("{number} hidden start", "{number} hidden starts", self.starts),
            say_many("{number} hidden case", "{number} hidden cases", self.cases),
            say("the solution"),
            say_many("{number} mistake", "{number} mistakes", self.mistakes),
        ]
        counts = (self.starts, self.cases, self.solution, self.mistakes)
        named = [part for part, count in zip(parts, counts, strict=True) if count]
        return f"{self.exercise}: {', '.join(named) or say('nothing to take out')}"


@dataclass(frozen=True)
class Release:
    """A released folder: what is in it, what stayed behind, and where an older one went."""

    folder: Path
    notebooks: tuple[str, ...]
    cuts: tuple[Cut, ...]
    left_behind: tuple[str, ...]
    moved_aside: Path | None = None


def release(source: Path, target: Path, self_study: bool = False, force: bool = False) -> Release:
    """Make the learners' copy of a folder, all of it or nothing.

    For `self_study`, solutions and mistakes stay, because help is made of them. Raises
    `FolderError` for a folder that is not ours to write, `DataError` for an exercise that cannot
    be released.
    """
    _check_places(source, target)
    is_ours = _is_free(target)
    if not is_ours and not force:
        raise FolderError(
            say('"{folder}" is not empty; choose another folder, or --force.', folder=target)
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as room:
            made = Path(room) / target.name
            made.mkdir()
            cuts = tuple(_exercises(source, made, self_study))
            notebooks = tuple(_notebooks(source, made, cuts))
            _pictures(source, made)
            write_whole(made / MARK, "\n".join([MARK, *map(str, _inside(made))]))
            aside = _put_in_place(made, target, Path(room) / "old" if is_ours else None)
    except OSError as error:
        if isinstance(error, FolderError):
            raise
        raise FolderError(
            say('"{folder}" cannot be written; choose a folder of your own.', folder=target)
        ) from error
    left = tuple(str(place) for place in _places(source) if not (target / place).exists())
    return Release(target, notebooks, cuts, left, aside)


# -- folders -------------------------------------------------------------------------------------


def _check_places(source: Path, target: Path) -> None:
    if not any(source.glob("*.ipynb")) and not any((source / "exercises").rglob("*.toml")):
        raise DataError(say("there are no notebooks and no exercises here"), source)
    here, there = source.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise FolderError(
            say('"{folder}" and the lessons lie in one another; choose another.', folder=target)
        )


def _is_free(target: Path) -> bool:
    """Whether nothing gets lost there: it is not there, or all in it was released before."""
    if not target.exists():
        return True
    if not target.is_dir():
        return False
    try:
        ours = (target / MARK).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        ours = []
    return all(str(place) in ours for place in _inside(target))


def _inside(folder: Path) -> list[Path]:
    """The places of all files in a folder."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())


def _put_in_place(made: Path, target: Path, old: Path | None) -> Path | None:
    """Rename the finished folder; what was there goes to `old`, or aside under a new name."""
    aside = None
    if target.exists():
        aside = old or _unused(target)
        target.rename(aside)
    try:
        made.rename(target)
    except OSError:
        if aside:
            aside.rename(target)
        raise
    return None if aside == old else aside


def _unused(target: Path) -> Path:
    """A name beside the folder that nothing has yet: `handout-before`, `handout-before-2`, …"""
    number = 1
    while (name := target.with_name(f"{target.name}-before{f'-{number}' * (number > 1)}")).exists():
        number += 1
    return name


def _places(source: Path) -> Iterator[Path]:
    """Where the files are that are not hidden, nor in a hidden folder."""
    for place in _inside(source):
        if not any(part.startswith(".") for part in place.parts):
            yield place


def _pictures(source: Path, made: Path) -> None:
    """Copy what the notebooks may show."""
    for place in _places(source):
        if place.suffix.lower() in PICTURES and place.parts[0] != "teachers":
            (made / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / place, made / place)


def _notebooks(source: Path, made: Path, cuts: tuple[Cut, ...]) -> Iterator[str]:
    changed = frozenset(cut.exercise for cut in cuts if cut.cases)
    for path in sorted(source.glob("*.ipynb")):
        write_whole(made / path.name, blank_notebook(path, changed))
        yield path.name


# -- exercises -----------------------------------------------------------------------------------


def _exercises(source: Path, made: Path, self_study: bool) -> Iterator[Cut]:
    for path in sorted((source / "exercises").rglob("*.toml")):
        copy = made / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if self_study:
            shutil.copyfile(path, copy)
            yield Cut(path.stem)
            continue
        try:
            text, cut = learners_copy(path.stem, read_toml(path))
        except DataError as error:
            raise DataError(error.says, error.file or path) from error
        write_whole(copy, text)
        yield cut


def learners_copy(name: str, data: Mapping[str, Any]) -> tuple[str, Cut]:
    """An exercise file without what is the teacher's, and what was taken out.

    It is written anew, so that no comment gives anything away. Raises `DataError`.
    """
    exercise = make_exercise(name, data)
    _check_hidden(exercise)
    seen = {key: value for key, value in data.items() if key not in ("solution", "mistakes")}
    hidden = {}
    for key in ("starts", "cases"):
        tables = data.get(key, [])
        shown = [table for table in tables if not table.get("hidden")]
        hidden[key] = len(tables) - len(shown)
        if hidden[key]:
            seen[key] = shown
    text = toml_text(seen)
    copy = make_exercise(name, tomllib.loads(text))
    if (copy.hash, copy.possible) != (exercise.hash, exercise.possible):
        raise DataError(say("this exercise would not stay the same; simplify its texts"))
    is_solved = bool(exercise.file.solution.answer or exercise.file.solution.says)
    return text, Cut(name, **hidden, solution=is_solved, mistakes=len(exercise.file.mistakes))


def _check_hidden(exercise: Exercise) -> None:
    """Boards are known by their number, so none may be missing before one that is shown."""
    starts = [start.hidden for start in exercise.starts]
    if starts and all(starts):
        raise DataError(say("starts: all are hidden; show at least one to the learners"))
    if starts != sorted(starts):
        raise DataError(
            say(
                "start {number}: move hidden starts behind the others",
                number=starts.index(True) + 1,
            )
        )
    if exercise.cases and all(case.hidden for case in exercise.cases):
        raise DataError(say("cases: all are hidden; show at least one to the learners"))
