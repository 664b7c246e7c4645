"""Test that a given program handed in unchanged is no try and earns no points."""

from __future__ import annotations

from pathlib import Path

import pytest

from teachkit.classroom.answers import Answers
from teachkit.classroom.library import find_exercise
from teachkit.exercises.judging.grade import grade, is_untouched, judged

from ..every_exercise import exercises

BEGUN = [
    exercise.id for exercise in exercises()
    if exercise.file.given.strip()
    and (form := exercise.kind.form)
    and (form.is_program or form.has_lanes or form.runs_python)
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", BEGUN)
def test_what_a_shipped_exercise_gives_earns_nothing_as_it_is(name: str) -> None:
    exercise = find_exercise(name)
    graded = grade(exercise, exercise.file.given + "\n")
    assert (graded.points, graded.unread, graded.solved) == (0, True, False)
    assert not any(verdict.points or verdict.passed for verdict in graded.verdicts)
    assert all(graded.says)


def test_a_program_that_works_already_is_told_to_change() -> None:
    """It would earn a point for picking up the sample, with twice as many cards as wanted."""
    assert len(BEGUN) > 20
    exercise = find_exercise("06-06-roll-it-up")
    assert judged(exercise, exercise.file.given).points == 1
    graded = grade(exercise, exercise.file.given)
    assert (graded.points, len(graded.says)) == (0, 1)


def test_a_given_program_is_told_what_its_run_shows_and_what_to_do() -> None:
    for name, says in (
        ("00-03-nothing-happened", "Cards 2 and 3 were skipped. Now change one card."),
        ("05-05-up-the-hill", "Card 2 was skipped."),  # the bug hunt says what to do
        ("06-06-roll-it-up", "It ends like this: a1 west. Now change the program."),
    ):
        exercise = find_exercise(name)
        assert grade(exercise, exercise.file.given).says == (says,)


def test_it_is_the_same_in_other_words() -> None:
    exercise = find_exercise("20-08-hang-up")
    assert is_untouched(exercise, exercise.file.given.replace(", ", ",\n"))
    assert not is_untouched(exercise, exercise.file.solution.answer)


def test_it_is_no_attempt(tmp_path: Path) -> None:
    exercise, answers = find_exercise("20-08-hang-up"), Answers(tmp_path)
    answers.hand_in(exercise, exercise.file.given)
    assert "attempts" not in answers.record(exercise.id)
