"""`teachkit release`: the learners' copy of a folder of lessons.

Everything that would give an answer away is left out: hidden starts and cases, solutions, mistakes,
notes and stored answers. The text that learners see stays the same, and so do the points and the
hash by which `teachkit grade` recognizes an exercise.
"""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from teachkit.classroom.library import RELEASED, visible_files
from teachkit.classroom.notebooks import blank_notebook
from teachkit.classroom.teacher_parts import is_for_teachers
from teachkit.classroom.variants import VARIANTS
from teachkit.core.data import read_toml, write_whole, writing_in
from teachkit.core.strings import first_free
from teachkit.errors import DataError, FolderError
from teachkit.exercises.authoring.files import make_exercise, toml_text
from teachkit.exercises.authoring.proof import COURSE, RENAMED
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say, say_many

PICTURES = (".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")


@dataclass(frozen=True)
class Cut:
    """A summary of the parts that were left out of one exercise.

    >>> print(Cut("02-04-round-the-wall", starts=1, solution=True, mistakes=3))
    02-04-round-the-wall: 1 hidden start, the solution, 3 mistakes
    """

    exercise: str
    starts: int = 0
    cases: int = 0
    solution: bool = False
    mistakes: int = 0

    def __str__(self) -> str:
        counts = {
            say_many("{number} hidden start", "{number} hidden starts", self.starts): self.starts,
            say_many("{number} hidden case", "{number} hidden cases", self.cases): self.cases,
            say("the solution"): self.solution,
            say_many("{number} mistake", "{number} mistakes", self.mistakes): self.mistakes,
        }
        named = [part for part, count in counts.items() if count]
        return f"{self.exercise}: {', '.join(named) or say('nothing removed')}"


@dataclass(frozen=True)
class Release:
    """The result of a release: the new folder, its notebooks, and the parts that were left out.

    `taken` has a line for each notebook cell from which something was removed. `left_behind` lists
    the files that were not copied. `moved_aside` is the new path of an older folder that was in the
    way, or `None`.
    """

    folder: Path
    notebooks: tuple[str, ...]
    cuts: tuple[Cut, ...]
    taken: tuple[str, ...]
    left_behind: tuple[str, ...]
    moved_aside: Path | None = None


def release(source: Path, target: Path, self_study: bool = False, force: bool = False) -> Release:
    """Write the learners' copy of `source` to `target`, completely or not at all.

    With `self_study`, solutions and mistakes are kept, because hints are made from them. With
    `force`, an existing `target` that contains other files is renamed. Raise `FolderError` if
    `target` cannot be used, and `DataError` if an exercise cannot be released.
    """
    with writing_in(target):
        _check_places(source, target)
        is_ours = _is_free(target)
        if not is_ours and not force:
            facts = {"folder": target}
            says = say('"{folder}" is not empty. Choose a different one, or use --force.', **facts)
            raise FolderError(says)
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as room:
            made = Path(room) / target.name
            made.mkdir()
            cuts = tuple(_exercises(source, made, self_study))
            notebooks = dict(_notebooks(source, made, cuts))
            _pictures(source, made)
            for place in (COURSE, RENAMED, VARIANTS):
                if (source / place).is_file():
                    shutil.copyfile(source / place, made / place)
            write_whole(made / RELEASED, "\n".join([RELEASED, *map(str, _inside(made))]))
            moved_aside = _put_in_place(made, target, Path(room) / "old" if is_ours else None)
    left = tuple(str(place) for place in visible_files(source) if not (target / place).exists())
    taken = tuple(chain.from_iterable(notebooks.values()))
    return Release(target, tuple(notebooks), cuts, taken, left, moved_aside)


# -- folders -------------------------------------------------------------------------------------


