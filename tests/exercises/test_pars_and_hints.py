"""Every exercise that comes along: both pars are proven, and whoever is stuck is told a change.

What it takes in processor time is printed (`pytest -s`); how long is judged in tests/benchmarks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from teachkit.core.program import Program
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.forms import Form
from teachkit.exercises.grade import grade
from teachkit.exercises.hints.ladder import Asked, Hint, hint
from teachkit.exercises.kinds import kind_of
from teachkit.exercises.par import bounds, used
from teachkit.exercises.reading import load_exercise

from ..every_exercise import FILES, loaded

ON_THE_WAY = 40  # changes, at most

LAID = [path for path in FILES if kind_of(loaded(path)).FORM is Form.CARDS]
SEARCHED = [path for path in LAID if kind_of(loaded(path)).IS_SEARCHED]


def beginnings(exercise: Exercise) -> Iterator[Program]:
    """Nothing, what is given, and the author's solution as far as it is laid."""
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


@pytest.mark.parametrize("path", SEARCHED, ids=lambda path: path.stem)
def test_both_pars_are_proven(path: Path) -> None:
    exercise = load_exercise(path)  # what was found out before is not known
    start = process_time()
    found = bounds(exercise)
    seconds = process_time() - start
    print(f"{path.stem}: {', '.join(f'{par} ×{par.programs}' for par in found)}, {seconds:.3f} s")
    assert [par.metric for par in found if par.proven] == ["cards", "steps"]
    for par in found:
        assert grade(exercise, str(par.witness)).solved
        assert used(exercise, par.witness, par.metric) == par.best
        assert par.best <= used(exercise, exercise.read(exercise.file.solution.answer), par.metric)


@pytest.mark.parametrize("path", LAID, ids=lambda path: path.stem)
def test_the_next_change_is_told_from_every_beginning(path: Path) -> None:
    exercise, times = loaded(path), []
    for program in beginnings(exercise):
        start = process_time()
        next_hint(exercise, program)
        times.append(process_time() - start)
    print(f"{path.stem}: {max(times):.3f} s for the slowest of {len(times)} hints")


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
        assert grade(exercise, str(program)).solved
