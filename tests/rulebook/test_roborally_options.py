"""Test the 26 option cards of RoboRally, each on a floor where it makes a difference."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.board.squares import Facing
from teachkit.core.data import structure
from teachkit.core.language.program import Program
from teachkit.errors import DataError
from teachkit.games.roborally.clean_up import clean_up, come_back
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options.cards import CardFile
from teachkit.games.roborally.programs import INSTRUCTIONS
from teachkit.games.roborally.turns import all_registers, begin_turn, deal, program

from .factories import start
from .holding import Case, happens
from .rules import played, refused, rule

ROAD = ". . . . . ."
FLAG = ". . . . . .\nf1 . . . . ."
RANGE = {"red": "a1 east", "green": "d1 north"}
SHOT = {"green": "u-turn"}
TURN = (begin_turn, deal, program, all_registers)
TURNS = "u-turn 10, u-turn 20, u-turn 30, u-turn 40"


def match(**facts: Any) -> dict[str, Any]:
    """A moment of a match: a turn was played, unless it says otherwise."""
    return {"edition": "base", "turn": 1, "register": 6, **facts}


def hand(cards: str) -> dict[str, Any]:
    """A turn begins, in which these six cards are dealt."""
    return match(red="b1 east", damage={"red": 3}, draw_pile=cards.split(", "))


def laid(text: str) -> Program:
    return Program.read(text, INSTRUCTIONS)


def card(text: str) -> Any:
    return laid(text).instructions[0]


CASES = {
    "Ablative Coat": Case(
        ROAD, {"red": "d1 north", "green": "a1 east"}, {"red": "left, right, left, right"},
        held="red d1 north, damage 1; green a1 east, damage 2",
        bare="red d1 north, damage 4; green a1 east, damage 2",
        answers=("keep",), told=("Ablative Coat 3",),
    ),
    "Abort Switch": Case(
        FLAG, match(register=4, red="b2 east", draw_pile=["left 90", "left 110"],
                    registers={"red": ["", "", "", "move-3 790", "move-3 800"]}),
        phases=(all_registers,), answers=("yes",),
        held="red b2 west", bare="red gone",
    ),
    "Brakes": Case(
        ROAD, {"red": "a1 east"}, {"red": "move-1, move-1"}, answers=("yes", "no"),
        held="red b1 east", bare="red c1 east",
    ),
    "Circuit Breaker": Case(
        FLAG, match(red="b2 east", damage={"red": 3}), phases=(clean_up,),
        held="red b2 east, damage 3, announced", bare="red b2 east, damage 3",
    ),
    "Conditional Program": Case(
        FLAG, hand(f"move-3 790, move-1 490, {TURNS}"), phases=TURN,
        answers=(card("move-3 790"), laid(f"move-1 490, {TURNS}"), "yes"),
        plain=(laid(f"move-1 490, {TURNS}"),),
        held="red e1 east, damage 3", bare="red c1 east, damage 3",
    ),
    "Crab Legs": Case(
        FLAG, hand(f"left 70, move-1 490, {TURNS}"), phases=TURN,
        answers=(card("move-1 490"), laid(f"left 70, {TURNS}"), "yes"),
        plain=(laid(f"left 70, {TURNS}"),),
        held="red b2 east, damage 3", bare="red b1 north, damage 3",
    ),
    "Double-Barreled Laser": Case(
        ROAD, RANGE, SHOT,
        held="red a1 east; green d1 south, damage 2",
        bare="red a1 east; green d1 south, damage 1",
    ),
    "Dual Processor": Case(
        FLAG, hand(f"move-3 790, left 70, {TURNS}"), phases=TURN,
        answers=(card("left 70"), laid(f"move-3 790, {TURNS}"), "yes"),
        plain=(laid(f"move-3 790, {TURNS}"),),
        held="red d1 north, damage 3", bare="red e1 east, damage 3",
    ),
    "Extra Memory": Case(
        FLAG, hand(f"move-3 790, left 70, right 80, {TURNS}"), phases=(deal,),
        held="red b1 east, damage 3, hand 7", bare="red b1 east, damage 3, hand 6",
    ),
    "Fire Control": Case(
        ROAD, {**RANGE, "held": {"green": ["Extra Memory"]}}, SHOT,
        answers=("yes",), plain=("keep",),
        held="red a1 east; green d1 south",
        bare="red a1 east; green d1 south, damage 1",
    ),
    "Flywheel": Case(
        ROAD, {"red": "a1 east"}, {"red": "move-1, move-1"}, answers=("yes",),
        held="red d1 east", bare="red c1 east",
    ),
    "Fourth Gear": Case(
        ROAD, {"red": "a1 east"}, {"red": "move-3"}, answers=("yes",),
        held="red e1 east", bare="red d1 east",
    ),
    "Gyroscopic Stabilizer": Case(
        "> v gr\n. > .", {"red": "a2 north", "green": "c2 north"}, {"red": "left"},
        held="red b2 west; green c2 east", bare="red b2 north; green c2 east",
    ),
    "High-Power Laser": Case(
        ROAD, {**RANGE, "walls": ["b1 east"]}, SHOT,
        held="red a1 east; green d1 south, damage 1", bare="red a1 east; green d1 south",
    ),
    "Mechanical Arm": Case(
        ". . .\n. f1 .", {"red": "b2 east"}, {"red": "left"},
        held="red b2 north, flag 1", bare="red b2 north",
    ),
    "Mini Howitzer": Case(
        ROAD, RANGE, SHOT, answers=("yes",), told=("Mini Howitzer 5",),
        held="red a1 east; green e1 south, damage 1",
        bare="red a1 east; green d1 south, damage 1",
    ),
    "Power-Down Shield": Case(
        ". . . .\n. . . .",
        {"red": "c1 east", "green": "b2 north", "off": ["red"],
         "walls": ["a1 west"], "lasers": ["a1 east 2"]},
        {"green": "left"}, answers=("keep",),
        held="red c1 east, damage 1; green b2 west",
        bare="red c1 east, damage 2; green b2 west",
    ),
    "Pressor Beam": Case(
        ROAD, RANGE, SHOT, answers=("yes",),
        held="red a1 east; green e1 south", bare="red a1 east; green d1 south, damage 1",
    ),
    "Radio Control": Case(
        FLAG, match(register=4, red="a2 north", green="d2 north", registers={
            "red": ["", "", "", "right 80", "move-1 490"],
            "green": ["", "", "", "u-turn 10", "left 70"]}),
        phases=(all_registers,), answers=("yes",),
        held="red a2 north; green d1 south",
        bare="red b2 east; green d2 east, damage 2",
    ),
    "Ramming Gear": Case(
        ROAD, {"red": "b1 west", "green": "c1 north"}, {"red": "back-up"},
        held="red c1 west; green d1 north, damage 1", bare="red c1 west; green d1 north",
    ),
    "Rear-Firing Laser": Case(
        ROAD, {"red": "e1 east", "green": "b1 north"}, SHOT,
        held="red e1 east; green b1 south, damage 1", bare="red e1 east; green b1 south",
    ),
    "Recompile": Case(
        FLAG, hand(f"move-1 490, left 70, {TURNS}, move-1 500, move-1 510, move-1 520, "
                   "move-1 530, move-1 540"),
        phases=(deal,), answers=("yes",),
        held="red b1 east, damage 3, hand 5", bare="red b1 east, damage 3, hand 6",
    ),
    "Reverse Gear": Case(
        ROAD, {"red": "d1 east"}, {"red": "back-up"}, answers=("yes",),
        held="red b1 east", bare="red c1 east",
    ),
    "Scrambler": Case(
        FLAG, match(register=4, red="a2 north", green="d2 north", draw_pile=["move-1 490"],
                    registers={"red": ["", "", "", "right 80", "left 90"],
                               "green": ["", "", "", "u-turn 10", "left 70"]}),
        phases=(all_registers,), answers=("yes",),
        held="red a2 north; green d1 south", bare="red a2 north; green d2 east, damage 1",
    ),
    "Superior Archive": Case(
        FLAG, match(red="b2 east", archives={"red": "a1"}, destroyed=["red"]),
        phases=(come_back,), told=("Superior Archive", "Brakes"),
        answers=("Brakes", Facing.EAST, "no"), plain=(Facing.EAST, "no"),
        held="red a1 east", bare="red a1 east, damage 2",
    ),
    "Tractor Beam": Case(
        ROAD, RANGE, SHOT, answers=("yes",),
        held="red a1 east; green c1 south", bare="red a1 east; green d1 south, damage 1",
    ),
}  # fmt: skip


def test_each_option_is_shown_here() -> None:
    assert list(CASES) == list(OPTION_CARDS)
    assert len(CASES) == 26


@rule("RR-27")
@pytest.mark.parametrize("name", CASES)
def test_an_option_does_something(name: str) -> None:
    """The same floor with and without the card in red's hands."""
    case = CASES[name]
    assert happens(case, name) == case.held
    assert happens(case) == case.bare


