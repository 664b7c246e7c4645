"""Test what a set-up of Algoracing refuses, each with one sentence, and random data."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.errors import TeachkitError
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.play.match import Match

FLOOR: dict[str, Any] = {"floor": ". # .\n. . .", "lifts": ["b2 west"]}
RED: dict[str, Any] = FLOOR | {"rovers": {"red": "a1 east", "green": "c1 north"}}
TABLE: dict[str, Any] = RED | {"edition": "complete", "hands": {"red": ["jump"], "green": []}}


def refusal(facts: dict[str, Any]) -> str:
    with pytest.raises(TeachkitError) as error:
        Setup(**facts).state()
    return error.value.says


NO_PINK = 'There is no rover "pink". Choose one of: red, green, blue, yellow.'
NO_SQUARE = '"{}" is not a square. Write a letter and a number, like b4.'
NO_SIGN = 'The legend must explain "#" with these words: floor, high, hill, mark.'
NO_PAIR = "Name two different rovers on this board, not: "
LAB: dict[str, Any] = {"bases": {"red": "c1"}}

# On the board ----------------------------------------------------------------------------------


def test_a_base_without_colours_is_nobodys_laboratory() -> None:
    state = Setup(**RED, bases={"red": "c1"}, labs={"c1": []}).state()
    (base,) = state.bases
    assert base.labs == ()
    assert not state.is_lab_for("red", base.square)


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        (LAB | {"labs": {"c1": ["pink"]}}, NO_PINK),
        (LAB | {"labs": {"b1": ["red"]}}, 'There is no base on "b1", so it cannot be a lab.'),
        (LAB | {"labs": {"c1": "red"}}, "labs.c1: write a list in square brackets, not 'red'"),
        ({"bases": {"pink": "c1"}}, NO_PINK),
        ({"bases": {"red": "c1", "green": "c1"}},
         "There are two bases on c1. Put each one on its own square."),
        ({"bases": {"red": "c1", "green": "c01"}}, NO_SQUARE.format("c01")),
        ({"samples": {"b1": "blue", "b01": "green"}}, NO_SQUARE.format("b01")),
        ({"samples": {"b٣": "blue"}}, NO_SQUARE.format("b٣")),
        ({"carries": {"red": "blue"}}, "carries.red: write a list in square brackets, not 'blue'"),
        ({"delivered": {"blue": ["blue"]}}, '"blue" has samples, but no rover on the board.'),
        ({"walls": "a1 east"}, "walls: write a list in square brackets, not 'a1 east'"),
        ({"legend": {"#": "high"}}, NO_SIGN),
        ({"legend": {"#": "floor hill"}}, NO_SIGN),
        ({"settled": [["red", "red"]]}, NO_PAIR + "red, red."),
        ({"settled": [["red", "blue"]]}, NO_PAIR + "red, blue."),
        ({"waiting": ["green"]},
         '"green" cannot wait for an elevator: there is none on its square.'),
        ({"waiting": ["blue"]}, 'There is no rover "blue". Choose one of: red, green.'),
        ({"floor": 7}, "floor: write text in quotes, not 7"),
    ],
)  # fmt: skip
def test_what_cannot_stand_on_a_board(facts: dict[str, Any], says: str) -> None:
    assert refusal(RED | facts) == says


def test_a_board_of_ours_takes_no_walls_besides() -> None:
    """They would be ignored otherwise."""
    facts = {"board": "two-hills", "walls": ["a1 east"], "lifts": ["c3 east"]}
    assert refusal(facts) == 'The board "two-hills" already has these. Leave out: walls, lifts.'


@pytest.mark.parametrize(
    "name", ["../boards/two-hills", "x\0.toml", "x" * 5000 + ".toml", "\ud800"]
)
def test_what_is_no_board(name: str) -> None:
    assert refusal({"board": name}).startswith("There is no board ")


# Beside the board ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"hands": {"red": ["jump"], "blue": []}},
         '"blue" holds cards, but has no rover on the board.'),
        ({"hands": {"red": ["hop"]}}, 'There is no card "hop" in this deck.'),
        ({"hands": {"red": ["x7"]}}, 'There is no card "7x" in this deck.'),
        ({"hands": {"red": ["jump"] * 6}}, "A hand holds at most 5 cards."),
        ({"hands": {"red": "jump"}}, "hands.red: write a list in square brackets, not 'jump'"),
        ({"players": ("red",)}, "Write one hand for each player, and no others: red."),
        ({"current": "blue"},
         'The current player must be one of red, green, not "blue".'),
        ({"turn": -1}, "Write a number of turns from 0 to 9999."),
        ({"turn": 10**5000}, "Write a number of turns from 0 to 9999."),
        ({"draw_pile": ["north"]}, 'There is no card "north" in this deck.'),
        ({"algorithm": "hop"}, 'The algorithm: There is no card "hop".'),
        ({"algorithm": "north"}, 'The algorithm: There is no card "north" in this deck.'),
        ({"algorithm": "2x(2x(left))"},
         "The algorithm: This deck does not allow a loop inside a loop."),
        ({"algorithm": "while clear(left)"}, "The algorithm: This deck has no while or if."),
        ({"algorithm": "left, left, left, left, left, left"},
         "The algorithm holds at most 5 cards."),
        ({"hands": {}, "draw_pile": ["jump"], "turn": 2},
         "Nobody holds cards. Write the hands, or leave out: draw_pile, turn."),
    ],
)  # fmt: skip
def test_what_cannot_lie_beside_a_board(facts: dict[str, Any], says: str) -> None:
    assert refusal(TABLE | facts) == says


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        ({"rovers": {"red": "a1 east"}}, "rovers"),
        ({"samples": {"a1": "blue"}, "bases": {"red": "a1"}}, "samples, bases"),
        ({"algorithm": "jump", "turn": 3}, "algorithm, turn"),
    ],
)
def test_what_a_match_deals_by_itself(facts: dict[str, Any], names: str) -> None:
    """Without the error it would be ignored silently."""
    start = {"board": "two-hills", "players": ("red", "green")} | facts
    assert refusal(start) == f"A match sets these up by itself. Leave out: {names}."
    with pytest.raises(TeachkitError, match="A match sets these up by itself"):
        Match(algoracing.GAME, Setup(**start))


# Options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"capacty": 2}, 'There is no key "capacty" in "options". Did you mean "capacity"?'),
        ({"capacity": 0}, 'options: "capacity" must be a number from 1 to 99, not 0.'),
        ({"capacity": True}, 'options: "capacity" must be a number from 1 to 99, not True.'),
        ({"target": "7"}, "options: \"target\" must be a number from 1 to 99, not '7'."),
        ({"own_labs": 1}, 'options: "own_labs" must be true or false, not 1.'),
    ],
)
def test_options_that_no_edition_has(options: dict[str, Any], says: str) -> None:
    assert refusal(RED | {"options": options}) == says


def test_options_are_the_rules_of_the_start() -> None:
    state = Setup(**RED, options={"capacity": 1}, carries={"red": ["blue"]}).state()
    assert state.rules.capacity == 1
    assert algoracing.GAME.sensors.conditions["full"](state, "red")
    assert refusal(RED | {"options": {"capacity": 1}, "carries": {"red": ["blue"] * 2}}) == (
        "A rover carries at most 1 sample."
    )
