"""Every exercise that comes with teachkit, read once in each test process."""

from __future__ import annotations

from pathlib import Path

import pytest

from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.exercises.exercise import Exercise

FILES = sorted((packaged_lessons() / "exercises").rglob("*.toml"))

every_exercise = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def loaded(path: Path) -> Exercise:
    """Return the exercise in this file, the same object as `find_exercise` returns by its id."""
    return find_exercise(str(path))


def exercises() -> list[Exercise]:
    """Return all of them, by lesson and number."""
    return [loaded(path) for path in FILES]
