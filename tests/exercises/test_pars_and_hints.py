"""Test that a learner who is stuck in any packaged exercise is shown a change that helps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from teachkit.core.language.program import Program
from teachkit.exercises.explaining.hints import Asked, Hint, hint
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import FILES, loaded

ON_THE_WAY = 40  # limit of changes

# Cards can be put into a routine in many ways. If no change leads to a solution nearby, the hint
# names a card too many, or all the cards that are needed.
WITH_ROUTINES = [path for path in FILES if loaded(path).kind.form.is_program
                 and "define" in loaded(path).cards]  # fmt: skip
LAID = [path for path in FILES if loaded(path).kind.form.is_program and path not in WITH_ROUTINES]
SEARCHED = [path for path in LAID if loaded(path).kind.is_searched]


def beginnings(exercise: Exercise) -> Iterator[Program]:
    """Return nothing, the given program, and each beginning of the author's solution."""
    yield exercise.given
    whole = exercise.read(exercise.file.solution.answer)
    for place in range(len(whole.body) + 1):
        yield Program(whole.body[:place])


def next_hint(exercise: Exercise, program: Program) -> Hint:
    new = hint(exercise, Asked(hints=len(exercise.file.hints)), str(program))
    assert new
    assert new.rung == "next", f"nothing is told about {program}"
    return new


def test_there_are_some_of_each() -> None:
    assert len(SEARCHED) >= 20
    assert len(LAID) - len(SEARCHED) >= 10
    assert any(loaded(path).rules.sensors for path in SEARCHED)


@pytest.mark.parametrize("path", LAID, ids=lambda path: path.stem)
def test_the_next_change_is_told_from_every_beginning(path: Path) -> None:
    for program in beginnings(loaded(path)):
        next_hint(loaded(path), program)


@pytest.mark.parametrize("path", WITH_ROUTINES, ids=lambda path: path.stem)
def test_help_with_a_routine_is_a_change_a_spare_card_or_all_cards(path: Path) -> None:
    exercise = loaded(path)
    for program in beginnings(exercise):
        new = hint(exercise, Asked(hints=len(exercise.file.hints)), str(program))
        assert new
        assert new.rung in ("next", "spare", "cards")


@pytest.mark.slow
@pytest.mark.parametrize("path", LAID, ids=lambda path: path.stem)
def test_who_makes_every_mistake_is_led_to_a_right_program(path: Path) -> None:
    exercise = loaded(path)
    for mistake in exercise.file.mistakes:
        program = exercise.read(mistake.answer)
        for _ in range(ON_THE_WAY):
            after = next_hint(exercise, program).program
            assert after is not None
            if after == program:
                break
            program = after
        assert judged(exercise, str(program)).solved
