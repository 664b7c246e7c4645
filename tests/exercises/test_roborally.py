"""Every kind of exercise that fits takes RoboRally up: a small one of each."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.hints.nextcard import best, next_card
from teachkit.exercises.par import par
from teachkit.exercises.proof import flaws, solution

from .making import made

NINE = "move-1 490, move-1 550, move-1 640, left 70, left 210, right 80, move-2 670, \
move-2 700, u-turn 10"
YARD = ". . v . .\n> > > . gr\n. . . . o\n. . . . ."
ALONE: dict[str, Any] = {"floor": YARD, "robots": {"red": "a1 east"}}
TWO: dict[str, Any] = {
    "floor": YARD,
    "robots": {"red": "a1 east", "green": "c1 west"},
    "programs": {"green": "left 90, move-1 600"},
}
EAST = {"check": "stands_on", "square": "c1"}


def robots(name: str, **keys: Any) -> Exercise:
    """An exercise of RoboRally, by default two steps east for red alone."""
    usual = {
        "game": "roborally",
        "edition": "factory",
        "starts": [ALONE],
        "hints": ["It faces that way already."],
        "solution": {"answer": "move-1, move-1"},
    }
    return made(name, **(usual | keys))


HAND = "program from a hand, with another robot"
EXERCISES = {
    "program": robots("program"),
    HAND: robots(
        "hand",
        edition="base",
        starts=[TWO | {"hands": {"red": NINE}}],
        solution={"answer": "move-2 670"},
    ),
    "repair": robots("repair", kind="repair", given="move-1, left, move-1", fixed=[1]),
    "arrange": robots(
        "arrange",
        kind="arrange",
        given="right, move-1, left, move-1, u-turn",
        starts=[ALONE | {"robots": {"red": "a1 north"}}],
        solution={"answer": "right, move-1, move-1"},
    ),
    "predict": robots("predict", kind="predict", given="move-1, move-1", checks=[], solution={}),
    "trace": robots(
        "trace",
        kind="trace",
        edition="base",
        starts=[TWO],
        given="move-1 490, left 70",
        checks=[],
        solution={},
    ),
    "choice": robots(
        "choice",
        kind="choice",
        checks=[EAST],
        right="passes",
        choices=[
            {"says": "Two steps.", "program": "move-2"},
            {"says": "Three steps.", "program": "move-3"},
        ],
        solution={},
    ),
    "lanes": robots(
        "lanes",
        kind="lanes",
        edition="base",
        starts=[{key: value for key, value in TWO.items() if key != "programs"}],
        checks=[
            {"check": "stands_on", "square": "b1", "player": "red"},
            {"check": "stands_on", "square": "d1", "player": "green"},
        ],
        text="Red to **b1**, green to **d1**.",
        solution={"answer": "red: move-1 490\ngreen: back-up 430"},
    ),
    "drive": robots(
        "drive",
        kind="drive",
        cards=["move-1", "left"],
        solution={"answer": "for _ in range(2):\n    move_1()"},
    ),
}


@pytest.mark.parametrize("kind", EXERCISES)
def test_the_exercise_holds(kind: str) -> None:
    exercise = EXERCISES[kind]
    assert flaws(exercise) == []
    assert grade(exercise, solution(exercise)).solved


def test_a_par_from_a_hand_of_nine_counts_every_card_of_it() -> None:
    """Two steps push green aside; Move 2 is there twice, with another number each."""
    exercise = EXERCISES[HAND]
    cards = par(exercise)[0]
    assert (cards.best, cards.programs, cards.proven) == (1, 2, True)
    assert grade(exercise, str(cards.witness)).solved


def test_a_hint_looks_ahead_where_others_act() -> None:
    exercise = EXERCISES[HAND]
    assert best(exercise)
    assert next_card(exercise, exercise.read("left 70"))


def test_there_are_no_more_cards_than_free_registers() -> None:
    """Far away: five cards are not enough, and nobody looks for six."""
    far = {"floor": ". . . . . . . .", "robots": {"red": "a1 east"}}
    ends = {"check": "stands_on", "square": "h1"}
    exercise = robots("far", starts=[far], checks=[ends], cards=["move-1"], text="To **h1**.")
    assert par(exercise) == ()
    damaged = [far | {"damage": {"red": 8}, "locked": {"red": "left, left, left, left"}}]
    near = EAST | {"square": "c1"}
    assert par(robots("locked", starts=damaged, checks=[near], cards=["move-1"])) == ()
    assert par(robots("locked", starts=damaged, checks=[near], cards=["move-2"]))[0].best == 1
