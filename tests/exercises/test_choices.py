"""Test choices that a card leaves open: found in a run, put behind the card, and searched."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Lanes, Program
from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Step
from teachkit.errors import AnswerError
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.program_runs import OpenChoice, attempt, open_choice
from teachkit.exercises.solving.puzzle import deck, puzzle

from .making import climb, made

SHOVE: dict[str, Any] = {
    "game": "calamitron",
    "edition": "standard",
    "cards": {"forward": 1, "shove": 1},
    "starts": [{"floor": ". O\n. .", "retros": {"red": "tread a1 east"},
                "rogues": {"servo-1": "b1 north"}}],
    "checks": [{"check": "disables", "rogue": "servo-1"}],
    "solution": {"answer": "shove left"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("program", "card", "expected"),
    [
        ("shove", 1, "shove left"),
        ("shove, shove", 2, "shove, shove left"),
        ("forward, 2x(right, shove), shove", 3, "forward, 2x(right, shove left), shove"),
        ("while blocked(if blocked(left) else(shove))", 2,
         "while blocked(if blocked(left) else(shove left))"),
        ("if blocked(shove) else(right), shove", 1, "if blocked(shove left) else(right), shove"),
    ],
)  # fmt: skip
def test_an_answer_is_laid_behind_its_card_and_no_other(
    program: str, card: int, expected: str
) -> None:
    choice = OpenChoice("red", Step(Instruction("shove"), card), "?", ("left",), Trace(None))
    assert str(choice.made(Program.read(program), "left")) == expected


def test_an_answer_of_one_lane_changes_that_lane() -> None:
    lanes = Lanes.read_lanes("red: shove\ngreen: left, shove", ["red", "green"])
    choice = OpenChoice("green", Step(Instruction("shove"), 2), "?", ("left",), Trace(None))
    assert str(choice.made(lanes, "right")) == "red: shove\ngreen: left, shove right"


def test_the_run_up_to_a_question_ends_with_the_card_that_asks() -> None:
    exercise = made(**SHOVE)
    assert open_choice(exercise, exercise.read("forward"), exercise.starts[0]) is None
    choice = open_choice(exercise, exercise.read("forward, shove"), exercise.starts[0])
    assert choice
    assert choice.options == ("left", "right", "forward")
    assert choice.trace.story().splitlines()[-1] == "Card 2: shove."
    assert len(choice.trace.steps()) == 2


def test_an_open_choice_is_told_and_never_guessed() -> None:
    exercise = made(**SHOVE)
    says = 'Card 1 needs a choice. For example, write "shove left".'
    with pytest.raises(AnswerError, match="Card 1 needs a choice"):
        attempt(exercise, exercise.read("shove"), exercise.starts[0])
    told = grade(exercise, "shove")
    assert (told.points, told.says) == (0, (says,))


@pytest.mark.parametrize(("answer", "points"), [("shove left", 1), ("shove right", 0)])
def test_a_choice_that_is_written_is_graded(answer: str, points: int) -> None:
    assert grade(made(**SHOVE), answer).points == points


def test_what_can_be_written_behind_a_card_needs_no_answers_of_the_start() -> None:
    exercise = made(**SHOVE)
    assert [remark for flaw in exercise.kind.flaws for remark in flaw(exercise)] == []


def test_a_card_with_a_choice_is_not_called_spare_if_the_solution_has_it() -> None:
    said = [each.says for each in climb(made(**SHOVE)) if each.rung == "spare"]
    assert said == ['You do not need the card "forward".']


def test_a_search_lays_a_card_with_each_of_its_choices() -> None:
    exercise = made(**SHOVE)
    laid = deck(exercise)
    assert laid.instructions == ("forward", "shove left", "shove right", "shove forward")
    assert (laid.names, laid.most) == (("forward", "shove"), 2)
    assert laid.without({"shove"}).names == ("forward",)
    found = puzzle(exercise)
    best = found and found.best()
    assert best
    assert (str(best.program), best.cost) == ("shove left", 1)


def test_a_program_is_for_a_bot_that_is_here() -> None:
    start = SHOVE["starts"][0] | {"retros": {"red": "nano a1 east"}}
    exercise = made(**SHOVE | {"cards": {"program": 1, "left": 1}, "starts": [start],
                               "solution": {"answer": "program servo-1"}})  # fmt: skip
    assert deck(exercise).instructions == ("left", "program servo-1", "program nobody")
    assert grade(exercise, "program vise-1").says == ('There is no bot "vise-1" here.',)
