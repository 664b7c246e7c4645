"""Benchmarks of explaining a wrong answer, from cold, against grading it, in the slowest cases."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.library import packaged_lessons
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.explaining.explain import explain
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade
from tests.forgetting import forget

from .ratio import at_least

MOST = 150  # times as long as grading, which takes one to ten milliseconds here
SLOWEST = {
    "02-08-delivery-round":
        "left, forward, forward, forward, right, forward, forward, forward",
    "08-11-as-long-as-not": "while not carrying(forward), while not on_lab(forward)",
    "18-03-a-table-for-two":
        "c2 south\nd2 east\nd2 east\ne2 west\nd2 west\nc2 north",
    "14-05-out-of-reach": "b",
    "21-08-a-rule-that-never-fires": "a",
    "21-11-on-patrol":
        "left, while not rogue_ahead(if blocked(right) else(forward)), shove left",
}  # fmt: skip


def cold(exercise: Exercise, answer: str) -> Grade:
    forget()
    return warm(exercise, answer)


def warm(exercise: Exercise, answer: str) -> Grade:
    return explain(exercise, answer, grade(exercise, answer))


@pytest.mark.parametrize("name", SLOWEST)
def test_a_wrong_answer_is_explained_soon_after_it_is_graded(name: str, benchmark: Any) -> None:
    """Explanations are cached, so with a warm cache the answer would only be graded."""
    (path,) = (packaged_lessons() / "exercises").rglob(f"{name}.toml")
    exercise, answer = load_exercise(path), SLOWEST[name]
    told = cold(exercise, answer)
    assert told == warm(exercise, answer) == cold(exercise, answer)
    assert told.points == judged(exercise, answer).points < exercise.possible
    ratio = at_least(1 / MOST, lambda: judged(exercise, answer), lambda: cold(exercise, answer))
    benchmark.pedantic(lambda: cold(exercise, answer), rounds=3)
    more = 1000 * (ratio.other - ratio.one)
    benchmark.extra_info["graded, to graded and explained"] = f"{ratio}, {more:.0f} ms more"
    assert ratio.value >= 1 / MOST, ratio
