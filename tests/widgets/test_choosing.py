"""Test choices of a running card through the traits of a workbench: asked, saved, graded."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.exercises.judging.grade import grade

from .benches import BASE as PLAIN
from .benches import run

BASE: dict[str, Any] = PLAIN | {
    "game": "calamitron",
    "edition": "standard",
    "cards": {"forward": 2, "left": 1, "shove": 2},
    "starts": [{"floor": ". . O\n. . .", "retros": {"red": "tread a1 east"},
                "rogues": {"servo-1": "c1 north"}}],
    "checks": [{"check": "disables", "rogue": "servo-1"}],
    "solution": {"answer": "forward, shove left"},
}  # fmt: skip
HACK: dict[str, Any] = BASE | {
    "cards": ["program", "forward", "left", "right"],
    "starts": [{"floor": ". O .\n. . .", "retros": {"red": "nano b1 east"},
                "rogues": {"servo-1": "a1 north", "vise-1": "c1 west"}}],
    "checks": [{"check": "disables", "rogue": "vise-1"}],
    "solution": {"answer": "program vise-1, right, forward, left, forward"},
}  # fmt: skip


@pytest.fixture
def opened(bench):
    """A run that asks at its second card which way to shove."""
    return run(bench(), "forward", "shove")


def test_a_card_asks_where_it_comes_up(opened):
    """The run goes as far as the card before, and nothing is judged yet."""
    (question,) = opened.player.questions
    assert question["asks"] == "Which way do you shove it?"
    assert question["choices"] == ["left", "right", "forward"]
    opened.player.to(9)
    assert opened.player.position == question["stop"] - 1 == 1
    assert opened.grade is None
    assert opened.feedback.says == []


def test_the_answer_is_laid_behind_the_card_kept_and_graded(opened, kept):
    """And the run goes on from there to its end."""
    opened.player.answer("left")
    assert opened.builder.program == ["forward", ["shove", "left"]]
    assert opened.grade.solved
    assert opened.player.position == 1
    assert opened.player.questions == []
    assert kept()["answer"] == "forward, shove left"
    assert grade(opened.exercise, kept()["answer"]).solved


def test_a_card_with_its_answer_asks_nothing(bench):
    """It can be typed at once, or opened again."""
    opened = run(bench(), "forward", ["shove", "right"])
    assert opened.player.questions == []
    assert opened.grade.says[0] == "Servobot 1 is not in a pit."


def test_each_card_asks_for_itself(bench):
    """One question after the other, each where it comes up."""
    start = BASE["starts"][0] | {"rogues": {"servo-1": "b1 north"}}
    opened = run(bench(starts=[start]), "shove", "forward", "shove")
    opened.player.answer("forward")
    assert [(each["stop"], each["right"]) for each in opened.player.questions] == [(3, None)]
    assert opened.player.position == 0
    opened.player.answer("left")
    assert opened.answer == "shove forward, forward, shove left"
    assert opened.grade.solved


def test_a_hacker_is_asked_whom_it_programs(bench):
    """The buttons are the bots beside it, and nobody."""
    opened = run(bench(**HACK), "program", "right", "forward", "left", "forward")
    assert opened.player.questions[0]["choices"] == ["vise-1", "servo-1", "nobody"]
    opened.player.answer("vise-1")
    assert opened.answer == "program vise-1, right, forward, left, forward"


def test_what_is_no_answer_is_told_and_changes_nothing(opened):
    opened.player.answer("up")
    assert opened.player.questions[0]["says"] == "Choose one of: left, right, forward."
    assert opened.builder.program == ["forward", "shove"]


def test_cards_that_changed_are_run_anew(opened):
    """The answer would be laid behind another card."""
    opened.builder.program = ["shove", "forward"]
    opened.player.answer("left")
    assert opened.player.questions[0]["says"] == "Your cards have changed. Run them again."
    assert opened.builder.program == ["shove", "forward"]


def test_an_answer_can_be_given_by_the_start(bench):
    """Then nobody is asked."""
    opened = run(bench(starts=[BASE["starts"][0] | {"answers": [0]}]), "forward", "shove")
    assert opened.player.questions == []
    assert opened.grade.solved


def test_another_board_may_ask_as_well(bench):
    """A question of the second board alone is asked there, and its answer holds on all boards."""
    first = BASE["starts"][0] | {"rogues": {"servo-1": "a2 north"}}
    opened = run(bench(starts=[first, BASE["starts"][0]]), "forward", "shove")
    assert opened.feedback.board == 2
    opened.player.answer("left")
    assert opened.answer == "forward, shove left"
    assert opened.grade.says[0].startswith("Your program works on 1 of 2 boards. Board 1: ")


def test_a_hidden_board_asks_nothing_and_says_which_card_is_open(bench):
    """Nothing is given away of what stands there."""
    first = BASE["starts"][0] | {"rogues": {"servo-1": "a2 north"}}
    opened = run(bench(starts=[first, BASE["starts"][0] | {"hidden": True}]), "forward", "shove")
    assert opened.player.questions == []
    assert opened.feedback.says == [
        'Card 2 needs a choice. For example, write "shove left".',
    ]  # fmt: skip


def test_each_lane_asks_for_its_own_cards(bench):
    keys = BASE | {
        "kind": "lanes",
        "cards": ["forward", "left", "shove"],
        "starts": [BASE["starts"][0] | {"retros": {"red": "tread a1 east",
                                                    "green": "tread b1 east"}}],
        "solution": {"answer": "red:\ngreen: shove left"},
    }  # fmt: skip
    opened = bench(**keys)
    opened.builder["green"].program = ["shove"]
    opened.run()
    opened.player.answer("left")
    assert opened.answer == "red:\ngreen: shove left"
    assert opened.grade.solved


def test_the_choice_can_be_undone_by_laying_the_bare_card_again(opened):
    """Then it is asked anew."""
    opened.player.answer("left")
    run(opened, "forward", "shove")
    assert opened.player.questions[0]["right"] is None
