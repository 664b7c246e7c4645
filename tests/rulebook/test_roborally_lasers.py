"""Test lasers, flags and archives of RoboRally. [RR-21 … RR-26]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.games import roborally
from teachkit.games.roborally.state import State

from .factories import after, ran, start, story
from .rules import cases, rule


def damage(state: State, program: str) -> dict[str, int | str]:
    """The damage of each robot after red's program; those destroyed are `gone`."""
    robots = ran(state, program).final.robots
    return {robot.name: "gone" if robot.destroyed else robot.damage for robot in robots}


BEAM: dict[str, Any] = {"walls": ["a1 west"], "lasers": ["a1 east"]}


# Lasers ----------------------------------------------------------------------------------------


@rule("RR-21")
def test_a_laser_hits_the_first_robot_in_its_way_once_for_each_beam() -> None:
    beams = BEAM | {"lasers": ["a1 east 2"]}
    state = start(". . . .", **beams, red="b1 north", green="c1 north")
    assert damage(state, "left") == {"red": 2, "green": 0}
    assert "The laser on a1 hits the red robot on b1 2 times." in story(state, "left")


@rule("RR-21")
def test_a_laser_hits_who_stands_before_its_wall() -> None:
    assert damage(start(". . .", **BEAM, red="a1 north"), "left") == {"red": 1}


@rule("RR-21")
def test_walls_stop_a_laser() -> None:
    walled = BEAM | {"walls": ["a1 west", "b1 east"]}
    assert damage(start(". . .", **walled, red="c1 north"), "left") == {"red": 0}


@rule("RR-21")
def test_lasers_shoot_after_everything_has_moved() -> None:
    """The belt has carried the robot out of the beam."""
    state = start(". .\n^ .\n. .", walls=["a1 south", "a2 west"], lasers=["a2 east"], red="a2 east")
    assert damage(state, "left") == {"red": 0}


@rule("RR-22")
def test_a_robot_hits_the_first_robot_in_line() -> None:
    state = start(". . . .", red="a1 north", green="c1 north", blue="d1 north")
    assert damage(state, "right") == {"red": 0, "green": 1, "blue": 0}
    assert story(state, "right")[2:] == [
        "The red robot shoots the green robot on c1.",
        "The green robot takes 1 damage and now has 1.",
    ]


@rule("RR-22")
def test_in_the_teaching_edition_without_lasers_no_robot_shoots() -> None:
    """Lasers on walls still do."""
    beam = {"walls": ["a2 west"], "lasers": ["a2 east"]}
    robots = {"red": "a1 north", "green": "c1 north", "blue": "d2 west"}
    state = start(". . . .\n. . . .", edition="unarmed", **beam, **robots)
    assert damage(state, "right 80") == {"red": 0, "green": 0, "blue": 1}


@rule("RR-22")
@pytest.mark.parametrize(
    ("floor", "walls", "green", "hit"),
    [(". . . . . . . . .", [], "i1 north", 1), (". . . .", ["b1 east"], "d1 north", 0)],
)
def test_a_wall_stops_a_robots_shot_and_distance_does_not(
    floor: str, walls: list[str], green: str, hit: int
) -> None:
    state = start(floor, walls=walls, red="a1 north", green=green)
    assert damage(state, "right") == {"red": 0, "green": hit}


@rule("RR-23")
def test_who_is_destroyed_by_a_shot_has_still_shot() -> None:
    state = start(". . .", red="a1 north", green="c1 west", damage={"red": 9, "green": 9})
    assert damage(state, "right") == {"red": "gone", "green": "gone"}


@rule("RR-24")
def test_a_powered_down_robot_does_not_shoot_but_is_hit_and_pushed() -> None:
    state = start(". . . .", red="a1 north", green="c1 west", off=["green"])
    assert damage(state, "right") == {"red": 0, "green": 1}
    assert after(state, "right, move-2") == {"red": "c1 east", "green": "d1 west"}
    carried = start("> . .", red="c1 north", green="a1 north", off=["green"])
    assert after(carried, "left")["green"] == "b1 north"


# Flags -----------------------------------------------------------------------------------------


@rule("RR-25")
def test_flags_are_touched_in_their_order() -> None:
    state = start(". f2 . f1 .", red="a1 east")
    told = story(state, "move-1, move-2, back-up, back-up")
    assert [line for line in told if "touches" in line] == [
        "The red robot touches flag 1 on d1.",
        "The red robot touches flag 2 on b1.",
    ]


@rule("RR-25")
def test_a_flag_is_touched_at_the_end_of_a_register() -> None:
    """Driving over it is not enough."""
    assert ran(start(". f1 . .", red="a1 east"), "move-2").final.robot("red").flag == 0


@rule("RR-25")
def test_at_most_one_flag_is_touched_in_a_turn() -> None:
    cards = "move-1 500, move-1 510, left 90"
    state = start(". f1 f2 .", "base", red="a1 east")
    assert ran(state, cards).final.robot("red").flag == 1
    free = start(". f1 f2 .", "base", options={"one_flag_per_turn": False}, red="a1 east")
    assert ran(free, cards).final.robot("red").flag == 2


@rule("RR-25")
def test_in_the_next_turn_the_next_flag_may_be_touched() -> None:
    """A robot that still stands there has only to wait."""
    state = start(". f1 f2 .", "base", red="b1 east", reached={"red": 1}, touched=["red"])
    cards = "move-1 500, left 90, left 110, left 130, left 150"
    trace = ran(state, cards)
    assert trace.final.robot("red").flag == 1
    assert ran(trace.final, "left 70").final.robot("red").flag == 2


@rule("RR-25")
def test_the_first_to_touch_all_flags_wins() -> None:
    flags = {"red": 2, "green": 1}
    won = start(". f1 f2", "base", red="c1 north", green="a1 north", turn=3, reached=flags)
    over = roborally.GAME.outcome(won)
    assert over
    assert over.winners == ("red",)
    assert str(over) == "The red robot wins: it has touched all the flags."


@rule("RR-26")
@cases("sign", "f1", "w", "ww")
def test_on_a_flag_or_wrench_the_archive_moves_there(sign: str) -> None:
    state = start(f". {sign} .", red="a1 east")
    assert str(ran(state, "move-1").final.robot("red").archive) == "b1"
    assert "The archive of the red robot is now on b1." in story(state, "move-1")


@rule("RR-26")
def test_the_archive_moves_at_any_flag_whatever_its_turn() -> None:
    red = ran(start(". f2 . f1", red="a1 east"), "move-1").final.robot("red")
    assert (red.flag, str(red.archive)) == (0, "b1")
