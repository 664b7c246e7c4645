"""Notes for a teacher on boards that learners copied from an exercise or from one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.core.data import Table
from teachkit.core.game.game import Game
from teachkit.errors import TeachkitError
from teachkit.exercises.making.copies import board_key
from teachkit.exercises.making.made import made
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say

Key: TypeAlias = tuple[str, int, Hashable]


def with_copies_noted(
    exercises: Mapping[str, Exercise], learners: Sequence[Graded]
) -> tuple[Graded, ...]:
    """Return `learners` with a note on each board that is like a shipped one or another's."""
    keys = {
        (graded.learner, row.exercise): key
        for graded in learners
        for row in graded.rows
        if row.exercise in exercises and (key := _key(exercises[row.exercise], row.answer))
    }
    owners: dict[Hashable, list[str]] = defaultdict(list)
    counts = {key[:2] for key in keys.values()}
    shipped = {name: find_exercise(name) for name in exercise_files()} if keys else {}
    for name, exercise in (shipped | dict(exercises)).items() if keys else ():
        game = exercise.game
        for start in exercise.file.starts:
            if (game.name, len(game.palette.marks(start))) in counts:
                owners[_key_of(game, start)].append(name)
    for (learner, _), key in keys.items():
        owners[key].append(learner)

    def noted(learner: str, row: Row) -> Row:
        found = owners.get(keys.get((learner, row.exercise)), ())
        if others := [name for name in found if name not in (learner, row.exercise)]:
            note = say("This board is like the one of {names}.", names=", ".join(others))
            return row._replace(notes=(*row.notes, note))
        return row

    return tuple(
        graded._replace(rows=tuple(noted(graded.learner, row) for row in graded.rows))
        for graded in learners
    )


def _key(exercise: Exercise, answer: str) -> Key | None:
    """Return a key of the board that a learner made, or `None` if there is nothing to compare."""
    with suppress(TeachkitError):
        if exercise.kind.form.is_exercise and answer:
            mine, given = (
                _key_of(exercise.game, made(exercise, each).file.starts[0]) for each in (answer, "")
            )
            return mine if mine[-1] is not None and mine != given else None
    return None


def _key_of(game: Game[Any], start: Table) -> Key:
    """Return the game of a board, the number of things on it, and a key that like boards share."""
    return game.name, len(game.palette.marks(start)), board_key(game, start)