# Getting, losing and discarding them -----------------------------------------------------------


@rule("RR-27")
def test_a_wrench_with_a_hammer_repairs_and_gives_an_option() -> None:
    state = start(
        "f1 . . .\nww . w .", **match(red="a1 east", green="c1 east", option_pile=["Brakes"]),
        damage={"red": 2, "green": 2},
    )  # fmt: skip
    told = played(clean_up(state))
    assert told[:3] == [
        "The red robot is repaired and now has 1 damage.",
        "The red robot gets the option Brakes.",
        "The green robot is repaired and now has 1 damage.",
    ]
    assert told.state.robot("red").held[0].name == "Brakes"


@rule("RR-27")
def test_an_option_comes_with_its_charges() -> None:
    state = start("f1 . .\nww . .", **match(red="a1 east", option_pile=["Ablative Coat"]))
    assert played(clean_up(state)).state.robot("red").held[0].charges == 3


@rule("RR-31")
def test_who_is_destroyed_loses_an_option_of_its_choice() -> None:
    state = start(
        FLAG, **match(red="b2 east", archives={"red": "c1"}, destroyed=["red"]),
        held={"red": ["Brakes", "Crab Legs"]},
    )  # fmt: skip
    told = played(come_back(state), "Crab Legs", Facing.EAST, "no")
    assert told[0] == "The red robot discards Crab Legs."
    assert [held.name for held in told.state.robot("red").held] == ["Brakes"]
    assert told.state.table.options.discard_pile == ("Crab Legs",)


