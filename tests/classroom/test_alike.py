"""Remarks on long answers that are alike: only where chance explains nothing."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.grading.alike import FEW, OWN_CARDS, OWN_LETTERS, with_alike_noted
from teachkit.classroom.grading.grade import Graded, Row
from tests.exercises.making import made

FUNCTION: dict[str, Any] = {
    "kind": "function",
    "game": "lovelace",
    "edition": "machine",
    "function": "double",
    "cards": [],
    "starts": [],
    "checks": [],
    "cases": [{"call": [2], "returns": 4}],
    "solution": {"answer": "def double(n):\n    return 2 * n"},
}
LINE = "    total = total + how_many_there_are * 2\n"
LONG = "def double(n):\n" + LINE * 5
CARDS = ", ".join(["forward", "left"] * 8)


def notes(exercise: Any, *answers: str, solved: bool = False) -> list[tuple[str, ...]]:
    """Return the notes on these answers, each given by a different learner."""
    learners = [
        Graded(f"L{number}", "", (Row("x", answer=answer, solving=("y",) if solved else ()),))
        for number, answer in enumerate(answers)
    ]
    return [each.rows[0].notes for each in with_alike_noted({"x": exercise}, learners)]


def test_the_others_are_named_but_not_blamed() -> None:
    assert notes(made(**FUNCTION), LONG, LONG, LONG + "#") == [
        ("This long answer is exactly the same as that of L1.",),
        ("This long answer is exactly the same as that of L0.",),
        (),
    ]


@pytest.mark.parametrize(("shorter", "noted"), [(0, True), (1, False)])
def test_an_answer_must_be_long(shorter: int, noted: bool) -> None:
    text = "x" * (OWN_LETTERS - shorter)
    assert any(notes(made(**FUNCTION), text, text)) is noted
    cards = ", ".join(["forward"] * (OWN_CARDS - shorter))
    assert any(notes(made(), cards, cards)) is noted


def test_what_the_task_gives_is_not_the_learners() -> None:
    for key, text in (("given", LONG), ("solution", {"answer": LONG})):
        assert not any(notes(made(**FUNCTION | {key: text}), LONG, LONG))
    mistakes = [{"answer": CARDS, "says": "Too many turns."}]
    assert not any(notes(made(mistakes=mistakes), CARDS, CARDS))
    assert not any(notes(made(kind="repair", given=CARDS), CARDS, CARDS))


def test_the_solution_that_everybody_finds_is_no_wonder() -> None:
    """A right program is remarkable only if it is longer than the author's."""
    exercise = made(solution={"answer": CARDS.replace("left", "right")})
    assert not any(notes(exercise, CARDS, CARDS, solved=True))
    assert any(notes(exercise, CARDS, CARDS))
    assert any(notes(exercise, f"{CARDS}, left", f"{CARDS}, left", solved=True))


def test_what_many_have_was_found_together() -> None:
    assert all(notes(made(**FUNCTION), *[LONG] * (FEW + 1)))
    assert not any(notes(made(**FUNCTION), *[LONG] * (FEW + 2)))


def test_answers_that_are_no_program_are_left_alone() -> None:
    text = "dance, " * 30
    assert not any(notes(made(), text, text))
    prediction = made(kind="predict", given="forward", checks=[], solution={})
    assert not any(notes(prediction, CARDS, CARDS))
