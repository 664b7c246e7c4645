"""Test belts, pushers and gears of RoboRally. [RR-11 … RR-20]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.games.roborally.board_files import read_board
from teachkit.games.roborally.elements import ELEMENTS
from teachkit.games.roborally.state import State

from .factories import after, start, story
from .rules import cases, rule


def carried(state: State) -> dict[str, str]:
    """Return the places of all robots after a register in which the first one makes a U-turn."""
    return after(state, "u-turn")


def squares_after(state: State) -> list[str]:
    """Their squares then, in seat order."""
    return [place.split()[0] for place in carried(state).values()]


def left_by_the_belt(state: State) -> list[str]:
    """Return the sentences about robots that belts do not carry; no robot has moved."""
    assert squares_after(state) == [str(robot.square) for robot in state.robots]
    return [line for line in story(state, "u-turn") if " robot stays on " in line]


# Belts -----------------------------------------------------------------------------------------


@rule("RR-11", "RR-12", "RR-20")
def test_an_express_belt_carries_two_squares_a_belt_one() -> None:
    state = start(">> >> >> .\n>  >  >  .", red="a2 east", green="a1 east")
    assert carried(state) == {"red": "c2 west", "green": "b1 east"}


@rule("RR-11", "RR-12")
def test_from_an_express_belt_onto_a_belt_it_is_one_square_and_one() -> None:
    assert carried(start(">> > .", red="a1 east")) == {"red": "c1 west"}
    assert story(start(">> > .", red="a1 east"), "left")[2:] == [
        "Express belts carry red to b1.",
        "The belts carry red to c1.",
    ]


@rule("RR-12")
def test_a_robot_that_an_express_belt_sets_down_on_floor_stays_there() -> None:
    assert carried(start(">> . .", red="a1 east")) == {"red": "b1 west"}


@rule("RR-20")
def test_the_elements_act_in_the_order_of_2005() -> None:
    names = [element.__name__ for element in ELEMENTS]
    assert names == ["express_belts", "all_belts", "pushers", "gears", "lasers", "touch_flags"]


@rule("RR-15")
def test_robots_in_a_row_or_in_a_closed_ring_all_move() -> None:
    row = start("> > > > .", red="a1 east", green="b1 east", blue="c1 east")
    assert squares_after(row) == ["b1", "c1", "d1"]
    ring = {"red": "a1 north", "green": "a2 north", "blue": "b2 north", "yellow": "b1 north"}
    assert squares_after(start("> v\n^ <", **ring)) == ["a2", "b2", "b1", "a1"]


@rule("RR-15")
def test_two_belts_that_face_each_other_over_one_free_square_move_nobody() -> None:
    assert left_by_the_belt(start("> . <", red="a1 north", green="c1 north")) == [
        "The red robot stays on a1: the green robot would also end up on b1.",
        "The green robot stays on c1: the red robot would also end up on b1.",
    ]


@rule("RR-15")
def test_two_belts_that_carry_through_one_another_move_nobody() -> None:
    told = left_by_the_belt(start(". > < .", red="b1 north", green="c1 north"))
    assert "the green robot is coming the other way." in told[0]


@rule("RR-15")
def test_a_belt_never_pushes() -> None:
    told = left_by_the_belt(start("> . .", red="a1 north", green="b1 north"))
    assert told == ["The red robot stays on a1: the green robot does not leave b1."]


@rule("RR-15")
def test_who_is_behind_somebody_that_stays_stays_too() -> None:
    assert left_by_the_belt(start("> > . .", red="a1 north", green="b1 north", blue="c1 north"))


@rule("RR-15")
def test_a_square_that_somebody_leaves_is_free() -> None:
    state = start(". v .\n> v .\n. . .", red="a2 north", green="b2 north")
    assert squares_after(state) == ["b2", "b1"]


@rule("RR-15")
def test_a_belt_carries_all_at_once_in_one_event() -> None:
    state = start("> > .", red="a1 north", green="b1 north")
    assert story(state, "u-turn")[2:] == ["The belts carry red to b1, green to c1."]


# Bends -----------------------------------------------------------------------------------------


@rule("RR-16")
@pytest.mark.parametrize(
    ("floor", "square", "end"),
    [("> v\n. .", "a2", "b2 south"), (". .\n> ^", "a1", "b1 north"), ("> > .", "a1", "b1 east")],
)
def test_a_bend_turns_a_robot_that_is_carried_onto_it(floor: str, square: str, end: str) -> None:
    """Into a belt that goes right the robot turns right, into one that goes left it turns left."""
    assert after(start(floor, red=f"{square} west"), "u-turn") == {"red": end}


@rule("RR-16")
def test_who_walks_or_is_pushed_onto_a_bend_is_not_turned() -> None:
    """It is carried on by the bend itself, straight down."""
    state = start("> v\n. .", red="a2 east", green="b2 west")
    assert after(state, {"green": "left", "red": "u-turn"})["green"] == "b1 south"
    assert after(start("> > v\n. . .", red="b2 east"), "move-1") == {"red": "c1 east"}


@rule("RR-16")
def test_an_express_belt_turns_on_the_bend_of_a_belt() -> None:
    state = start(">> v\n.  .", red="a2 north")
    assert story(state, "u-turn")[2:] == [
        "Express belts carry red to b2.",
        "The bend on b2 turns the red robot to face west.",
        "The belts carry red to b1.",
    ]


@rule("RR-17")
@cases("place, end", ("a2 west", "b2 south"), ("b3 west", "b2 east"), ("c2 west", "b2 north"))
def test_at_a_t_junction_only_who_comes_from_the_side_turns(place: str, end: str) -> None:
    """After a u-turn all three look east: one turns right, one stays, one turns left."""
    assert carried(start(". v .\n> v <\n. . .", red=place)) == {"red": end}


@rule("RR-17")
def test_a_board_knows_its_bends_and_junctions() -> None:
    board = read_board(". v .\n> v <\n. v .\n> v .\n. . .")
    junction, bend, straight = (Square.read(name) for name in ("b4", "b2", "b3"))
    assert board.bends(junction) == {Facing.EAST: "right", Facing.WEST: "left"}
    assert board.is_fed_from_behind(junction)
    assert board.bends(bend) == {Facing.EAST: "right"}
    assert board.bends(straight) == {}


@rule("RR-17")
@pytest.mark.parametrize("facing", FACINGS)
def test_a_belt_turns_by_a_quarter_whichever_way_it_goes(facing: Facing) -> None:
    """The same picture, turned round: into a belt that goes right of the motion, turn right."""
    board = read_board(f". . .\n. {facing.arrow} .\n. . .")
    middle = Square.read("b2")
    assert board.bend(middle, facing.left) == "right"
    assert board.bend(middle, facing.right) == "left"
    assert board.bend(middle, facing) == board.bend(middle, facing.back) == ""


# Walls, pushers, gears -------------------------------------------------------------------------


@rule("RR-18")
def test_a_wall_stops_a_belt() -> None:
    state = start("> > .", walls=["b1 east"], red="b1 north", green="a1 north")
    assert left_by_the_belt(state) == [
        "The red robot stays on b1: there is a wall in front of b1.",
        "The green robot stays on a1: the red robot does not leave b1.",
    ]


@rule("RR-13")
def test_a_pusher_pushes_in_its_registers_alone() -> None:
    state = start(". . . .", walls=["a1 west"], pushers=["a1 east 2 4"], red="a1 north")
    assert story(state, "left, right")[2:] == [
        "Card 2: right.",
        "The red robot now faces north.",
        "The pusher on a1 pushes the red robot.",
        "The red robot is pushed to b1.",
    ]


@rule("RR-18")
def test_a_wall_stops_a_pusher() -> None:
    state = start(". .", walls=["a1 west", "a1 east"], pushers=["a1 east 1"], red="a1 north")
    assert story(state, "left")[2:] == [
        "The pusher cannot push the red robot: there is a wall in front of a1."
    ]


@rule("RR-19")
@cases("floor, end", (". . . .", "c1 north"), (". . o", "gone"))
def test_a_pusher_pushes_a_whole_row_and_may_destroy(floor: str, end: str) -> None:
    pusher: dict[str, Any] = {"walls": ["a1 west"], "pushers": ["a1 east 1"]}
    state = start(floor, **pusher, red="a1 north", green="b1 north")
    assert carried(state) == {"red": "b1 south", "green": end}


@rule("RR-14")
@cases("gear, facing", ("gl", "west"), ("gr", "east"))
def test_a_gear_turns_by_a_quarter(gear: str, facing: str) -> None:
    assert carried(start(f"{gear} .", red="a1 south")) == {"red": f"a1 {facing}"}
