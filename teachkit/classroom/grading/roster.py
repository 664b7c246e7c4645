"""The roster of a class: the pupils, their groups, and the keys by which an LMS knows them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from teachkit.classroom.grading.tables import read_table
from teachkit.classroom.names import cleaned, confusable_key
from teachkit.core.data import read_toml, structure
from teachkit.errors import DataError
from teachkit.words import say

KEYS = ("email", "participant", "canvas_id", "id_number", "username", "sis_user", "sis_login")
"""The roles of the columns that identify a pupil."""

_POINTS = "points possible"  # Canvas's second row of headings
_TESTER = "test student"  # Canvas's made-up student


@cache
def _roles() -> dict[str, str]:
    """Return what each heading stands for, by the heading in small letters."""
    listed = structure(read_toml(Path(__file__).with_name("headings.toml")), dict[str, list[str]])
    return {heading: role for role, headings in listed.items() for heading in headings}


def role_of(heading: str) -> str:
    """Return what the column `heading` holds, or "" if that is unknown.

    >>> role_of("Email address"), role_of("Last name"), role_of("Quiz 1 (Real)")
    ('email', 'last', '')
    """
    return _roles().get(heading.casefold(), "")


class Pupil(NamedTuple):
    """A pupil on the roster of a class.

    `groups` are groups or sections. `cells` are the pupil's cells in the file of the roster, each
    with the heading of its column, such as `("Email address", "ada@school.example")`.
    """

    name: str
    groups: tuple[str, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()

    def cell(self, role: str) -> str:
        """Return the pupil's first cell in the columns of this role, or ""."""
        return next((cell for heading, cell in self.cells if role_of(heading) == role), "")

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers that Moodle and Canvas put into the names of the pupil's files."""
        participant = re.search(r"\d+$", self.cell("participant"))
        return (*([participant[0]] if participant else []), self.cell("canvas_id"))


def read_roster(path: Path) -> tuple[Pupil, ...]:
    """Return the pupils in a file that Moodle or Canvas exported, or in a plain list of names.

    Two pupils of one name are told apart by a key. Raise `DataError` if there are no names.
    """
    lines = [line for line in read_table(path) if line]
    roles = [role_of(heading) for heading in lines[0]] if lines else []
    if {"name", "first", "last"} & {*roles}:
        heads, *lines = lines
        pupils = [_pupil(tuple(zip(heads, line, strict=False))) for line in lines]
    elif any(roles):
        says = say("no column holds the names; call it Name, or First name and Last name")
        raise DataError(says, path)
    else:
        pupils = [_listed(line) for line in lines]
    found = [pupil for pupil in pupils if pupil.name]
    if not found:
        raise DataError(say("there are no names here; write one on each line"), path)
    times = Counter(confusable_key(pupil.name) for pupil in found)
    return tuple(
        _told_apart(pupil, number) if times[confusable_key(pupil.name)] > 1 else pupil
        for number, pupil in enumerate(found, 1)
    )


def _pupil(cells: tuple[tuple[str, str], ...]) -> Pupil:
    pupil = Pupil("", (), cells)
    name = " ".join(filter(None, map(pupil.cell, ("first", "last"))))
    if not name:
        name = pupil.cell("name")
        name = name if pupil.cell("participant") else _in_order(name)  # Moodle writes full names
    groups = (each.strip() for each in re.split("[,;]", pupil.cell("groups")))
    is_somebody = name.casefold() not in (_POINTS, _TESTER)
    return Pupil(cleaned(name) if is_somebody else "", tuple(filter(None, groups)), cells)


def _listed(line: list[str]) -> Pupil:
    """Return the pupil on a line without headings: "Ada Lovelace", or "Lovelace, Ada"."""
    name = ", ".join(filter(None, line))
    return Pupil(cleaned(_in_order(name)), (), (("Name", name),))


def _in_order(name: str) -> str:
    """Return a name with the first name first.

    >>> _in_order("Lovelace, Ada"), _in_order("Smith, Jr., Al"), _in_order("李雷")
    ('Ada Lovelace', 'Al Smith, Jr.', '李雷')
    """
    last, _, first = name.rpartition(",")
    return f"{first.strip()} {last}".strip()


def _told_apart(pupil: Pupil, number: int) -> Pupil:
    key = next(filter(None, map(pupil.cell, KEYS)), str(number))
    return pupil._replace(name=f"{pupil.name} ({cleaned(key)})")
