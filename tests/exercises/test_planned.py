"""Test that a wrong run is compared with what was asked: a place and a stop, or no place at all."""

from __future__ import annotations

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.exercises.explaining.faults import planned
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.program_runs import attempt
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import exercises
from .making import made

FORESEEN = [
    (exercise, mistake.answer)
    for exercise in exercises()
    if exercise.kind.form.lays_cards
    for mistake in exercise.file.mistakes[:1]
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("exercise", "answer"), FORESEEN, ids=[exercise.id for exercise, _ in FORESEEN]
)
def test_a_wrong_run_has_a_ghost_or_a_reason(exercise: Exercise, answer: str) -> None:
    """The ghost is not where the piece is at that stop, so it is seen beside it."""
    found = planned(exercise, answer)
    assert all(grade(exercise, answer).says)
    if found:
        program = exercise.kind.program(exercise, answer)
        assert program
        run = attempt(exercise, program, exercise.starts[found.start]).trace
        here = exercise.game.whereabouts(run.stops()[found.stop - 1].after, exercise.player)
        assert here != found.place


@pytest.mark.parametrize(
    ("check", "place"),
    [
        ({"check": "stands_on", "square": "c1"}, "c1 east"),
        ({"check": "looks", "facing": "north"}, "b1 north"),
        ({"check": "parks", "place": "c1 south"}, "c1 south"),
        ({"check": "passes", "where": "c1"}, None),
    ],
)
def test_only_a_place_that_the_task_names_is_shown(
    check: dict[str, str], place: str | None
) -> None:
    found = planned(made(checks=[check]), "forward")
    assert (found and (found.stop, found.place)) == (place and (1, place))


def test_in_a_bug_hunt_the_first_difference_is_shown() -> None:
    exercise = find_exercise("04-02-the-swapped-turn")
    assert planned(exercise, "forward, forward, right, forward, left") == (
        0, 3, "c2 east", "The dashed frame shows where it should be at step 3.",
    )  # fmt: skip
    assert planned(exercise, exercise.file.solution.answer) is None
