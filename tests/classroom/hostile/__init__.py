"""Hostile submissions: each writes one into a class's folder and returns the expected table rows.

A generator returns the learners that it adds, each with words that must be in the row: the points
of a program and of a function, or a part of a note. No honest learner is among them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from typing import NamedTuple

from teachkit.core.strings import is_seen
from tests.classroom.handedin import hand_in

Says = dict[str, str]
Generator = Callable[[Path], Says]

ROOMS = ("zips", "folders", "files", "names", "outputs")


class Eve(NamedTuple):
    """A submission of Eve's and its expected row; `content` makes it, since some are large."""

    says: str
    content: Callable[[], str | bytes]
    place: tuple[str, ...] = ("Eve", "answers.json")

    def __call__(self, folder: Path) -> Says:
        hand_in(folder, *self.place, content=self.content())
        return {"Eve": self.says}


def generators_in(room: str) -> dict[str, Generator]:
    """Return the public functions of a module here, and the entries of its table `HAND_INS`."""
    module = import_module(f"{__name__}.{room}")
    found = {name: made for name, made in vars(module).items()
             if isfunction(made) and made.__module__ == module.__name__
             and not name.startswith("_")}  # fmt: skip
    return found | getattr(module, "HAND_INS", {})


def generators() -> dict[str, Generator]:
    """Return all generators by name."""
    return {name: made for room in ROOMS for name, made in generators_in(room).items()}


def unseen(text: str) -> set[str]:
    """Return the invisible characters in a text."""
    return {sign for sign in text.replace("\r\n", "\n") if sign != "\n" and not is_seen(sign)}
