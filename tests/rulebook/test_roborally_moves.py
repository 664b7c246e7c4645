"""Test cards, priorities, steps and pushes of RoboRally. [RR-4 … RR-10]"""

from __future__ import annotations

from teachkit.core.language.instructions import Instruction
from teachkit.games.roborally.cards import NAMES, deck, priority
from teachkit.games.roborally.programs import INSTRUCTIONS

from .factories import after, ran, start, story
from .rules import cases, rule

ROAD = ". . . . . ."


# The deck --------------------------------------------------------------------------------------


@rule("RR-4")
def test_the_deck_has_84_cards_with_84_priorities() -> None:
    numbers = [priority(card) for card in deck()]
    assert numbers == list(range(10, 850, 10))
    kinds = [card.name for card in deck()]
    assert [kinds.count(name) for name in NAMES] == [6, 18, 18, 6, 18, 12, 6]


@rule("RR-4")
@cases(
    "card, number",
    ("u-turn", 60), ("left", 70), ("right", 80), ("left", 410), ("right", 420), ("back-up", 430),
     ("move-1", 660), ("move-2", 670), ("move-3", 840),
)  # fmt: skip
def test_each_card_has_its_own_numbers(card: str, number: int) -> None:
    INSTRUCTIONS.check(Instruction(card, (str(number),)))
    assert Instruction(card, (str(number),)) in deck()


# Who goes first --------------------------------------------------------------------------------


@rule("RR-4")
def test_the_highest_priority_goes_first() -> None:
    """330 before 290; whoever sits where."""
    state = start(". .\n. .", "base", red="a1 north", green="b1 north")
    told = story(state, {"red": "left 290", "green": "left 330"})
    assert told[0] == "Register 1, highest priority first: green, red."
    assert told[1:3] == ["Green, card 1: left 330.", "The green robot now faces west."]


@rule("RR-4")
def test_who_goes_first_decides_who_gets_there() -> None:
    """Both want c1: with the higher card red is there first, and is pushed on by green."""
    state = start(ROAD, "base", red="b1 east", green="a1 east")
    assert after(state, {"red": "move-1 600", "green": "move-2 700"})["red"] == "e1 east"
    assert after(state, {"red": "move-1 600", "green": "move-1 500"})["red"] == "c1 east"


@rule("RR-4")
def test_without_numbers_robots_act_in_seat_order() -> None:
    state = start(ROAD, red="a1 east", green="c1 east")
    actors = [each.actor for each in ran(state, {"green": "left", "red": "left"}).steps()]
    assert [actor for actor in actors if actor] == ["red", "green"]


@rule("RR-4")
def test_the_factory_runs_after_each_register_and_not_after_each_robot() -> None:
    state = start("> > > > .", red="a1 east", green="c1 west")
    trace = ran(state, {"red": "left", "green": "left"})
    events = [type(frame.event).__name__ for frame in trace]
    assert events == ["Revealed", "Acted", "Turned", "Acted", "Turned", "Carried"]


@rule("RR-4")
def test_the_elements_of_a_factory_act_in_their_order() -> None:
    """Express belt, all belts, pusher, gear, lasers, flag: all in one register."""
    floor = """
        .  .  .  .  .
        >> >  .  .  .
        .  .  gr f1 .
    """
    hung = {"walls": ["c2 north", "c1 west"], "pushers": ["c2 south 1"], "lasers": ["c1 east"]}
    state = start(floor, red="a2 north", green="d1 west", **hung)
    told = story(state, {"red": "u-turn", "green": "u-turn"})
    assert told[5:] == [
        "Express belts carry red to b2.",
        "The belts carry red to c2.",
        "The pusher on c2 pushes the red robot.",
        "The red robot is pushed to c1.",
        "The gear on c1 turns the red robot to face west.",
        "The laser on c1 hits the red robot on c1.",
        "The red robot takes 1 damage and now has 1.",
        "The green robot touches flag 1 on d1.",
    ]


# Steps and turns -------------------------------------------------------------------------------


@rule("RR-6")
@cases(
    "card, place",
    ("move-1", "c1 east"), ("move-2", "d1 east"), ("move-3", "e1 east"), ("back-up", "a1 east"),
     ("left", "b1 north"), ("right", "b1 south"), ("u-turn", "b1 west"),
)  # fmt: skip
def test_what_each_card_does(card: str, place: str) -> None:
    assert after(start(ROAD, red="b1 east"), card) == {"red": place}


