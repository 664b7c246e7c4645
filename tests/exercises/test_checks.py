"""Test each check, and each goal of the first game: what it accepts, and its message otherwise."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.exercises.judging.checks import HAPPENINGS, SHAPES, check_facts, complaint
from teachkit.exercises.judging.program_runs import attempt
from teachkit.games import NAMES, algoracing, game

from .making import made

BOARD: dict[str, Any] = {
    "floor": ". . . .\n. . . .",
    "rovers": {"red": "a1 east", "green": "d2 south"},
    "samples": {"c1": "blue"},
    "bases": {"red": "d1"},
}
SHOOTING: dict[str, Any] = {
    "edition": "complete",
    "floor": ". . .\n. . .",
    "rovers": {"red": "a1 east", "green": "c1 north"},
    "bases": {"green": "c2"},
}

CASES: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("uses_at_most", {"cards": 2}, "2x(forward)", "forward, forward, left",
     "Use at most 2 cards; you used 3."),
    ("takes_at_most", {"steps": 2}, "forward, left", "3x(left)",
     "Take at most 2 steps; you took 3."),
    ("uses", {"card": "left"}, "2x(left)", "right", 'Use the card "left" this time.'),
    ("uses", {"card": "2x"}, "2x(left)", "3x(left)", 'Use the card "2x" this time.'),
    ("uses", {"card": "repeat"}, "3x(left)", "left", 'Use the card "repeat" this time.'),
    ("uses", {"card": "while"}, "while clear(forward)", "if clear(forward)",
     'Use the card "while" this time.'),
    ("uses", {"card": "if"}, "if clear(forward)", "while clear(forward)",
     'Use the card "if" this time.'),
    ("avoids", {"card": "left"}, "right", "forward, 2x(left)",
     'Do it without "left" this time.'),
    ("never_skips", {}, "forward", "right, forward",
     "Card 2 was skipped because a1 is at the edge of the board."),
    ("skips", {"times": 2}, "right, 2x(forward)", "right, forward",
     "1 card was skipped; the task asks for 2."),
    ("passes", {"where": "b1"}, "forward, forward", "left", "It never gets to b1."),
    ("passes", {"where": "b1 north"}, "forward, left, forward", "forward, forward",
     "It never gets to b1 north."),
    ("keeps_off", {"where": "b1"}, "left", "forward, u-turn, forward",
     "It must stay away from b1."),
    ("ends", {}, "while clear(forward)", "while clear(left, right)",
     "Cards 1–2 repeat forever from step 1 on."),
    ("comes_back", {}, "forward, u-turn, forward, u-turn", "forward, u-turn, forward",
     "It must end where it started, at a1 east, not at a1 west."),
    ("takes_no_detour", {}, "forward", "left, right, forward",
     "Steps to b1 east: 3. The fewest possible: 1."),
    ("stands_on", {"square": "b1"}, "forward", "left", "The rover is on a1, not on b1."),
    ("looks", {"facing": "north"}, "left", "right", "The rover faces south, not north."),
    ("parks", {"place": "b1 north"}, "forward, left", "forward",
     "The square is right. The rover faces east, not north."),
    ("carries", {"samples": 1}, "all-forward", "forward", "The rover carries 0 of 1 sample."),
    ("collects", {"samples": 1}, "forward, forward, forward", "forward",
     "The rover has 0 of 1 sample."),
    ("delivers", {"samples": 1}, "forward, forward, forward", "forward, forward",
     "0 of 1 sample is in the lab."),
    ("scores", {"total": 2}, "forward, forward, forward", "forward, forward",
     "The rover has 0 of 2 points."),
    ("clears", {"square": "c1"}, "forward, forward", "forward", "There is still a sample on c1."),
    ("sends_home", {"other": "green"}, "teleport", "left", "The green rover is not on its base."),
]  # fmt: skip


def says(check: str, facts: dict[str, Any], program: str) -> str | None:
    """Return the message of a check about a program on its board."""
    board = SHOOTING if check == "sends_home" else BOARD
    exercise = made(edition="sensors", starts=[board])
    tried = attempt(exercise, Program.read(program), exercise.starts[0])
    return complaint(tried, check, facts)


@pytest.mark.parametrize(("check", "facts", "right", "wrong", "sentence"), CASES)
def test_a_check_has_nothing_to_say_or_says_what_is_missing(
    check: str, facts: dict[str, Any], right: str, wrong: str, sentence: str
) -> None:
    assert says(check, facts, right) is None
    assert says(check, facts, wrong) == sentence


def test_every_check_is_tested_here() -> None:
    known = {*SHAPES, *HAPPENINGS, *algoracing.GAME.goals}
    assert known == {case[0] for case in CASES} | {"can_reach", "frontier"}


MACHINE: dict[str, Any] = {"components": {"A4": "/2", "B4": "swap"}}


@pytest.mark.parametrize(
    ("check", "facts", "sentence"),
    [
        ("can_reach", {"where": "72", "steps": 2}, None),
        ("can_reach", {"where": "72", "steps": 1}, "72 is out of reach."),
        ("can_reach", {"where": "99", "steps": 100}, "99 is out of reach."),
        ("frontier", {"steps": 0, "places": ["55"]}, None),
        ("frontier", {"steps": 3, "places": ["36", "31", "6"]}, None),
        ("frontier", {"steps": 3, "places": ["6", "27", "31", "36"]},
         "These are not exactly the places at distance 3."),
        ("frontier", {"steps": 3, "places": ["6", "31"]},
         "These are not exactly the places at distance 3."),
    ],
)  # fmt: skip
def test_a_check_may_ask_what_can_be_reached_at_all(
    check: str, facts: dict[str, Any], sentence: str | None
) -> None:
    """From 55, halving and swapping: 27, then 13 and 72, then 6, 31 and 36."""
    exercise = made(game="lovelace", edition="machine", starts=[MACHINE], checks=[], solution={})
    tried = attempt(exercise, Program(), exercise.starts[0])
    assert complaint(tried, check, facts) == sentence


def test_a_place_is_not_passed_by_a_square_that_only_begins_like_it() -> None:
    """a1 is where the rover is; a12 is another square."""
    assert says("passes", {"where": "a1"}, "left") is None
    assert says("passes", {"where": "a"}, "left") == "It never gets to a."


def test_the_start_counts_for_keeping_off() -> None:
    assert says("keeps_off", {"where": "a1"}, "forward") == "It must stay away from a1."


def test_a_program_that_never_ends_reaches_no_goal() -> None:
    """The rover stands on b1 all the time, but nobody can look at the end."""
    sentence = "Cards 2–3 repeat forever from step 2 on."
    assert says("stands_on", {"square": "b1"}, "forward, while clear(left, right)") == sentence


@pytest.mark.parametrize(
    ("name", "facts", "says"),
    [
        ("carrys", {"samples": 1}, 'There is no check "carrys". Did you mean "carries"?'),
        ("carries", {}, 'The check "carries" needs: samples.'),
        ("ends", {"cards": 1}, 'The check "ends" has no key "cards".'),
        ("looks", {"face": "north"}, 'The check "looks" has no key "face".'),
        ("carries", {"samples": "one"}, "carries.samples: .*write"),
        ("stands_on", {"square": 4}, "stands_on.square: .*write"),
    ],
)
def test_a_check_is_told_what_it_needs(name: str, facts: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=f"^{says}"):
        check_facts(algoracing.GAME, name, facts)


@pytest.mark.parametrize("name", NAMES)
def test_every_goal_can_be_asked_for_in_a_file(name: str) -> None:
    """`check` is its name in the file, and `points` its value."""
    for goal, asks in game(name).goals.items():
        facts = list(inspect.signature(asks).parameters)[2:]
        assert not {"check", "points"} & {*facts}, goal
