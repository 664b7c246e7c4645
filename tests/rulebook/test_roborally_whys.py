"""Test what `trace.why` explains in RoboRally: belts, pushers, gears, lasers, flags, order."""

from __future__ import annotations

import pytest

from teachkit.core.game.game import run
from teachkit.core.run.trace import Trace
from teachkit.errors import AnswerError
from teachkit.games import algoracing, roborally
from teachkit.games.roborally.state import PARTS

from .factories import ran, start
from .rules import cases, rule


def why(trace: Trace, part: str, robot: str = "red") -> str:
    """Why, in the only register."""
    (line,) = trace.why(actor=robot, part=part).splitlines()
    return line.partition(": ")[2]


# Belts -----------------------------------------------------------------------------------------


@rule("RR-12")
def test_a_belt_that_carries_says_where_to() -> None:
    assert why(ran(start("> . .", red="a1 east"), "left"), "belts") == "The belts carry red to b1."


@rule("RR-12")
def test_who_is_on_no_belt_is_told_so() -> None:
    """Red has left the belt by its own card."""
    trace = ran(start("> . .", red="a1 east"), "move-1")
    assert why(trace, "belts") == "The red robot is not on a belt: there is none on b1."


@rule("RR-15")
@cases(
    "floor, green, says",
    ("> . .", "b1 north", "the green robot does not leave b1."),
    ("> <", "b1 north", "the green robot is coming the other way."),
    ("> . <", "c1 north", "the green robot would also end up on b1."),
    ids=["ahead", "through", "meeting"],
)
def test_who_is_in_the_way_of_a_belt_is_named(floor: str, green: str, says: str) -> None:
    trace = ran(start(floor, red="a1 north", green=green), "left")
    assert why(trace, "belts") == f"The red robot stays on a1: {says}"


@rule("RR-15")
def test_two_who_would_meet_are_told_of_one_another() -> None:
    trace = ran(start("> . <", red="a1 north", green="c1 north"), "left")
    says = "The green robot stays on c1: the red robot would also end up on b1."
    assert why(trace, "belts", "green") == says


@rule("RR-18")
def test_a_wall_holds_on_a_belt() -> None:
    trace = ran(start("> .", walls=["a1 east"], red="a1 north"), "left")
    assert why(trace, "belts") == "The red robot stays on a1: there is a wall in front of a1."


@rule("RR-11", "RR-12")
def test_a_belt_carries_once_each_time() -> None:
    """It was moved already, and stands on the next belt; on an express belt it is twice."""
    once = "It is now on b1. Belts carry a robot one square at a time."
    trace = ran(start("> > .", red="a1 north"), "left")
    assert why(trace, "belts") == f"The belts carry red to b1. {once}"
    assert why(trace, "express") == "The belt on a1 is not an express belt."
    fast = ran(start(">> > .", red="a1 north"), "left")
    assert why(fast, "express") == f"Express belts carry red to b1. {once}"
    assert why(fast, "belts") == "The belts carry red to c1."


@rule("RR-9")
def test_a_belt_may_lead_into_a_pit() -> None:
    trace = ran(start("> o", red="a1 north"), "left")
    says = "The belts carry red to b1. The red robot falls into the pit on b1."
    assert why(trace, "belts") == says
    assert why(trace, "gears") == "The red robot is destroyed."


@rule("RR-16")
def test_a_bend_belongs_to_its_belt() -> None:
    trace = ran(start("> v\n. .", red="a2 east"), "u-turn")
    assert why(trace, "belts") == (
        "The belts carry red to b2. The bend on b2 turns the red robot to face north. "
        "It is now on b2. Belts carry a robot one square at a time."
    )


# Pushers, gears, lasers, flags -----------------------------------------------------------------


def by_a_pusher(registers: str, cards: str = "left", *walls: str) -> Trace:
    """Red stands on a2 before a pusher in the north, which works in these registers."""
    facts = {"walls": ["a2 north", *walls], "pushers": [f"a2 south {registers}"]}
    return ran(start(". .\n. .", red="a2 north", **facts), cards)


