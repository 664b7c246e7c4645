"""Rows of cards that are edited in an exercise, and the fewest edits that solve it.

The game edits a row (`Game.editing`); here the cards of the exercise are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.game.editing import Edited, Editing, Way
from teachkit.core.language.program import Program
from teachkit.errors import ProgramError, TeachkitError
from teachkit.exercises.judging.checks import complaint
from teachkit.exercises.judging.programs import beyond_limits
from teachkit.exercises.model.exercise import Attempt, Exercise
from teachkit.play.search import Memory, Moment, TooLargeError, remembered

MOST_TRIED = 5_000  # rows; beyond that a learner would have to wait


def editing_of(exercise: Exercise) -> Editing:
    """Return the editing of the exercise's game."""
    assert exercise.game.editing  # else its file was refused
    return exercise.game.editing


def edited(exercise: Exercise, edits: Sequence[str]) -> Edited:
    """Return the given row after these edits. Raise `TeachkitError` for one not allowed."""
    state = exercise.starts[0].state
    after = editing_of(exercise).edited(state, exercise.given, edits)
    for problem in beyond_limits(exercise, enumerate(after.laid, 1)):
        raise ProgramError(problem.says)
    return after


def ways(exercise: Exercise, edits: Sequence[str]) -> Iterator[tuple[Way, Edited]]:
    """Yield every edit that can be made next with the cards left, and the row after it."""
    state = exercise.starts[0].state
    for way in editing_of(exercise).ways(state, exercise.given, edits):
        with suppress(TeachkitError):
            yield way, edited(exercise, (*edits, way.text))


class Fewest(NamedTuple):
    """The fewest edits that earn everything, and how many rows can be made by so few."""

    edits: tuple[str, ...]
    rows: int


@lru_cache(maxsize=256)
def fewest_edits(exercise: Exercise, after: tuple[str, ...] = ()) -> Fewest | None:
    """Return the fewest edits that begin with these and earn everything; `None`: there are none.

    Everything possible is tried, first with one edit more, then with two, and so on. Raise
    `TooLargeError` beyond exact reach.
    """
    starts = [
        Memory(exercise.game, exercise.game.players(start.state)[0]).moment(start.state)
        for start in exercise.starts
    ]
    layer = {edited(exercise, after): after}
    seen = set(map(_kernel, layer))
    while layer:
        right = [row for row in layer if _is_right(exercise, starts, row.program)]
        if right:
            return Fewest(layer[right[0]], len({row.program for row in right}))
        ahead: dict[Edited, tuple[str, ...]] = {}
        for edits in layer.values():
            for way, row in ways(exercise, edits):
                if _kernel(row) not in seen:
                    seen.add(_kernel(row))
                    ahead[row] = (*edits, way.text)
            if len(seen) > MOST_TRIED:
                raise TooLargeError
        layer = ahead
    return None


def _kernel(row: Edited) -> tuple[Program, tuple[str, ...]]:
    """Return a key: rows for which the same cards were laid can be changed alike."""
    return row.program, tuple(sorted(row.laid))


def _is_right(exercise: Exercise, starts: Sequence[Moment], program: Program) -> bool:
    """Return whether all checks hold on all starts."""
    attempts = (
        Attempt(exercise.game, start.memory.player, program, remembered(start, program))
        for start in starts
    )
    return bool(program) and not any(
        complaint(each, line.check, line.facts) for each in attempts for line in exercise.checks
    )
