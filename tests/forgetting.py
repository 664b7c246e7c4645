"""Clearing of the caches for explanations, so that they are made again."""

from __future__ import annotations

from teachkit.core.game import misreadings as misreading
from teachkit.exercises.explaining import explain, faults, repairs
from teachkit.exercises.judging import checks
from teachkit.exercises.misreadings import diagnosis
from teachkit.exercises.solving import puzzle

ROOMS = (misreading, checks, puzzle, repairs, faults, explain, diagnosis)


def forget() -> None:
    """Empty every cache of answers, boards and sentences about them."""
    for room in ROOMS:
        for kept in vars(room).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
