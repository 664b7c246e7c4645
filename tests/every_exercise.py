"""Every exercise that comes with teachkit, loaded once in each test process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from teachkit.classroom.library import find_exercise, packaged_lessons
from teachkit.classroom.sandbox.sandbox import Sandbox
from teachkit.exercises.authoring import strategy_proof
from teachkit.exercises.authoring.proof import Proof, prove
from teachkit.exercises.model.exercise import Exercise

from .once import Once
from .thorough import THOROUGH

FILES = sorted((packaged_lessons() / "exercises").rglob("*.toml"))

every_exercise = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def loaded(path: Path) -> Exercise:
    """Return the exercise in this file, the same object that `find_exercise` returns."""
    return find_exercise(str(path))


def exercises() -> list[Exercise]:
    """Return all exercises by lesson and number."""
    return [loaded(path) for path in FILES]


def proof(path: Path, once: Once) -> Proof:
    """Return the proof of this file by `teachkit check`, computed once for all processes.

    The exercise itself cannot be sent between processes, so this process's own is put into it.
    """

    def make() -> Proof:
        with pytest.MonkeyPatch.context() as patch:
            if not THOROUGH:  # games take most of the time
                patch.setattr(strategy_proof, "SEEDS", 1)
            return replace(prove(path, Sandbox().execute), exercise=None)

    return replace(once(f"proof of {path.stem}", make), exercise=loaded(path))
