"""Medals, which are won by solving an exercise again with fewer cards than ever before."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from teachkit.errors import TeachkitError
from teachkit.exercises.model.exercise import Exercise


def fewest_cards(exercise: Exercise, record: Mapping[str, Any]) -> int | None:
    """Return the smallest number of cards that solved the exercise so far, or `None`.

    A record from before there were medals has no such number, so its best answer is counted.
    """
    if "fewest" in record or record.get("points", 0) < exercise.possible:
        return record.get("fewest")
    with suppress(TeachkitError):
        return exercise.read(str(record.get("best", ""))).cost or None
    return None
