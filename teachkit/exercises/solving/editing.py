"""Rows of cards edited in an exercise, and the fewest edits that solve it.

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

MOST_TRIED = 5_000  # rows; more would make a learner wait


def editing_of(exercise: Exercise) -> Editing:
    """Return the editing of the exercise's game."""
    assert exercise.game.editing  # otherwise its file would have been rejected
    return exercise.game.editing


def edited(exercise: Exercise, edits: Sequence[str]) -> Edited:
    """Return the given row after these edits. Raise `TeachkitError` for an invalid one."""
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
    """The fewest edits for a full score, and how many rows can be made with that many."""

    edits: tuple[str, ...]
    rows: int


@lru_cache(maxsize=256)
def fewest_edits(exercise: Exercise, after: tuple[str, ...] = ()) -> Fewest | None:
    """Return the fewest edits that begin with these and get a full score, or `None`.

    All possibilities are tried, first with one more edit, then with two, and so on. Raise
    `TooLargeError` if that would take too long.
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
    """Return a key: rows with the same cards used can be edited in the same ways."""
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
