"""Test that words proposed for an exercise pass the proof of `teachkit check --strict`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from teachkit.exercises.authoring.files import make_exercise
from teachkit.exercises.authoring.proof import flags, flaws
from teachkit.exercises.generator.proposed_words import (
    proposed_hints,
    proposed_mistakes,
    proposed_text,
    proposed_title,
)
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import FILES

WORDS = {"title": "?", "text": "?", "hints": [], "mistakes": []}
KINDS = ("program", "repair", "predict", "arrange", "lanes")
BY_KIND = {}
for path in FILES:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if data["kind"] in KINDS:
        BY_KIND[data["game"], data["kind"]] = path
        BY_KIND.setdefault((data["game"], data["kind"], "first"), path)


def bare(stem: str) -> Exercise:
    """Return an exercise of a lesson without its words."""
    (path,) = (path for path in FILES if path.stem.startswith(stem))
    return make_exercise("bare", tomllib.loads(path.read_text(encoding="utf-8")) | WORDS)


@pytest.mark.parametrize("path", dict.fromkeys(BY_KIND.values()), ids=lambda path: path.stem)
def test_an_exercise_with_proposed_words_is_sound(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    exercise = make_exercise("bare", data | WORDS)
    words = {
        "title": proposed_title(exercise),
        "text": proposed_text(exercise),
        "hints": proposed_hints(exercise),
        "mistakes": proposed_mistakes(exercise),
    }
    whole = make_exercise("whole", data | words)
    assert 2 <= len(words["hints"]) <= 3
    assert flaws(whole) == []
    assert [flag for flag in flags(whole) if flag.key in words] == []
    sentences = [mistake["says"] for mistake in words["mistakes"]]
    assert len(sentences) == len({*sentences})


def test_the_text_is_that_of_a_generated_level_if_it_can_be() -> None:
    assert proposed_text(bare("01-06")) == "Pick up the samples on **c1, d3 and a3**."
    assert proposed_text(bare("03-07")) == (
        "This program has a bug. Fix it.\n\nPick up the sample on **c1**."
    )


def test_other_checks_are_listed() -> None:
    assert proposed_text(bare("18-10")) == (
        "Write a program with this result:\n\n"
        "- Red ends on b1\n- Green ends on c1\n- Blue ends on d1\n- Yellow ends on e1"
    )
    assert proposed_text(bare("18-07")).startswith(
        "These are the right cards. Put them in the right order."
    )


def test_a_prediction_asks_for_the_place_or_the_number() -> None:
    assert proposed_text(bare("00-01")) == (
        "The program is `forward, left, forward`. Where is Red at the end, and facing which way?"
    )
    assert proposed_text(bare("10-01")) == (
        "The program is `A4/, A1+, B4swap`. Which number is in the register at the end?"
    )
    assert proposed_hints(bare("10-01")) == [
        "Go through the program card by card.",
        "Write down what each card changes.",
    ]


def test_mistakes_are_misreadings_first_and_then_slips() -> None:
    assert proposed_mistakes(bare("00-04"))[:2] == [
        {
            "answer": "left, forward",
            "says": "Left and right only turn the rover. The rover stays on its square.",
        },
        {
            "answer": "left, left",
            "says": "A turn card only turns the rover. The rover does not move sideways.",
        },
    ]
    slips = proposed_mistakes(bare("18-12"))
    assert slips[0] == {
        "answer": "move-1 490, right 100",
        "says": "Good so far, but the end is missing.",
    }


def test_the_title_stays_the_same_until_the_board_changes() -> None:
    exercise = bare("00-02")
    assert proposed_title(exercise) == proposed_title(bare("00-02"))
    assert proposed_title(exercise) in exercise.game.levels.titles
    assert len({proposed_title(bare(stem)) for stem in ("00-02", "00-04", "01-06", "03-08")}) > 1
