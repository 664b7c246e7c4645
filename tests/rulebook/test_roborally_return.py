"""Test destroyed robots, lives, return, options against damage and virtual robots of RoboRally.

[RR-30 … RR-34]
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.games.roborally import Setup, outcome
from teachkit.games.roborally.clean_up import clean_up, places_to_return
from teachkit.games.roborally.damage import destroy, take_damage
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import all_registers

from .factories import after, ran, start
from .rules import cases, played, rule


def gone(floor: str = ". . .\n. . f1", **facts: Any) -> State:
    """A moment of a match in which red is destroyed, and its archive is on a1; green is on c2."""
    usual: dict[str, Any] = {"red": "a1 east", "green": "c2 west", "destroyed": ["red"]}
    return start(floor, "base", turn=1, **{"register": 6, **usual, **facts})


def holding(state: State, name: str, *cards: str) -> State:
    """The robot holds these cards, each of which is an option worth one point."""
    rules = replace(state.rules, options=cards, worth=dict.fromkeys(cards, 1))
    held = tuple(map(Held, cards))
    return structs.replace(state, rules=rules).with_facts(name, held=held)


# Destroyed -------------------------------------------------------------------------------------


@rule("RR-30")
def test_the_tenth_damage_destroys() -> None:
    state = start(". .", red="a1 east", damage={"red": 8})
    assert not played(take_damage(state, "red", 1)).state.robot("red").destroyed
    assert played(take_damage(state, "red", 5)) == [
        "The red robot takes 5 damage and now has 10.",
        "The red robot has too much damage and is destroyed.",
    ]


@rule("RR-31")
def test_a_destroyed_robot_loses_a_life_and_comes_back_on_its_archive_with_two_damage() -> None:
    state = gone(archives={"red": "b2"}, lives={"red": 2})
    told = played(clean_up(state), Facing.SOUTH, "no")
    assert told == ["The red robot is back on b2, facing south, with 2 damage."]
    assert told.state.robot("red").lives == 2


@rule("RR-31")
def test_falling_costs_a_life() -> None:
    assert ran(start(". o", red="a1 east"), "move-1").final.robot("red").lives == 2


@rule("RR-31")
def test_without_lives_it_never_comes_back() -> None:
    """Nor is its player asked for an option."""
    state = gone(blue="b1 west", lives={"red": 0}, held={"red": ["Brakes", "Crab Legs"]})
    assert played(clean_up(state)) == []


@rule("RR-31")
def test_if_somebody_stands_on_the_archive_it_comes_back_beside_it() -> None:
    """Not on the pit, not on a robot, and facing nobody within three squares."""
    state = gone("o . . .\n. . . .\n. . . f1", green="b2 west", archives={"red": "b2"})
    facings: dict[str, set[Facing]] = {}
    for square, facing in places_to_return(state, Square.read("b2")):
        facings.setdefault(str(square), set()).add(facing)
    assert set(facings) == {"a1", "b1", "c1", "a2", "c2", "b3", "c3"}
    assert facings["c2"] == {Facing.NORTH, Facing.EAST, Facing.SOUTH}
    assert facings["c3"] == set(FACINGS)


@rule("RR-31")
def test_on_its_own_archive_it_may_face_anybody() -> None:
    places = places_to_return(gone(green="b1 west"), Square.read("a1"))
    assert {facing for _, facing in places} == set(FACINGS)


@rule("RR-31")
def test_beside_a_crowded_archive_it_waits() -> None:
    state = gone(". . f1", green="a1 west", blue="b1 west")
    assert played(clean_up(state)) == []
    assert state.robot("red").destroyed


@rule("RR-31")
@cases("first, second", ("red", "green"), ("green", "red"))
def test_robots_come_back_in_the_order_in_which_they_were_destroyed(
    first: str, second: str
) -> None:
    """Both have their archive on a1; the first one gets it, and the other a square beside it."""
    state = gone("f1 . o\n. . o", red="b1 east", green="b2 east", destroyed=[], register=4,
                 archives={"red": "a1", "green": "a1"}, registers={
                     first: ["", "", "", "move-1 490", ""],
                     second: ["", "", "", "", "move-1 500"]})  # fmt: skip
    lost = played(all_registers(state)).state
    assert Setup.of(lost).state() == lost
    told = played(clean_up(lost), Facing.NORTH, "no", Square.read("b2"), Facing.NORTH, "no")
    assert told == [
        f"The {first} robot is back on a1, facing north, with 2 damage.",
        f"The {second} robot is back on b2, facing north, with 2 damage.",
    ]
    assert told.state.table.destroyed == ()


@rule("RR-31")
def test_a_robot_that_waits_comes_back_before_those_destroyed_later() -> None:
    """Red is destroyed before blue, and waits a turn; nobody else waits."""
    state = gone(". f1 .", green="a1 west", blue="b1 west", destroyed=["red"], yellow="c1 east",
                 held={"red": ["Brakes", "Crab Legs"]})  # fmt: skip
    waiting = played(clean_up(state)).state
    assert waiting.robot("red").held == state.robot("red").held, "an option is lost on the way back"
    assert waiting.table.destroyed == ("red",)
    later = played(destroy(waiting, "blue", "damage")).state
    told = played(clean_up(later), "Brakes", Facing.NORTH, "no")
    assert told == [
        "The red robot discards Brakes.",
        "The red robot is back on b1, facing north, with 2 damage.",
    ]


@rule("RR-31")
def test_who_was_destroyed_loses_an_option_of_its_choice() -> None:
    state = holding(gone(), "red", "Anvil", "Bellows")
    told = played(clean_up(state), "Bellows", Facing.EAST, "no")
    assert told[0] == "The red robot discards Bellows."
    assert [held.name for held in told.state.robot("red").held] == ["Anvil"]
    assert told.state.table.options.discard_pile == ("Bellows",)


@rule("RR-31")
def test_the_last_robot_left_has_won() -> None:
    state = gone(". f1", green="a1 west", lives={"red": 0})
    assert outcome(state).winners == ("green",)
    nobody = state.with_facts("green", destroyed=True, lives=0)
    assert str(outcome(nobody)) == "No robot is left, so nobody wins."


@rule("RR-32")
def test_who_comes_back_may_be_powered_down_at_once() -> None:
    assert played(clean_up(gone()), Facing.EAST, "yes").state.robot("red").announced


# Options ---------------------------------------------------------------------------------------


@rule("RR-33")
def test_an_option_may_be_discarded_against_one_damage() -> None:
    told = played(take_damage(holding(gone(), "green", "Anvil"), "green", 1), "Anvil")
    assert told == ["The green robot discards Anvil."]
    assert told.state.robot("green").damage == 0


@rule("RR-33")
@pytest.mark.parametrize(
    ("damage", "choices", "left"),
    [(2, ["keep"], (2, 2)), (2, ["Anvil", "keep"], (1, 1)), (3, ["Anvil", "Bellows"], (1, 0))],
)
def test_options_are_kept_or_discarded_one_by_one(damage: int, choices: Any, left: Any) -> None:
    state = holding(gone(), "green", "Anvil", "Bellows")
    green = played(take_damage(state, "green", damage), *choices).state.robot("green")
    assert (green.damage, len(green.held)) == left


# Virtual robots --------------------------------------------------------------------------------


@rule("RR-34")
def test_virtual_robots_do_not_push_block_or_shoot() -> None:
    state = start(". . . .", red="a1 east", green="b1 east", virtual=["red", "green"])
    assert after(state, "move-2") == {"red": "c1 east", "green": "b1 east"}
    assert [robot.damage for robot in ran(state, "left").final.robots] == [0, 0]
    real = start(". . . .", red="a1 east", green="b1 east", virtual=["green"])
    assert after(real, "move-1") == {"red": "b1 east", "green": "b1 east"}


@rule("RR-34")
def test_the_factory_acts_on_virtual_robots() -> None:
    state = start("> . .", red="a1 north", green="b1 north", blue="a1 south",
                  virtual=["red", "green", "blue"])  # fmt: skip
    squares = {str(robot.square) for robot in ran(state, "left").final.robots}
    assert squares == {"b1"}
    shot = start(". .", walls=["a1 west"], lasers=["a1 east"], virtual=["red"],
                 red="a1 north", green="b1 north")  # fmt: skip
    assert [robot.damage for robot in ran(shot, "left").final.robots] == [1, 1]


@rule("RR-34")
@cases("place, virtual", ("a1", True), ("b1", False))
def test_alone_on_its_square_it_becomes_real(place: str, virtual: bool) -> None:
    state = gone(". . f1", red=f"{place} east", green="a1 west", destroyed=[], virtual=["red"],
                 options={"virtual_start": True})  # fmt: skip
    assert played(clean_up(state)).state.robot("red").virtual is virtual


@rule("RR-34")
def test_all_may_start_on_flag_1() -> None:
    setup = Setup(board="round-belt", dock="dock", players=("red", "green"),
                  options={"virtual_start": True})  # fmt: skip
    state = played(setup.rules.opening(setup.state(), setup.players)).state
    assert {robot.square for robot in state.robots} == {state.board.flags[0]}
    assert all(robot.virtual and robot.flag == 1 for robot in state.robots)


@rule("RR-34")
def test_who_comes_back_to_a_taken_archive_is_virtual_again() -> None:
    state = gone(". . f1", green="a1 west", options={"virtual_start": True})
    assert played(clean_up(state), Facing.EAST, "no").state.robot("red").virtual


@rule("RR-34")
def test_a_virtual_robot_pushes_nobody() -> None:
    state = start(". . .", red="a1 east", green="b1 east", virtual=["red"])
    assert after(state, "move-1") == {"red": "b1 east", "green": "b1 east"}


@rule("RR-31")
@cases("blue, allowed", ("f1", False), ("g1", True))
def test_three_squares_are_too_near_to_face_a_robot_and_four_are_not(
    blue: str, allowed: bool
) -> None:
    state = gone(". . . . . . f1", green="b1 west", blue=f"{blue} west", archives={"red": "b1"})
    places = places_to_return(state, Square.read("b1"))
    assert ((Square.read("c1"), Facing.EAST) in places) is allowed
