"""Hostile hand-ins: each makes one in a class's folder and says what the table must say of it.

A generator returns the learners whom it adds, each with words that must stand in their rows: the
points of a program and of a function, or in a note; none of the honest learners is among them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from pathlib import Path

from teachkit.core.readable import is_seen

Says = dict[str, str]
Generator = Callable[[Path], Says]

ROOMS = ("zips", "folders", "files", "names")


def generators() -> dict[str, Generator]:
    """All of them by name: the public functions of the rooms that are written there."""
    found: dict[str, Generator] = {}
    for room in ROOMS:
        module = import_module(f"{__name__}.{room}")
        found |= {name: made for name, made in vars(module).items()
                  if isfunction(made) and getattr(made, "__module__", "") == module.__name__
                  and not name.startswith("_")}  # fmt: skip
    return found | import_module(f"{__name__}.outputs").HAND_INS


def unseen(text: str) -> set[str]:
    """What stands in a text and does more than it shows."""
    return {sign for sign in text.replace("\r\n", "\n") if sign != "\n" and not is_seen(sign)}