@rule("RR-13", "RR-18")
def test_a_pusher_pushes_in_its_registers_only() -> None:
    pushed, rested = by_a_pusher("1 3 5", "left, left").why(actor="red", part="pushers").split("\n")
    assert pushed == "Card 1: The pusher on a2 pushes the red robot. The red robot is pushed to a1."
    assert rested == "Card 2: There is no pusher on a1."
    even = why(by_a_pusher("2 4"), "pushers")
    assert even == "The pusher on a2 only works in registers 2, 4."
    held = why(by_a_pusher("1", "left", "a2 south"), "pushers")
    assert held == "The pusher cannot push the red robot: there is a wall in front of a2."


@rule("RR-14")
def test_a_gear_turns_who_stands_on_it() -> None:
    trace = ran(start("gr .", red="a1 north", green="b1 north"), "left")
    assert why(trace, "gears") == "The gear on a1 turns the red robot to face north."
    assert why(trace, "gears", "green") == "The green robot is not on a gear: there is none on b1."


@rule("RR-21", "RR-22")
def test_a_laser_hits_the_first_in_its_way() -> None:
    state = start(
        ". . .\n. . .", walls=["a1 west"], lasers=["a1 east"],
        red="b1 north", green="c1 east", blue="a2 north",
    )  # fmt: skip
    trace = ran(state, "u-turn")
    assert why(trace, "lasers").startswith("The laser on a1 hits the red robot on b1.")
    nearer = "The red robot on b1 is closer to the laser on a1."
    assert why(trace, "lasers", "green") == nearer
    assert why(trace, "lasers", "blue") == "No shot reaches a2."


@rule("RR-25")
def test_a_flag_is_touched_in_its_order_and_once_a_turn() -> None:
    def of(cards: str, flag: str = "f1 f2 f3", red: str = "a1 east") -> list[str]:
        lines = ran(start(flag, red=red), cards).why(actor="red", part="flags").splitlines()
        return [line.partition(": ")[2] for line in lines]

    assert of("left")[0].startswith("The red robot touches flag 1 on a1.")
    assert of("move-2") == [
        "The archive of the red robot is now on c1. Flag 1 comes before flag 3."
    ]
    assert of("left, right")[1] == "The red robot has already touched flag 1."
    assert of("left", ". f1") == ["There is no flag on a1."]


def test_a_part_that_there_is_not_names_those_there_are() -> None:
    parts = "express, belts, pushers, gears, lasers, flags."
    with pytest.raises(AnswerError) as error:
        ran(start(". .", red="a1 east"), "left").why(part="crushers")
    assert error.value.says == f'A round has no part called "crushers". Choose one of: {parts}'


# Who goes first --------------------------------------------------------------------------------


@rule("RR-4")
def test_priorities_say_who_moves_before_whom() -> None:
    state = start(". . . .", edition="base", red="a1 east", green="d1 west")
    lanes = {"red": "move-1 490, left 70", "green": "left 90, move-1 600"}
    trace = run(roborally.GAME, state, lanes)
    assert trace.why(actor="red", before="green").splitlines() == [
        "Register 1: Red has 490, so it goes before Green with 90.",
        "Register 2: Green has 600, so it goes before Red with 70.",
    ]
    assert trace.why(actor="red", before="blue") == "Red and Blue never act in the same round."


def test_where_there_are_no_numbers_the_order_alone_is_told() -> None:
    rovers = {"red": "a1 east", "green": "a2 east"}
    state = algoracing.Setup(edition="turns", floor=". .\n. .", rovers=rovers).state()
    trace = run(algoracing.GAME, state, {"red": "left", "green": "forward"})
    assert trace.why(actor="green", before="red") == "Round 1: Red goes before Green."


@rule("RR-4")
def test_the_parts_are_told_in_the_order_in_which_they_come() -> None:
    """The list of them and the register that plays them cannot drift apart."""
    state = start(
        ">> >> gl . .\n. . . . f1\n. . . . .",
        red="a3 east", green="e3 west", blue="b1 north", walls=["e3 north", "a1 west"],
        pushers=["e3 south 1 3 5"], lasers=["a1 east"],
    )  # fmt: skip
    trace = ran(state, {"red": "right 80", "green": "u-turn 10", "blue": "left 90"})
    came = dict.fromkeys(frame.event.part for frame in trace if frame.event.part)
    assert tuple(came) == ("cards", *PARTS)
