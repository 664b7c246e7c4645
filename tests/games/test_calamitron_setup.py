"""Test that impossible starts and scenario files of Calamitron are refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from teachkit.errors import BoardError, DataError, TeachkitError
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.board import board_names, load_scenario

FLOOR = "# + #\n. . .\n. O .\n. . ."


def start(**facts: Any) -> Any:
    return Setup(**{"floor": FLOOR, "retros": {"red": "tread a1 north"}, **facts}).state()


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"rogues": {"servo-1": "a1 east"}}, "Two things are on a1. Give each its own square."),
        ({"crates": ["a1"]}, "Two things are on a1. Give each its own square."),
        ({"rogues": {"servo-1": "b2 east"}}, "Nothing can start on b2, because it is a pit."),
        (
            {"rogues": {"servo-1": "b4 south"}},
            "rogues.servo-1: a rogue cannot start outside on b4.",
        ),
        ({"rogues": {"servo-1": "a4 south"}}, "rogues.servo-1: there is no square a4 on this b"),
        (
            {"rogues": {"servo-1": "a2"}},
            'rogues.servo-1: "a2" is not a place. Write a square and a direction, like ',
        ),
        ({"rogues": {"sevro-1": "a2 east"}}, 'There is no rogue "sevro-1". Use names like these'),
        ({"rogues": {"servo": "a2 east"}}, 'There is no rogue "servo". Use names like these'),
        ({"rogues": {"boss-1": "a2 east"}}, 'There is no rogue "boss-1". Use names like these'),
        ({"retros": {"red": "tank a1 north"}}, "retros.red: start with one of tread, shot, nano"),
        (
            {"retros": {"pink": "tread a1 north"}},
            'There is no retro "pink". Choose one of: red, green',
        ),
        (
            {"retros": {"red": "tread b4 north"}},
            "retros.red: a retro outside on b4 must face south.",
        ),
        ({"doors": ["a3 north"]}, 'doors: the door "a3 north" needs a square on both sides.'),
        ({"walls": ["a1 south"]}, 'walls: the wall "a1 south" needs a square on both sides.'),
        (
            {"walls": ["a1"]},
            'walls: "a1" is not a place. Write a square and a direction, like a1 east.',
        ),
        (
            {"walls": ["a1 east"], "doors": ["b1 west"]},
            "a1 east has both a wall and a door. Remove one of them.",
        ),
        ({"doors": ["b4 east"]}, 'doors: the door "b4 east" needs a square on both sides.'),
        ({"floor": "+ .\n. ."}, "The exit on a2 must be next to exactly one square of the board."),
        ({"floor": "# #"}, "A board needs at least one floor square."),
        (
            {"floor": ". x"},
            'The legend must explain "x" with these words: floor, pit, exit, outside.',
        ),
        ({"floor": ". .\n."}, "Every row of the floor needs the same number of squares."),
        ({"stunned": ["green"]}, 'stunned: there is no bot "green" here.'),
        ({"filled": ["a2"]}, "filled: a2 is not a pit."),
        ({"after": ["servo"]}, 'after: no rogue here has the name or type "servo".'),
        (
            {"programs": {"green": "left"}},
            '"green" has a program, but there is no such retro here.',
        ),
        ({"programs": {"red": "tractor"}}, "The program of red: A Treadbot cannot use a shooter"),
        ({"edition": "deluxe"}, 'There is no edition "deluxe". Choose one of: standard, turns'),
        ({"board": "training-hall"}, "A start needs the name of a board or a floor, but not both."),
        ({"players": ("red",)}, "A match sets these up by itself. Leave out: retros."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(facts: dict[str, Any], says: str) -> None:
    with pytest.raises(TeachkitError) as error:
        start(**facts)
    assert error.value.says.startswith(says)
    assert "\n" not in error.value.says


def test_a_pit_that_is_filled_can_be_stood_on() -> None:
    assert start(filled=["b2"], crates=["b2"]).crates


def test_at_an_exit_the_way_in_is_understood() -> None:
    state = start(retros={"red": "tread b4"})
    assert calamitron.GAME.whereabouts(state, "red") == "b4 south"


# Scenario files -------------------------------------------------------------------------------

SCENARIO = """
floor  = '''
# + #
. O .
. . .
'''
"""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('arrows = ["b2 east"]', "arrows: b2 is not a floor square. Choose a floor square."),
        ('arrows = ["a4 east"]', "arrows: a4 is not a floor square. Choose a floor square."),
        (
            'arrows = ["a1 up"]',
            'arrows: "up" is not a direction. Write north, east, south or west.',
        ),
        (
            'arrows = ["a1 east", "a1 west"]',
            "arrows: two of them are on a1. Give each its own square.",
        ),
        ('crates = ["b2"]', "crates: b2 is not a floor square. Choose a floor square."),
        ('doors = ["a2 north"]', 'doors: the door "a2 north" needs a square on both sides.'),
        ('dors = ["a2 east"]', 'There is no key "dors". Did you mean "doors"?'),
        ("walls = 3", "walls: "),
        ("walls = [", "this is not a TOML file: "),
    ],
)
def test_a_damaged_scenario_is_told_with_its_file(tmp_path: Path, line: str, says: str) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(SCENARIO + line, encoding="utf-8")
    with pytest.raises(DataError) as error:
        start(board=str(file), floor="")
    assert error.value.says.startswith(f"{file}: {says}")
    assert error.value.says.count(str(file)) == 1


def test_a_match_needs_exits_and_arrows_for_all() -> None:
    with pytest.raises(BoardError, match=r"This board has 1 exit, but each player needs one\."):
        next(
            calamitron.GAME.play(Setup(floor=FLOOR, arrows=["a1 north"], players=("red", "green")))
        )
    with pytest.raises(BoardError, match=r"This board has 0 arrows, but the rogues need 1\."):
        next(calamitron.GAME.play(Setup(floor=FLOOR, players=("red",))))


@pytest.mark.parametrize("name", board_names())
def test_every_scenario_can_be_played_by_four(name: str) -> None:
    """It includes boss and minion; every rogue has an arrow, and every exit a way in."""
    board = load_scenario(name).board
    assert len(board.exits) >= 4
    assert len(board.arrows) >= 8
    assert len({square for square, _ in board.arrows}) == len(board.arrows)
    setup = Setup(board=name, players=("red", "green", "blue", "yellow"))
    next(calamitron.GAME.play(setup))
