"""A drive as a search sees it: on its first board it is a row of instructions like any other.

What drives may do something else on each board, so a fewest number of steps is one board's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.model.exercise import Exercise


@lru_cache(maxsize=64)
def as_rows(exercise: Exercise) -> Exercise | None:
    """The exercise that asks for such a row, laid as cards; `None` where nothing drives.

    The mistakes of its author are Python, and no row.
    """
    if not exercise.starts:
        return None
    cards = courses_of(exercise)[0].cards
    file = replace(exercise.file, mistakes=[])
    return replace(exercise, starts=exercise.starts[:1], cards=cards, file=file)