def _check_places(source: Path, target: Path) -> None:
    if not any(source.glob("*.ipynb")) and not any((source / "exercises").rglob("*.toml")):
        raise DataError(say("there are no notebooks or exercises here"), source)
    here, there = source.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        says = say(
            'Neither "{folder}" nor the lessons folder can be inside the other. Choose a '
            "different folder.",
            folder=target,
        )
        raise FolderError(says)


def _is_free(target: Path) -> bool:
    """Return whether `target` may be replaced: it is missing or contains only released files."""
    if not target.is_dir():
        return not target.exists()
    try:
        ours = (target / RELEASED).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        ours = []
    return all(str(place) in ours for place in _inside(target))


def _inside(folder: Path) -> list[Path]:
    """Return the paths of all files in `folder`, relative to `folder`."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir())


def _put_in_place(made: Path, target: Path, old: Path | None) -> Path | None:
    """Rename the finished folder `made` to `target`.

    An existing `target` is first moved to `old`. If `old` is `None`, `target` is moved to an unused
    path instead, such as `handout-before` or `handout-before-2`, and this path is returned.
    """
    renamed = None
    if target.exists():
        is_free = lambda name: not target.with_name(name).exists()
        renamed = old or target.with_name(first_free(f"{target.name}-before", is_free))
        target.rename(renamed)
    try:
        made.rename(target)
    except OSError:
        if renamed:
            renamed.rename(target)
        raise
    return None if renamed == old else renamed


def _files(source: Path, paths: Iterable[Path]) -> list[Path]:
    """Return the files among `paths`, sorted, except links that point outside `source`."""
    home = source.resolve()
    return sorted(each for each in paths if each.is_file() and home in each.resolve().parents)


def _pictures(source: Path, made: Path) -> None:
    """Copy the pictures in `source` to `made`, except those for teachers."""
    for path in _files(source, (source / place for place in visible_files(source))):
        place = path.relative_to(source)
        if place.suffix.lower() in PICTURES and not any(map(is_for_teachers, place.parts)):
            (made / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, made / place)


def _notebooks(
    source: Path, made: Path, cuts: tuple[Cut, ...]
) -> Iterator[tuple[str, Sequence[str]]]:
    """Copy the learners' notebooks to `made`; yield each name with a list of removed parts."""
    changed = frozenset(cut.exercise for cut in cuts if cut.cases)
    for path in _files(source, source.glob("*.ipynb")):
        if not is_for_teachers(path.stem):
            text, taken = blank_notebook(path, changed)
            write_whole(made / path.name, text)
            yield path.name, taken


# -- exercises -----------------------------------------------------------------------------------


def _exercises(source: Path, made: Path, self_study: bool) -> Iterator[Cut]:
    for path in _files(source, (source / "exercises").rglob("*.toml")):
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
    """Return the text of an exercise file without the teacher's parts, and a list of these parts.

    The text is generated from the data, so that no comment gives anything away. Raise `DataError`
    if the exercise is faulty or if its copy would differ for learners.
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
    if (copy.seen_hash, copy.possible) != (exercise.seen_hash, exercise.possible):
        says = say("the learners' copy would differ from this exercise; simplify its text")
        raise DataError(says)
    is_solved = bool(exercise.file.solution.answer or exercise.file.solution.says)
    return text, Cut(name, **hidden, solution=is_solved, mistakes=len(exercise.file.mistakes))


def _check_hidden(exercise: Exercise) -> None:
    """Raise `DataError` if all starts or all cases are hidden, or if hidden starts are not last.

    Hidden starts must come last, so that leaving them out does not renumber the other boards.
    """
    starts = [start.hidden for start in exercise.starts]
    if starts and all(starts):
        raise DataError(say("starts: all starts are hidden; show the learners at least one"))
    if starts != sorted(starts):
        first = starts.index(True) + 1
        raise DataError(say("start {number}: move hidden starts after the others", number=first))
    if exercise.cases and all(case.hidden for case in exercise.cases):
        raise DataError(say("cases: all cases are hidden; show the learners at least one"))
