"""The strategy exercises that are tested with, and small ones made on the spot."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.model.exercise import Exercise

from .making import copied

FOLDER = Path(__file__).parent / "playing"
SHORT = FOLDER / "short-race.toml"

LAST = 'def play(view, decision):\n    return decision["candidates"][-1]\n'


def short(**keys: Any) -> Exercise:
    """The short race, or something like it."""
    data = tomllib.loads(SHORT.read_text(encoding="utf-8"))
    return make_exercise("97-short-race", data | keys)


def match(**keys: Any) -> dict[str, Any]:
    """The `[match]` of the short race with something else in it."""
    table: dict[str, Any] = tomllib.loads(SHORT.read_text(encoding="utf-8"))["match"]
    return {"match": table | keys}


def as_lesson(number: str, folder: Path) -> None:
    """Copy it into this folder, as a lesson of its own: `97-short-race`."""
    copied([SHORT], number, folder)
