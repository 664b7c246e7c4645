"""Strategy exercises for tests, stored and made on the spot."""

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
    """Return the short race, with these keys changed."""
    data = tomllib.loads(SHORT.read_text(encoding="utf-8"))
    return make_exercise("97-short-race", data | keys)


def match(**keys: Any) -> dict[str, Any]:
    """Return the `[match]` of the short race, with these keys changed."""
    table: dict[str, Any] = tomllib.loads(SHORT.read_text(encoding="utf-8"))["match"]
    return {"match": table | keys}


def easy() -> Exercise:
    """Return a match that every strategy wins, except for the solution, which plays badly."""
    given = "def worth(view):\n    return 0\n\ndef play(view, decision):\n    "
    given += 'return max(decision["candidates"], key=lambda each: worth(later(each)))\n'
    opponents = [{"house": "random", "at_least": 0.0}]
    solution = {"answer": given.replace("return 0", "return -view['points'][view['me']]")}
    keys = match(opponents=opponents, games=2, frames=100)
    return short(given=given, solution=solution, uses=["while"], **keys)


def as_lesson(number: str, folder: Path) -> None:
    """Copy the short race into a folder as a separate lesson: `97-short-race`."""
    copied([SHORT], number, folder)
