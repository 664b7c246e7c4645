"""Hostile hand-ins: each makes one in a class's folder and says what the table must say of it.

A generator returns the learners whom it adds, each with words that must stand in their rows: the
points of a program and of a function, or in a note; none of the honest learners is among them.
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
    """What Eve's row says of this content, which is made when it is handed in: some are large."""

    says: str
    content: Callable[[], str | bytes]
    place: tuple[str, ...] = ("Eve", "answers.json")

    def __call__(self, folder: Path) -> Says:
        hand_in(folder, *self.place, content=self.content())
        return {"Eve": self.says}


def generators_in(room: str) -> dict[str, Generator]:
    """The public functions that are written in a room, and its table `HAND_INS`."""
    module = import_module(f"{__name__}.{room}")
    found = {name: made for name, made in vars(module).items()
             if isfunction(made) and made.__module__ == module.__name__
             and not name.startswith("_")}  # fmt: skip
    return found | getattr(module, "HAND_INS", {})


def generators() -> dict[str, Generator]:
    """All of them by name."""
    return {name: made for room in ROOMS for name, made in generators_in(room).items()}


def unseen(text: str) -> set[str]:
    """What stands in a text and does more than it shows."""
    return {sign for sign in text.replace("\r\n", "\n") if sign != "\n" and not is_seen(sign)}
