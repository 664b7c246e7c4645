"""The teacher's own marks and comments, which are kept beside the table of grades."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from teachkit.classroom.grading.attendance import run_together, words_of
from teachkit.classroom.grading.grade import Course, Graded, Override, exercises_of
from teachkit.classroom.grading.tables import as_csv, read_table
from teachkit.classroom.grading.taught import is_named
from teachkit.core.data import write_whole
from teachkit.errors import DataError
from teachkit.words import say

COLUMNS = ("learner", "exercise", "points", "comment")

Place: TypeAlias = tuple[str, str]
"""A learner's name, and the id of an exercise, or "" for a comment on everything."""


class Overrides(NamedTuple):
    """The teacher's changes by learner and exercise, and a note on each faulty line."""

    changes: Mapping[Place, Override] = {}
    notes: Sequence[str] = ()

    def applied(self, graded: Graded) -> Graded:
        """Return a copy of `graded` that carries the changes. The computed points stay in it."""
        own = {name: its for (who, name), its in self.changes.items() if who == graded.learner}
        rows = tuple(row._replace(override=own.get(row.exercise)) for row in graded.rows)
        return graded._replace(rows=rows, comment=own.get("", Override()).comment)


def lines_of(path: Path) -> list[dict[str, str]]:
    """Return the lines of the file `path` by column; create it if there is none.

    An empty line is an empty dictionary. Raise `DataError` if the file is not a table with the
    right columns, and `FolderError` if it cannot be created.
    """
    if not path.exists():
        write_whole(path, as_csv([COLUMNS]))
    heads, *lines = read_table(path) or [[]]
    heads = [head.casefold() for head in heads]
    if {*COLUMNS} - {*heads}:
        says = say("the first line must name the columns {names}", names=", ".join(COLUMNS))
        raise DataError(says, path)
    blank = dict.fromkeys(COLUMNS, "")
    return [blank | dict(zip(heads, line, strict=False)) if any(line) else {} for line in lines]


def read_overrides(path: Path, graded: Sequence[Graded], course: Course) -> Overrides:
    """Return what a teacher has written into the file `path`; create it if there is none.

    Lines on exercises that are not graded now are ignored: they belong to a different lesson. A
    faulty line is noted, and the others count. If a learner and an exercise have two lines, the
    last one counts. Raise `DataError` if the file is not a table with the right columns.
    """
    learners = [each.learner for each in graded]
    possible = {name: each.possible for name, each in exercises_of(course).items()}
    known = course.untaught
    changes, notes = dict[Place, Override](), list[str]()
    for number, line in enumerate(lines_of(path), 2):
        try:
            exercise = _exercise(line["exercise"], possible, known) if line else None
            if exercise is None:
                continue
            place = _learner(line["learner"], learners), exercise
            change = Override(_points(line["points"], possible.get(exercise)), line["comment"])
            is_second = place in changes
            changes[place] = change
            if is_second:
                raise DataError(say("this learner and exercise occur twice; this line counts"))
        except DataError as error:
            where = say("{file}, line {number}", file=path.name, number=number)
            notes.append(f"{where}: {error.says}.")
    return Overrides(changes, notes)


def _learner(name: str, learners: Collection[str]) -> str:
    """Return the learner called `name`, whose words may be in any order or without spaces."""
    words = words_of(name)
    found = [name] if name in learners else [
        each for each in learners
        if sorted(words_of(each)) == sorted(words) or "".join(words) in run_together(words_of(each))
    ]  # fmt: skip
    if len(found) != 1:
        raise DataError(say('there is no learner "{name}" in the table of grades', name=name))
    return found[0]


def _exercise(name: str, possible: Mapping[str, int], known: Collection[str]) -> str | None:
    """Return the id that begins with `name`, or `None` if it is not graded; "" means everything."""
    found = [key for key in (*possible, *known) if is_named(key, name)]
    if name and len(found) != 1:
        raise DataError(say('there is no exercise "{name}"', name=name))
    return "" if not name else found[0] if found[0] in possible else None


def _points(text: str, possible: int | None) -> int | None:
    if not text:
        return None
    if possible is None:
        raise DataError(say("points need an exercise; for all exercises, write only a comment"))
    if not (text.isdecimal() and len(text) < 9 and int(text) <= possible):
        facts = {"most": possible, "points": text}
        raise DataError(say('write points from 0 to {most}, not "{points}"', **facts))
    return int(text)
