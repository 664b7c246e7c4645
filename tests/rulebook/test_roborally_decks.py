"""Test 26 bugs and 26 minor options of RoboRally's variant, where each makes a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from teachkit.core.data import read_toml, structure
from teachkit.core.language.program import Program
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.options.cards import CardFile, read_deck
from teachkit.games.roborally.programs import INSTRUCTIONS
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import all_registers, begin_turn, deal, program
from teachkit.games.roborally.variant.rounds import pay_for_return, use_wrenches
from teachkit.games.roborally.variant.state import BUGS, MINORS, SECRET_GOALS

from .holding import Case, happens
from .rules import cases, rule

ROAD = ". . . . . . ."
SIX = "f1 f2 f3 f4 f5 f6 .\n. . . . . . ."
PAIR = ". . . .\n. . . ."


RIGHTS = [f"right {number}" for number in range(80, 250, 20)]
LEFTS = [f"left {number}" for number in range(70, 240, 20)]


def laid(cards: list[str]) -> Program:
    return Program.read(", ".join(cards), INSTRUCTIONS)


def runs(program: str, held: str, bare: str, **facts: Any) -> Case:
    """Red alone on a road, with this program; it starts on a1 and looks east."""
    floor, programs = facts.pop("floor", ROAD), {"red": program, **facts.pop("others", {})}
    case = {key: facts.pop(key, ()) for key in ("answers", "told")}
    start = {"edition": "variant", "red": "a1 east", **facts}
    return Case(floor, start, programs, held, bare, **case)


def chased(program: str, greens: str, held: str, bare: str, answers: Sequence[str] = ()) -> Case:
    """Red on b1; right behind it green, which drives one square by its card, and shoots."""
    held, bare = (f"{told}, damage 1; green b1 east" for told in (held, bare))
    facts = {"red": "b1 east", "green": "a1 east", "others": {"green": greens}}
    return runs(program, held, bare, answers=answers, **facts)


def damaged(told: str, *numbers: int) -> list[str]:
    """Return the sentences, each with its number of damage unless it is 0."""
    return [f"{told}, damage {number}" if number else told for number in numbers]


def shoots(red: str, green: str, held: int = 1, bare: int = 0, **facts: Any) -> Case:
    """Red turns to the east; so much damage does green have then."""
    told = damaged(f"red {red} east; green {green}", held, bare)
    return runs("u-turn 10", *told, red=f"{red} west", green=green, **facts)


def hits(program: str, red: str, held: int, bare: int) -> Case:
    """Green waits on d1; so much damage does it have when red has run this program."""
    return runs(program, *damaged(f"{red}; green d1 north", held, bare), green="d1 north")


def moment(**facts: Any) -> dict[str, Any]:
    """A moment of a match in which red has a seat."""
    extra = {"seats": [{"name": "red"}], **facts.pop("extra", {})}
    return {"edition": "variant", "turn": 1, "register": 6, "extra": extra, **facts}


def dealt(held: str, bare: str, damage: int = 0) -> Case:
    """Red is dealt cards."""
    pile = [f"right {number}" for number in range(80, 430, 20)]
    facts = moment(red="a1 east", draw_pile=pile, damage={"red": damage} if damage else {})
    return Case(SIX, facts, phases=(deal,), held=held, bare=bare)


def mended(state: State) -> Any:
    return use_wrenches(state, "red")


def back(state: State) -> Any:
    return pay_for_return(state, "red")


KEEP, YES = ("keep",), ("yes",)
THREE_HIGH = ". .\n. .\n. ."
LASER: dict[str, Any] = {"red": "c1 east", "walls": ["a1 west"], "lasers": ["a1 east"]}
AHEAD_OF_GREEN: dict[str, Any] = {"red": "c1 east", "green": "a1 east"}

BUG_CASES = {
    "Weak Motor": runs("move-3 790", "red c1 east", "red d1 east"),
    "Worn Gearbox": runs("move-2 670", "red b1 east", "red c1 east"),
    "Stuck Reverse": runs("back-up 430", "red d1 east", "red c1 east", red="d1 east"),
    "Long Braking": runs("move-1 490", "red c1 east", "red b1 east"),
    "Overrun": runs("move-2 670", "red d1 east", "red c1 east"),
    "Runaway": runs("move-3 790", "red e1 east", "red d1 east"),
    "Slow Starter": runs("move-2 670, move-2 680", "red d1 east", "red e1 east"),
    "Tired Battery": runs("move-2 670", "red b1 east", "red c1 east", register=5),
    "Left Limp": runs("left 70, move-2 670", "red a2 north", "red a3 north", floor=THREE_HIGH),
    "Right Limp": runs(
        "right 80, move-2 670", "red a2 south", "red a1 south", floor=THREE_HIGH, red="a3 east"
    ),
    "Left Overturn": runs("left 70", "red a1 west", "red a1 north"),
    "Right Overturn": runs("right 80", "red a1 west", "red a1 south"),
    "Half U-Turn": runs("u-turn 10", "red a1 south", "red a1 west"),
    "Morning Stiffness": runs("left 70, left 90", "red a1 north", "red a1 west"),
    "Small Memory": dealt("red a1 east, hand 8", "red a1 east, hand 9"),
    "Idle Daydream": dealt("red a1 east, hand 7", "red a1 east, hand 9"),
    "Slow Reactions": chased("move-1 600", "move-1 500", "red d1 east", "red c1 east"),
    "Sleepyhead": chased("move-1 600", "move-1 500", "red d1 east", "red c1 east"),
    "Careful Speeder": chased("move-3 840", "move-1 500", "red f1 east", "red e1 east"),
    "Cold Laser": hits("left 70, right 80, u-turn 10, u-turn 20", "red a1 east", 1, 2),
    "Crossed Wires": hits("u-turn 10", "red a1 west", 1, 0),
    "Thin Armour": runs("left 70", *damaged("red c1 north", 2, 1), **LASER),
    "Big Target": runs(
        "left 70",
        "red c1 north, damage 2; green a1 east",
        "red c1 north, damage 1; green a1 east",
        **AHEAD_OF_GREEN,
    ),
    "Soft Bumper": runs(
        "move-1 490",
        "red a1 east; green b1 north, damage 1",
        "red b1 east; green c1 north, damage 1",
        green="b1 north",
    ),
    "Hot Motor": runs("move-3 790", "red d1 east, damage 1", "red d1 east"),
    "Loose Cable": runs("move-1 490", "red b1 south, damage 1", "red b1 south", floor=". gr ."),
}

MINOR_CASES = {
    "Emergency Memory": dealt("red a1 east, damage 3, hand 8", "red a1 east, damage 3, hand 6", 3),
    "Quick Start": chased("move-1 490", "move-1 600", "red c1 east", "red d1 east", KEEP),
    "Light Feet": chased("move-1 490", "move-1 600", "red c1 east", "red d1 east", KEEP),
    "Racing Stripes": chased("move-1 490", "move-1 520", "red c1 east", "red d1 east", KEEP),
    "Quick Reverse": runs(
        "back-up 430",
        "red c1 west, damage 1; green b1 east, damage 1",
        "red d1 west, damage 1; green b1 east, damage 1",
        red="b1 west",
        green="a1 east",
        answers=KEEP,
        others={"green": "move-1 600"},
    ),
    "Rubber Tyres": runs("left 70", "red b1 north", "red c1 north", floor=">> >> >> ."),
    "Gear Lock": runs("move-1 490", "red b1 east", "red b1 south", floor=". gr ."),
    "Belt Guide": runs(
        "u-turn 10", "red b2 west", "red b2 north", floor="> v .\n. > .", red="a2 east"
    ),
    "Rubber Bumper": runs(
        "left 70, left 90, left 110",
        "red c1 south, damage 1; green a1 east, damage 1",
        "red c1 south, damage 3; green a1 east, damage 1",
        told=("Rubber Bumper 2",),
        answers=KEEP,
        **AHEAD_OF_GREEN,
    ),
    "Small Mirror": runs(
        "left 70, left 90, left 110",
        *damaged("red c1 south", 1, 3),
        told=("Small Mirror 2",),
        answers=KEEP,
        **LASER,
    ),
    "Left Eye": shoots("b1", "b2 west", floor=PAIR, register=5),
    "Right Eye": shoots("b2", "b1 west", floor=PAIR, register=5),
    "Parting Shot": shoots("b1", "a1 west"),
    "Long Shot": shoots("b1", "e1 east", walls=["c1 east"], register=5),
    "Double Click": shoots("b1", "e1 east", 2, 1, register=3),
    "Spare Wrench": Case(
        ". w .",
        moment(red="b1 east", damage={"red": 4}),
        {},
        *damaged("red b1 east", 2, 3),
        phases=(mended,),
    ),
    "Travel Insurance": Case(
        SIX,
        moment(red="b1 east"),
        phases=(back,),
        answers=("owe",),
        held="red b1 east, damage 1",
        bare="red b1 east, damage 2",
    ),
    "Long Nose": Case(
        SIX,
        moment(
            red="a2 north",
            register=5,
            registers={"red": ["", "", "", "", "back-up 430"]},
            extra={"flag": 1},
        ),
        phases=(all_registers,),
        held="red a1 north, points 1",
        bare="red a1 north",
    ),
    "Parking Brake": runs("back-up 430", "red d1 east", "red c1 east", red="d1 east", answers=YES),
    "Overdrive": runs(
        "move-1 490", "red c1 east", "red b1 east", told=("Overdrive 2",), answers=YES
    ),
    "Turbo": runs("move-3 790", "red f1 east", "red d1 east", told=("Turbo 1",), answers=YES),
    "Soft Pedal": runs("move-2 670", "red b1 east", "red c1 east", answers=YES),
    "Left Swivel": runs("left 70", "red a1 west", "red a1 north", answers=YES),
    "Right Swivel": runs("right 80", "red a1 west", "red a1 south", answers=YES),
    "Second Thought": Case(
        SIX,
        moment(red="a1 east", draw_pile=[*RIGHTS, *LEFTS]),
        phases=(begin_turn, deal, program, all_registers),
        told=("Second Thought 1",),
        answers=("yes", laid(LEFTS[:5])),
        plain=(laid(RIGHTS[:5]),),
        held="red a1 north",
        bare="red a1 south",
    ),
    "Spiked Bumper": runs(
        "back-up 430",
        "red c1 west; green d1 north, damage 1",
        "red c1 west; green d1 north",
        red="b1 west",
        green="c1 north",
        told=("Spiked Bumper 2",),
    ),
}


CASES = {**BUG_CASES, **MINOR_CASES}


def test_each_bug_and_each_minor_option_is_shown_here() -> None:
    assert list(BUG_CASES) == list(BUGS)
    assert list(MINOR_CASES) == list(MINORS)
    assert [len(deck) for deck in (BUGS, MINORS, SECRET_GOALS)] == [26, 26, 26]
    assert not set(CASES) & set(OPTION_CARDS)


def makes_a_difference(name: str) -> None:
    """The same floor with the card in red's hands and without it."""
    case = CASES[name]
    assert happens(case, name) == case.held
    assert happens(case) == case.bare
    assert case.held != case.bare


@rule("RV-30")
@cases("name", *BUG_CASES)
def test_a_bug_is_a_handicap_to_be_seen(name: str) -> None:
    makes_a_difference(name)


@rule("RV-1")
@cases("name", *MINOR_CASES)
def test_a_minor_option_does_something(name: str) -> None:
    makes_a_difference(name)


@dataclass(frozen=True, kw_only=True)
class DeckFile:
    cards: tuple[CardFile, ...]


@cases("name", "options/options.toml", "variant/bugs.toml", "variant/minor_options.toml")
def test_the_files_of_cards_have_no_strange_key_and_no_strange_value(name: str) -> None:
    file = Path(str(resources.files("teachkit.games.roborally") / name))
    cards = structure(read_toml(file), DeckFile).cards
    assert {card.name: card for card in cards} == read_deck(name, CardFile)
