"""Test exercise files: what they may contain, and the errors for those that cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from teachkit.errors import DataError
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.kinds import KINDS
from teachkit.games import NAMES as GAMES
from teachkit.games.algoracing import EDITIONS

from .making import START, complaint, made

FILE = """
title  = "Two steps"
text   = "Drive to **c1**."
lesson = "90"
game   = "algoracing"
kind   = "program"
hints  = ["It looks that way already."]

[[starts]]
floor  = ". . ."
rovers = { red = "a1 east" }

[[checks]]
check  = "stands_on"
square = "c1"
points = 2

[solution]
answer = "forward, forward"

[[mistakes]]
answer = "left"
says   = "A turn does not drive."
"""


def test_a_file_becomes_an_exercise_named_like_the_file(tmp_path: Path) -> None:
    path = tmp_path / "00-09-two-steps.toml"
    path.write_text(FILE, encoding="utf-8")
    exercise = load_exercise(path)
    assert (exercise.id, exercise.title, exercise.possible) == ("00-09-two-steps", "Two steps", 2)
    assert (exercise.player, exercise.file.phase, exercise.rules.name) == ("red", "make", "basic")


def test_the_hash_changes_with_what_earns_points_and_with_nothing_else() -> None:
    """The solution, mistakes and hidden parts may be edited, or be missing in a released copy."""
    assert made().hash == made("another").hash
    hidden = START | {"hidden": True, "rovers": {"red": "b1 east"}}
    wrong = {"answer": "left", "says": "It turned."}
    more = made(starts=[START, hidden], solution={"answer": "jump, jump"}, mistakes=[wrong])
    assert made().hash == more.hash
    assert made().hash != made(starts=[START, START]).hash
    assert made().hash != made(starts=[START | {"hidden": True}]).hash
    assert made().hash != made(cards=["forward", "left"]).hash


def test_a_corrected_sentence_leaves_the_hash_as_it_is() -> None:
    """Only the hash with which earlier answers are marked is of everything that a learner sees."""
    worded = made(text="Drive to **c1**, please.", title="Two, steps", hints=["Another hint."])
    assert made().hash == worded.hash
    assert made().seen_hash != worded.seen_hash
    some, other = (
        made(kind="choice", choices=[{"says": says, "program": "left"}, {"says": "two"}])
        for says in ("one", "one,")
    )
    assert some.hash == other.hash


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"titel": "x"}, 'There is no key "titel". Did you mean "title"?'),
        ({"kind": "programm"},
         f'kind = "programm" is not known. Choose one of: {", ".join(KINDS)}.'),
        ({"edition": "basics"},
         f'edition = "basics" is not known. Choose one of: {", ".join(EDITIONS)}.'),
        ({"game": "chess"}, f'game = "chess" is not known. Choose one of: {", ".join(GAMES)}.'),
        ({"right": "maybe"}, 'right = "maybe" is not known. Choose one of: passes, fails.'),
        ({"starts": []}, 'Add at least one [[starts]] table.'),
        ({"starts": [START | {"rover": "a1"}]},
         'There is no key "rover" in "start 1". Did you mean "rovers"?'),
        ({"starts": [START | {"sasy": "Board 1"}]},
         'There is no key "sasy" in "start 1". Did you mean "says"?'),
        ({"starts": [START, {"floor": ". ."}]},
         'start 2: There is no player on the board. Add one.'),
        ({"starts": [START | {"rovers": {"red": "a1 east", "green": "a1 west"}}]},
         'start 1: There are two rovers on a1. Put each one on its own square.'),
        ({"starts": [START | {"walls": ["c1 east"]}]},
         'start 1: The wall "c1 east" must be between two squares.'),
        ({"cards": {"forwards": 1}},
         'There is no key "forwards" in "cards". Did you mean "forward"?'),
        ({"edition": "compass", "cards": ["2x"]},
         'There is no key "2x" in "cards". Use one of: north, east, south, west.'),
        ({"cards": ["forward three"]},
         'cards: write a name and a number: "forward 3", not "forward three".'),
        ({"checks": [{"check": "carries"}]}, 'The check "carries" needs: samples.'),
        ({"checks": [{"check": "stands_on", "square": "c1", "facing": "east"}]},
         'The check "stands_on" has no key "facing". Remove it.'),
        ({"checks": [{"check": "ends", "cards": 1}]},
         'The check "ends" has no key "cards". Remove it.'),
        ({"checks": [{"check": "stands_on", "sqare": "c1"}]},
         'The check "stands_on" has no key "sqare". Did you mean "square"?'),
        ({"checks": [{"check": "carries", "samples": -1}]},
         'samples = -1 is too small. Write 0 or more.'),
        ({"checks": [{"square": "c1"}]}, 'A check needs a name, such as check = "stands_on".'),
        ({"checks": [{"check": "avoids", "card": "jmp"}]},
         ('avoids: card = "jmp" is not known. Choose one of: '
          'forward, all-forward, jump, left, right, u-turn, repeat.')),
        ({"choices": [{"says": "a", "checks": [{"check": "uses", "card": "jmp"}]}]},
         ('uses: card = "jmp" is not known. Choose one of: '
          'forward, all-forward, jump, left, right, u-turn, repeat.')),
        ({"game": "calamitron"},
         ('Write an edition of calamitron: edition = "standard", '
          'or one of: turns, drive, loops, sensors.')),
        ({"starts": START}, ('starts: write [[starts]] in double brackets, because there may be '
          'several')),
        ({"solution": [{"answer": "left"}]},
         'solution: write [solution] in single brackets, because there is only one'),
        ({"make": [{"kind": "program"}]},
         'make: write [make] in single brackets, because there is only one'),
        ({"match": {"opponents": {"house": "random"}}},
         ('match.opponents: write [[match.opponents]] in double brackets, '
          'because there may be several')),
        ({"starts": [START | {"rovers": ["a1 east"]}]},
         "start 1.rovers: write a table, not ['a1 east']"),
        ({"starts": [START | {"laboratories": {"a1": ["blue"]}}]},
         'There is no key "laboratories" in "start 1". Did you mean "labs"?'),
        ({"hints": {"one": "Look."}},
         "hints: write a list in square brackets, not {'one': 'Look.'}"),
        ({"cards": "forward"},
         "cards: write a table or a list in square brackets, not 'forward'"),
        ({"cards": {"forward": -8}}, 'forward = -8 is too small. Write 0 or more.'),
        ({"points": -1}, 'points = -1 is too small. Write 0 or more.'),
        ({"changes": 0}, 'changes = 0 is too small. Write 1 or more.'),
        ({"after": -1}, 'after = -1 is too small. Write 0 or more.'),
        ({"labels": [{"cards": "1-2", "says": "drive"}]},
         '"1-2" is not a number. Write a number such as 7, or a range such as 6..8.'),
        ({"kind": "strategy",
          "match": {"games": 8, "opponents": [{"house": "random", "at_least": 50}]}},
         'match: at_least = 50.0 is not a share of the games. Write 0.5 for half.'),
        ({"kind": "function", "function": "f", "cases": [{"args": [1], "returns": 1}]},
         'There is no key "args" in "case 1". Use one of: call, returns, gives, says, hidden.'),
        ({"checks": [{"check": "ends", "points": 0}]},
         'The check "ends" must be worth at least 1 point.'),
        ({"given": "forwrd"}, 'There is no card "forwrd". Did you mean "forward"?'),
        ({"kind": "repair", "given": "left", "fixed": [2]},
         'fixed: the given program has no card 2.'),
        ({"choices": [{"says": "a", "program": "lfet"}]},
         'There is no card "lfet". Did you mean "left"?'),
        ({"choices": [{"says": "a"}, {"says": "b", "start": 2}]}, 'choice 2: there is no start 2.'),
        ({"choices": [{"says": "a", "checks": [{"check": "end"}]}]},
         'There is no check "end". Did you mean "ends"?'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence(keys: dict[str, Any], sentence: str) -> None:
    assert complaint(**keys) == sentence


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"title": 3}, "title"),
        ({"hints": "one"}, "hints"),
        ({"hints": [1]}, "hints"),
        ({"points": "two"}, "points"),
        ({"cards": {"forward": "two"}}, "cards"),
        ({"starts": [START | {"hidden": "yes"}]}, "start 1.hidden"),
        ({"starts": [START | {"answers": 3}]}, "start 1.answers"),
        ({"starts": [START | {"says": 3}]}, "start 1.says"),
        ({"checks": [{"check": "ends", "points": "two"}]}, "points"),
        ({"mistakes": [{"answer": "left"}]}, "mistakes"),
        ({"solution": {"answer": 3}}, "solution"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_by_its_key(keys: dict[str, Any], place: str) -> None:
    assert complaint(**keys).startswith(place)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"title = ", "this is not a TOML file: "),
        ("title = 'Zoë'".encode("latin-1"), "this file is not UTF-8 text; save it as UTF-8"),
        (None, "this file cannot be opened"),
        (FILE.replace("title", "titel").encode(), 'There is no key "titel". Did you mean "title"?'),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    content: bytes | None, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "broken.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load_exercise(path)
    assert caught.value.says.startswith(f"{path}: {sentence}")
