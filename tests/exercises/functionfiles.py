"""Function exercises for tests, stored and made on the spot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from teachkit.exercises.authoring.files import load_exercise, make_exercise
from teachkit.exercises.model.exercise import Exercise

from .making import copied

FOLDER = Path(__file__).parent / "functions"
FILES = sorted(FOLDER.glob("*.toml"))

SWAP = "def swap(n):\n    return n % 10 * 10 + n // 10\n"


def stored(name: str) -> Exercise:
    """Return the stored exercise `swap`, `digits` or `reached`."""
    return load_exercise(FOLDER / f"{name}.toml")


def as_lesson(number: str, folder: Path) -> None:
    """Copy the stored exercises into a folder as a separate lesson: `97-swap`, `97-digits`, …"""
    copied(FILES, number, folder)


def asked(*cases: dict[str, Any], **keys: Any) -> Exercise:
    """Return an exercise that asks for a function `f` with these cases."""
    data: dict[str, Any] = {
        "title": "A function",
        "lesson": "12",
        "game": "algoracing",
        "kind": "function",
        "text": "Write `f(n)`.",
        "function": "f",
        "hints": ["Think."],
        "cases": list(cases) or [{"call": [7], "returns": 8}],
        "solution": {"answer": "def f(n):\n    return n + 1"},
    }
    return make_exercise("12-01-f", data | keys)
