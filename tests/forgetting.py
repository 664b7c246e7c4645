"""Let the product forget the answers that it has explained, so that it explains them anew."""

from __future__ import annotations

from teachkit.core.game import misreadings as misreading
from teachkit.exercises import checks, puzzle
from teachkit.exercises.hints import astray, explaining, nearmiss, ways
from teachkit.exercises.misreadings import explained

ROOMS = (misreading, checks, puzzle, ways, nearmiss, astray, explaining, explained)


def forget() -> None:
    """Empty every cache of answers, boards and sentences about them."""
    for room in ROOMS:
        for kept in vars(room).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
