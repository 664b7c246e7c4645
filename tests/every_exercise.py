"""Every exercise that comes with teachkit, read once in each test process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.authoring.proof import Proof, prove
from teachkit.exercises.model.exercise import Exercise

from .once import Once

FILES = sorted((packaged_lessons() / "exercises").rglob("*.toml"))

every_exercise = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def loaded(path: Path) -> Exercise:
    """Return the exercise in this file, the same object as `find_exercise` returns by its id."""
    return find_exercise(str(path))


def exercises() -> list[Exercise]:
    """Return all of them, by lesson and number."""
    return [loaded(path) for path in FILES]


def proof(path: Path, once: Once) -> Proof:
    """Return what `teachkit check` proves of this file. It is proven once for all processes.

    The exercise itself, which no process can send to another, is the one of this process.
    """

    def make() -> Proof:
        return replace(prove(path, Sandbox().execute), exercise=None)

    return replace(once(f"proof of {path.stem}", make), exercise=loaded(path))