@rule("RR-33")
def test_an_option_is_discarded_against_one_damage() -> None:
    state = start(
        FLAG, **match(red="c1 north", green="a1 east", register=5,
                           registers={"red": ["", "", "", "", "left 70"]}),
        held={"red": ["Brakes", "Crab Legs"]},
    )  # fmt: skip
    told = played(all_registers(state), "Crab Legs")
    assert told.state.robot("red").damage == 0
    assert "The red robot discards Crab Legs." in told


@rule("RR-33")
def test_nobody_must_discard() -> None:
    case = Case(". . . .", {"red": "c1 north", "green": "a1 east"}, {"red": "left"},
                answers=("keep",))  # fmt: skip
    assert happens(case, "Brakes") == "red c1 west, damage 1; green a1 east, damage 1"


def test_a_card_says_where_its_effect_comes_from() -> None:
    card = {"name": "Magnet", "says": "It pulls.", "family": "may_step"}
    assert structure({**card, "source": "ours"}, CardFile).source == "ours"
    assert "source" in refused(DataError, structure, {**card, "source": "a friend"}, CardFile)


@rule("RR-27")
def test_a_wrench_without_a_hammer_gives_no_option() -> None:
    state = start("f1 . .\nw . .", **match(red="a1 east", option_pile=["Brakes"]))
    assert played(clean_up(state)).state.robot("red").held == ()


@rule("RR-27")
def test_the_tractor_beam_does_not_pull_from_the_next_square() -> None:
    case = Case(ROAD, {"red": "b1 east", "green": "c1 north"}, SHOT)
    assert happens(case, "Tractor Beam") == "red b1 east; green c1 south, damage 1"
