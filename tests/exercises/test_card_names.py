"""Test that a loop card may be called `2x`, `x2` or `×2` everywhere, and is called `2x` by us."""

from __future__ import annotations

import tomllib

import pytest

from teachkit.core.language.program import Program
from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.reference import found
from teachkit.exercises.generator.contract import Contract, hand_of
from teachkit.exercises.judging.grade import grade
from teachkit.games import algoracing

CALLED = ["2x", "x2", "×2", "2×", "X2"]
FILE = """
title    = "Twice"
lesson   = "90"
game     = "algoracing"
edition  = "loops"
kind     = "program"
text     = "Drive to **c1**."
cards    = { forward = 1, "NAME" = 1 }
hints    = ["Which card can do a thing twice?"]

[[starts]]
floor  = ". . .\\n. . ."
rovers = { red = "a1 east" }

[[checks]]
check  = "stands_on"
square = "c1"

[[checks]]
check = "uses"
card  = "NAME"

[solution]
answer = "NAME(forward)"
"""


@pytest.mark.parametrize("name", CALLED)
def test_a_file_and_an_answer_may_use_every_name(name: str) -> None:
    exercise = make_exercise("90-01", tomllib.loads(FILE.replace("NAME", name)))
    assert exercise.cards == {"forward": 1, "2x": 1}
    assert grade(exercise, f"{name}(forward)").solved
    [_, uses] = grade(exercise, "forward").verdicts
    assert uses.says == 'Use the card "2x" this time.'


@pytest.mark.parametrize("name", CALLED)
def test_the_reference_finds_every_name(name: str) -> None:
    assert {entry.name for topic in found(name) for entry in topic.entries} == {"2x"}


@pytest.mark.parametrize("name", CALLED)
def test_the_generator_is_asked_in_every_name(name: str) -> None:
    assert hand_of(f"forward 3, {name} 1") == {"forward": 3, "2x": 1}
    contract = Contract(
        "algoracing", edition="loops", needs=(name,), avoid=(name.replace("2", "3"),)
    )
    assert contract.needed == (frozenset({"2x"}),)
    assert "3x" not in contract.offered


@pytest.mark.parametrize("name", CALLED)
def test_a_hand_and_an_edit_may_use_every_name(name: str) -> None:
    hands = {"red": [name, "left"]}
    start = algoracing.Setup(
        edition="complete", floor=". .", rovers={"red": "a1 east"}, hands=hands, algorithm="left"
    )
    assert [str(card) for card in start.state().table.hand("red")] == ["2x", "left"]
    assert algoracing.Setup.of(start.state()).hands == {"red": ["2x", "left"]}
    assert algoracing.GAME.editing
    row = algoracing.GAME.editing.edited(
        start.state(), Program.read("left"), [f"loop {name} over 1"]
    )
    assert row == (Program.read("2x(left)"), ("2x",))
