"""Notes for a teacher on boards that learners copied from an exercise or from one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.errors import TeachkitError
from teachkit.exercises.kinds.make import made
from teachkit.exercises.making.copies import board_key
from teachkit.exercises.model.exercise import Exercise
from teachkit.words import say


def with_copies_noted(
    exercises: Mapping[str, Exercise], learners: Sequence[Graded]
) -> tuple[Graded, ...]:
    """Return `learners` with a note on each board that is like a shipped one or another's."""
    makers: dict[tuple[str, Hashable], list[str]] = defaultdict(list)
    keys: dict[tuple[str, str], list[Hashable]] = {}
    for graded in learners:
        for row in graded.rows:
            exercise = exercises.get(row.exercise)
            if exercise and exercise.kind.form.is_exercise and row.answer:
                keys[graded.learner, row.exercise] = found = _keys(exercise, row.answer)
                for key in found:
                    makers[row.exercise, key].append(graded.learner)
    if not makers:
        return tuple(learners)
    shipped = _shipped(exercises)

    def noted(learner: str, row: Row) -> Row:
        notes = []
        for key in keys.get((learner, row.exercise), ()):
            game = exercises[row.exercise].game.name
            if name := shipped.get((game, key)):
                notes.append(say('This board is a copy of "{name}".', name=name))
            others = [each for each in makers[row.exercise, key] if each != learner]
            if others:
                names = ", ".join(others)
                notes.append(say("This board is like the one of {names}.", names=names))
        return row._replace(notes=(*row.notes, *dict.fromkeys(notes)))

    return tuple(
        graded._replace(rows=tuple(noted(graded.learner, row) for row in graded.rows))
        for graded in learners
    )


def _keys(exercise: Exercise, answer: str) -> list[Hashable]:
    """Return the keys of the boards of an answer, without those that its exercise shows."""
    with suppress(TeachkitError):
        starts = [board_key(exercise.game, each) for each in made(exercise, answer).file.starts]
        given = [board_key(exercise.game, each) for each in exercise.file.starts]
        return [key for key in starts if key is not None and key not in given]
    return []


def _shipped(exercises: Mapping[str, Exercise]) -> dict[tuple[str, Hashable], str]:
    """Return the names of exercises and boards, by their game and the key of their board."""
    found: dict[tuple[str, Hashable], str] = {}
    for name, exercise in exercises.items():
        for start in exercise.file.starts:
            with suppress(TeachkitError):
                found.setdefault((exercise.game.name, board_key(exercise.game, start)), name)
    return found