@rule("RR-6")
def test_a_move_is_told_step_by_step() -> None:
    told = ["Card 1: move-2.", "The red robot drives to b1.", "The red robot drives to c1."]
    assert story(start(ROAD, red="a1 east"), "move-2") == told


# Walls and pushes ------------------------------------------------------------------------------


@rule("RR-7")
@cases(
    "wall, told",
    ("b1", ["Skipped: there is a wall in front of b1."]),
    ("c1", ["The red robot drives to c1.", "The red robot stops: there is a wall in front of c1."]),
    ids=["at once", "on the way"],
)
def test_a_wall_stops_a_robot_and_the_rest_of_its_move_is_lost(wall: str, told: list[str]) -> None:
    state = start(ROAD, walls=[f"{wall} east"], red="b1 east")
    assert story(state, "move-3")[1:] == told


@rule("RR-7")
def test_a_robot_in_the_way_is_pushed() -> None:
    state = start(ROAD, red="a1 east", green="c1 north")
    assert after(state, "move-3") == {"red": "d1 east", "green": "e1 north"}


@rule("RR-7")
def test_a_whole_row_is_pushed() -> None:
    state = start(ROAD, red="a1 east", green="b1 north", blue="c1 south")
    assert after(state, "move-1") == {"red": "b1 east", "green": "c1 north", "blue": "d1 south"}


@rule("RR-7")
def test_nobody_moves_if_one_of_the_row_stands_at_a_wall() -> None:
    state = start(ROAD, walls=["d1 east"], red="a1 east", green="c1 north", blue="d1 south")
    assert after(state, "move-3") == {"red": "b1 east", "green": "c1 north", "blue": "d1 south"}
    assert "The red robot stops: a wall blocks the blue robot on d1." in story(state, "move-3")


@rule("RR-7")
def test_backing_up_pushes_too() -> None:
    state = start(ROAD, red="c1 east", green="b1 north")
    assert after(state, "back-up") == {"red": "b1 east", "green": "a1 north"}


@rule("RR-8")
def test_walls_and_pushes_do_no_damage() -> None:
    state = start(ROAD, walls=["d1 east"], red="a1 east", green="b1 north")
    final = ran(state, "move-3").final
    assert [robot.damage for robot in final.robots] == [0, 1], "green is shot, and nothing else"
    assert ran(state, "back-up").final.robot("green").damage == 0


# Pits and the rim ------------------------------------------------------------------------------


@rule("RR-9")
def test_a_pit_destroys_and_the_rest_of_the_program_is_lost() -> None:
    told = story(start(". o . .", red="a1 east"), "move-3, move-1")
    assert told == [
        "Card 1: move-3.",
        "The red robot drives to b1.",
        "The red robot falls into the pit on b1.",
        "Card 2: move-1.",
        "Skipped: the robot is destroyed.",
    ]


@rule("RR-9")
@cases("facing", "north", "south", "west")
def test_off_the_board_a_robot_is_destroyed(facing: str) -> None:
    state = start(ROAD, red=f"a1 {facing}")
    assert after(state, "move-1") == {"red": "gone"}
    assert story(state, "move-1")[1:] == ["The red robot falls off the board."]


@rule("RR-9")
def test_a_wall_at_the_rim_keeps_a_robot_on_the_board() -> None:
    state = start(ROAD, walls=["a1 west"], red="a1 west")
    assert after(state, "move-1") == {"red": "a1 west"}


@rule("RR-9")
def test_a_belt_carries_into_a_pit() -> None:
    assert after(start("> o .", red="a1 north"), "left") == {"red": "gone"}


@rule("RR-10")
def test_a_robot_may_be_pushed_into_a_pit() -> None:
    """Three in a row, the last before a pit: it is destroyed, the others go on by one."""
    state = start(". . . o .", red="a1 east", green="b1 north", blue="c1 south")
    assert after(state, "move-1") == {"red": "b1 east", "green": "c1 north", "blue": "gone"}


@rule("RR-10")
def test_a_robot_may_be_pushed_off_the_board() -> None:
    state = start(". .", red="a1 east", green="b1 north")
    assert after(state, "move-1") == {"red": "b1 east", "green": "gone"}
    assert story(state, "move-1")[1:3] == [
        "The green robot is pushed off the board.",
        "The green robot falls off the board.",
    ]
