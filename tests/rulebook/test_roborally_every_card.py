"""Test that each of RoboRally's 104 cards does what its text says, and no more.

The cases are derived from the text alone, which stands beside them: if a text changes, read its
cases again. `test_roborally_options`, `_decks` and `_goals` show each card with and without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from teachkit.core.board.squares import Facing
from teachkit.core.language.program import Program
from teachkit.games.roborally.cards import PRIORITIES
from teachkit.games.roborally.clean_up import clean_up, come_back
from teachkit.games.roborally.options import OPTION_CARDS
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.programs import INSTRUCTIONS
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import all_registers, begin_turn, deal, program
from teachkit.games.roborally.variant.rounds import pay_for_return, use_wrenches
from teachkit.games.roborally.variant.state import BUGS, MINORS, SECRET_GOALS

from .factories import start
from .holding import Case, summary, told
from .rules import cases, played, rule
from .test_roborally_goals import Turn, goals_met, turn

ROAD = ". . . . . . ."
TWO = ". . . . . . .\n. . . . . . ."
YARD = ". . .\n. . .\n. . ."
SIX = "f1 f2 f3 f4 f5 f6 .\n. . . . . . ."
TURN = (begin_turn, deal, program, all_registers)


def ends(end: str, cards: str | Mapping[str, str] = "", floor: str = ROAD, **facts: Any) -> Case:
    """These cards run, red's or everybody's, and that is the end; red starts on a1, facing east."""
    row = {"red": cards} if isinstance(cards, str) else cards
    given = {key: facts.pop(key) for key in ("answers", "told", "phases") if key in facts}
    start = {"edition": "variant", "red": "a1 east", **facts}
    return Case(floor, start, dict(numbered(row)), end, **given)


def numbered(rows: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the rows with a priority behind each card that has none."""
    free = {name: iter(numbers) for name, numbers in PRIORITIES.items()}
    for robot, row in rows.items():
        if not row:
            continue
        texts = [text if " " in text else f"{text} {next(free[text])}" for text in row.split(", ")]
        yield robot, ", ".join(texts)


def moment(end: str, floor: str = TWO, **facts: Any) -> Case:
    """A moment of a match, in which phases of a turn are played."""
    extra = {"seats": [{"name": name} for name in COLOURS if name in facts or name == "red"]}
    extra |= facts.pop("extra", {})
    return ends(end, floor=floor, **{"turn": 1, "register": 6, "extra": extra, **facts})


def registers(**rows: str) -> dict[str, Any]:
    """The last registers of these robots, and the number of the first of them."""
    split = {name: row.split(", ") for name, row in rows.items()}
    count = max(map(len, split.values()))
    filled = {name: [*[""] * (5 - len(row)), *row] for name, row in split.items()}
    return {"registers": filled, "register": 6 - count, "phases": (all_registers,)}


def hand(text: str) -> dict[str, Any]:
    """A turn begins with these cards in red's hand, which has three damage."""
    return {"damage": {"red": 3}, "draw_pile": text.split(", "), "phases": TURN}


def dealt(count: int, damage: int = 0) -> Case:
    """Red is dealt this many cards."""
    facts: dict[str, Any] = {"damage": {"red": damage}} if damage else {}
    pile = [f"right {number}" for number in range(80, 430, 20)]
    end = f"red a1 east, damage {damage}, hand {count}" if damage else f"red a1 east, hand {count}"
    return moment(end, draw_pile=pile, phases=(deal,), **facts)


def laid(text: str) -> Program:
    return Program.read(text, INSTRUCTIONS)


def card(text: str) -> Any:
    return laid(text).instructions[0]


def mended(state: State) -> Any:
    return use_wrenches(state, "red")


def paid(state: State) -> Any:
    return pay_for_return(state, "red")


def seen(state: State, archives: Mapping[str, str]) -> str:
    """Return everybody's place, and the archive and options where the case is about them."""
    facts = [f"{name} archive {state.robot(name).archive}" for name in archives]
    facts += [
        f"{robot.name} holds {held.name}" for robot in state.robots[1:] for held in robot.held
    ]
    return "; ".join([summary(state), *facts])


YES, NO, KEEP = "yes", "no", "keep"
SPINS = "u-turn 10, u-turn 20, u-turn 30, u-turn 40"
LASER: dict[str, Any] = {"red": "c1 east", "walls": ["a1 west"], "lasers": ["a1 east"]}
BEAMS: dict[str, Any] = LASER | {"lasers": ["a1 east 2"]}
TARGET: dict[str, Any] = {"red": "a1 west", "green": "d1 north"}  # red turns to it with a U-turn
CHASED: dict[str, Any] = {"red": "b1 north", "green": "a1 east"}  # green, if first, pushes red
IN_SIGHT: dict[str, Any] = {"red": "d1 north", "green": "a1 east"}  # green shoots red
RAMMED: dict[str, Any] = {
    "red": "b1 north",
    "green": "a1 west",
    "held": {"green": ["Ramming Gear"]},
}
RAMMING = {"red": "u-turn 10", "green": "back-up 430"}
BEHIND: dict[str, Any] = {"red": "c1 west", "green": "d1 north", "blue": "a1 north"}
FIRST, LATE = "red b2 north; green b1 east", "red c2 north; green b1 east"
CARDS_FOR_TWO_HANDS = [
    *(f"move-1 {number}" for number in range(490, 580, 10)),
    *(f"right {number}" for number in range(80, 430, 20)),
]


Table: TypeAlias = dict[str, tuple[str, tuple[Case, ...]]]

OPTIONS: Table = {
    "Ablative Coat": ("This coat absorbs the next 3 points of damage.", (
        ends("red c1 east", "u-turn, left, left", told=["Ablative Coat 3"], **LASER),
        ends("red c1 west, damage 1", "left, left", told=["Ablative Coat 3"], answers=[KEEP],
             **BEAMS),
    )),
    "Abort Switch": (
        (
            "You may replace a card that you reveal with the top card of the deck. Your later "
            "cards are replaced, too."
        ), (
        moment("red a3 north", YARD, **registers(red="left 70, left 90, left 110"),
               draw_pile=["move-1 490", "move-1 500"], answers=[NO, YES]),
    )),
    "Brakes": ("When you play a Move 1, you may stay on your square.", (
        ends("red d1 east", "move-1, move-1, move-2", answers=[YES, NO]),
    )),
    "Circuit Breaker": (
        "If you have 3 or more damage at the end of a round, you power down for the next one.", (
        moment("red a2 east, damage 4, announced", "f1 .\n. .", edition="base", red="a2 east",
               damage={"red": 5}, phases=(clean_up,)),
        moment("red b2 east, damage 2", ". .\nf1 .", edition="base", red="b2 east",
               damage={"red": 2}, phases=(clean_up,)),
        moment("red b2 east, damage 3, announced", ". .\nf1 .", edition="base", red="b2 east",
               damage={"red": 3}, off=["red"], phases=(clean_up,)),
    )),
    "Conditional Program": (
        "Put a card aside. You may play it later instead of a card that you reveal.", (
        moment("red d1 east, damage 3", **hand(f"move-3 790, move-1 490, {SPINS}"),
               answers=[card("move-3 790"),
                        laid("u-turn 10, u-turn 20, move-1 490, u-turn 30, u-turn 40"),
                        NO, NO, YES]),
    )),
    "Crab Legs": (
        "Put a Move 1 aside. Later, you may move sideways instead of turning left or right.", (
        moment("red a1 east, damage 3", red="a2 east", **hand(f"right 80, move-1 490, {SPINS}"),
               answers=[card("move-1 490"), laid(f"{SPINS}, right 80"), YES]),
    )),
    "Double-Barreled Laser": ("Your laser shoots twice.", (
        ends("red a1 east; green d1 north, damage 4", "u-turn, u-turn, u-turn", **TARGET),
    )),
    "Dual Processor": (
        (
            "Put a turn card aside. Later, your Move 2 or Move 3 may go one square less and then "
            "turn."
        ), (
        moment("red b1 south, damage 3", **hand(f"move-2 670, right 80, {SPINS}"),
               answers=[card("right 80"), laid(f"{SPINS}, move-2 670"), YES]),
    )),
    "Extra Memory": ("You are dealt one extra card.", (dealt(10), dealt(5, damage=5))),
    "Fire Control": (
        (
            "Instead of doing damage, your shot can destroy an option of the other robot. You "
            "choose which one."
        ), (
        ends("red a1 east; green d1 north; green holds Gear Lock", "u-turn", **TARGET,
             held={"green": ["Gear Lock", "Brakes"]}, answers=[YES, "Brakes"]),
        ends("red a1 east; green d1 north, damage 1", "u-turn", **TARGET),
    )),
    "Flywheel": ("A move that comes straight after another move may go one extra square.", (
        ends("red e1 east", "move-1, move-2", answers=[YES]),
        ends("red c1 east", "move-1, left, right, move-1"),
    )),
    "Fourth Gear": ("Your Move 3 may go 4 squares.", (
        ends("red g1 east", "move-3, move-2", answers=[YES]),
        ends("red d1 east", "move-3", answers=[NO]),
    )),
    "Gyroscopic Stabilizer": ("Gears and bends do not turn you.", (
        ends("red b1 east", "u-turn, u-turn", "> v\n. gr", red="a2 east"),
    )),
    "High-Power Laser": ("You fire a second shot that goes through one wall or one robot.", (
        ends("red a1 east; green d1 north, damage 1; blue f1 north, damage 1", "u-turn", **TARGET,
             blue="f1 north"),
        ends("red a1 east; green d1 north, damage 1; blue f1 north", "u-turn", **TARGET,
             blue="f1 north", walls=["e1 east"]),
        ends("red a1 east; green d1 north, damage 1; blue f1 north", "u-turn", **TARGET,
             blue="f1 north", walls=["b1 east"]),
    )),
    "Mechanical Arm": ("You can touch flags and wrenches on the squares next to you.", (
        ends("red b1 south; red archive b2", "right", ". w .\n. . .", red="b1 east",
             archives={"red": "a1"}),
        ends("red b1 south, flag 1; red archive c1", "right", "w . .\n. . f1", red="b1 east",
             archives={"red": "a1"}, edition="base"),
    )),
    "Mini Howitzer": (
        "Five times, your shot can also push the other robot one square away.", (
        ends("red a1 east; green e1 north, damage 2", "u-turn, u-turn, u-turn", **TARGET,
             told=["Mini Howitzer 1"], answers=[YES]),
    )),
    "Power-Down Shield": ("While you are powered down, you take 1 less damage from each hit.", (
        ends("red c1 east, damage 2; green c2 north", {"green": "left, right"}, TWO, **BEAMS,
             green="c2 north", off=["red"], answers=[KEEP, KEEP]),
        ends("red c1 east; green c2 north", {"green": "left, right"}, TWO, **LASER,
             green="c2 north", off=["red"]),
        ends("red c1 north, damage 1", "left", **LASER, answers=[KEEP]),
    )),
    "Pressor Beam": (
        "Instead of doing damage, your shot can push the other robot one square away.", (
        ends("red a1 east; green e1 north; blue f1 north", "u-turn", **TARGET, blue="e1 north",
             answers=[YES]),
        ends("red a1 east; green d1 north, damage 1", "u-turn", **TARGET, walls=["d1 east"]),
    )),
    "Radio Control": (
        "Instead of doing damage, your shot can swap your next card with the other robot's.", (
        moment("red b1 east; green d1 north, damage 1", **TARGET, answers=[YES],
               **registers(red="u-turn 10, left 70", green="right 80, move-1 490")),
    )),
    "Ramming Gear": ("A robot that you push takes 1 damage.", (
        ends("red c1 west; green d1 north, damage 1; blue e1 north, damage 1", "back-up",
             red="b1 west", green="c1 north", blue="d1 north"),
    )),
    "Rear-Firing Laser": ("A second laser shoots backwards.", (
        ends("red c1 east; green d1 north, damage 1; blue a1 north, damage 1", "u-turn", **BEHIND),
    )),
    "Recompile": ("Once a round, you may swap your hand for a new one with one card fewer.", (
        moment("red a1 east, hand 8", phases=(deal,), draw_pile=CARDS_FOR_TWO_HANDS,
               answers=[YES]),
        moment("red a1 south", phases=TURN, draw_pile=CARDS_FOR_TWO_HANDS,
               answers=[YES, laid("right 80, right 100, right 120, right 140, right 160")]),
    )),
    "Reverse Gear": ("Your Back up may go 2 squares.", (
        ends("red a1 east", "back-up, back-up", red="d1 east", answers=[YES, NO]),
    )),
    "Scrambler": (
        (
            "Instead of doing damage, your shot can replace the other robot's next card with the "
            "top card of the deck."
        ), (
        moment("red a1 west; green e1 east", **TARGET, draw_pile=["move-1 490"], answers=[YES],
               **registers(red="u-turn 10, u-turn 20", green="right 100, right 80")),
    )),
    "Superior Archive": ("When you come back, you have no damage.", (
        moment("red a1 south; red archive a1", "f1 . .\n. . .", red="c1 east", edition="base",
               archives={"red": "a1"}, destroyed=["red"], phases=(come_back,),
               told=["Superior Archive", "Brakes"], answers=["Brakes", Facing.SOUTH, NO]),
    )),
    "Tractor Beam": (
        "Instead of doing damage, your shot can pull the other robot one square closer.", (
        ends("red a1 east; green d1 north", "u-turn", red="a1 west", green="e1 north",
             answers=[YES]),
        ends("red a1 east; green b1 north, damage 1", "u-turn, left, right", red="a1 west",
             green="c1 north", answers=[YES]),
    )),
}  # fmt: skip

BUG_CARDS: Table = {
    "Weak Motor": ("Your Move 3 only goes 2 squares.", (
        ends("red f1 east", "move-3, move-2, move-1"),
    )),
    "Worn Gearbox": ("Your Move 2 only goes 1 square.", (
        ends("red f1 east", "move-3, move-2, move-1"),
    )),
    "Stuck Reverse": ("Your Back up does not move you.", (
        ends("red b1 east", "back-up, move-1, back-up"),
    )),
    "Long Braking": ("Your Move 1 goes 2 squares.", (
        ends("red f1 east", "move-1, move-2, back-up, move-1"),
    )),
    "Overrun": ("Your Move 2 goes 3 squares.", (
        ends("red f1 east", "move-2, move-1, back-up, move-2, back-up"),
    )),
    "Runaway": ("Your Move 3 goes 4 squares.", (
        ends("red g1 east", "move-3, move-2"),
    )),
    "Slow Starter": ("In register 1, each move is one square shorter.", (
        ends("red e1 east", "move-3, move-2"),
        ends("red a1 east", "move-1"),
        ends("red d1 east", "move-3", register=2),
    )),
    "Tired Battery": ("In register 5, each move is one square shorter.", (
        ends("red e1 east", "move-2, move-3", register=4),
        ends("red d1 east", "move-3", register=4),
    )),
    "Left Limp": ("After a Rotate left, your next move is one square shorter.", (
        ends("red c1 east", "left, right, move-3, move-1, back-up"),
        ends("red c1 east", "right, left, u-turn, u-turn, move-3"),
        ends("red d1 east", "u-turn, u-turn, move-3"),
        moment("red b1 east, damage 3", red="a1 south", register=5,
               registers={"red": ["", "", "", "", "left 70"]}, damage={"red": 3},
               draw_pile=["move-2 670", *SPINS.split(", "), "right 80"],
               phases=(all_registers, *TURN), answers=[laid(f"move-2 670, {SPINS}")]),
    )),
    "Right Limp": ("After a Rotate right, your next move is one square shorter.", (
        ends("red c1 east", "right, left, move-3, move-1, back-up"),
        ends("red c1 east", "left, right, u-turn, u-turn, move-3"),
        ends("red d1 east", "u-turn, u-turn, move-3"),
    )),
    "Left Overturn": ("Your Rotate left makes a U-turn instead.", (
        ends("red a1 north", "left, right, u-turn, u-turn"),
    )),
    "Right Overturn": ("Your Rotate right makes a U-turn instead.", (
        ends("red a1 south", "right, left, u-turn, u-turn"),
    )),
    "Half U-Turn": ("Your U-turn only turns you to the right.", (
        ends("red a1 west", "u-turn, right, left, u-turn"),
    )),
    "Morning Stiffness": ("In register 1, your turn cards do nothing.", (
        ends("red a1 south", "u-turn, right"),
        ends("red c1 south", "move-2, right"),
    )),
    "Small Memory": ("You are dealt one card fewer.", (dealt(8), dealt(3, damage=5))),
    "Idle Daydream": ("While you have no damage, you are dealt two cards fewer.", (
        dealt(7), dealt(8, damage=1),
    )),
    "Slow Reactions": ("All your priorities are 200 lower.", (
        ends(LATE, {"red": "move-1 660", "green": "move-1 490"}, TWO, **CHASED),
        ends("red b3 north; green b1 east", {"red": "move-2 780", "green": "move-1 570"}, YARD,
             **CHASED),
    )),
    "Sleepyhead": ("In register 1, you go last.", (
        ends(LATE, {"red": "move-1 660", "green": "move-1 490"}, TWO, **CHASED),
        ends(FIRST, {"red": "move-1 660", "green": "move-1 490"}, TWO, **CHASED, register=2),
    )),
    "Careful Speeder": ("When you play a Move 3, you go last.", (
        ends("red c4 north; green b1 east", {"red": "move-3 840", "green": "move-1 490"},
             f". . .\n{YARD}", **CHASED),
        ends("red b3 north; green b1 east", {"red": "move-2 780", "green": "move-1 490"}, YARD,
             **CHASED),
    )),
    "Cold Laser": ("Your laser does not shoot in registers 1 and 2.", (
        ends("red a1 east; green d1 north, damage 2",
             "u-turn, u-turn, u-turn, u-turn, u-turn", **TARGET),
        ends("red a1 east; green d1 north", "u-turn", **TARGET, register=2),
    )),
    "Crossed Wires": ("Your laser shoots backwards instead of forwards.", (
        ends("red c1 east; green d1 north; blue a1 north, damage 1", "u-turn", **BEHIND),
    )),
    "Thin Armour": ("Lasers on walls do 1 extra damage to you.", (
        ends("red c1 west, damage 4", "left, left", **LASER),
        ends("red d1 east, damage 1", "move-3", told=["Thin Armour", "Hot Motor"]),
        ends("red d1 west, damage 1; green a1 east, damage 1", "left", **IN_SIGHT),
    )),
    "Big Target": ("Shots from robots do 1 extra damage to you.", (
        ends("red d1 west, damage 2; green a1 east, damage 1", "left", **IN_SIGHT),
        ends("red c1 north, damage 1", "left", **LASER),
        ends("red c1 south, damage 1; green b1 west; green holds Ramming Gear", RAMMING, **RAMMED),
    )),
    "Soft Bumper": ("You cannot push other robots.", (
        ends("red b1 east; green c1 north, damage 1", "move-2", green="c1 north"),
    )),
    "Hot Motor": ("You take 1 damage each time you play a Move 3.", (
        ends("red e1 east, damage 1", "move-3, move-2, back-up"),
        ends("red a1 west, damage 2", "move-3, u-turn, move-3"),
    )),
    "Loose Cable": ("If you are on a gear, you take 1 damage just before the lasers shoot.", (
        ends("red b1 east, damage 2", "move-1, u-turn", ". gr gl"),
    )),
}  # fmt: skip

MINOR_CARDS: Table = {
    "Emergency Memory": ("While you have 3 or more damage, you are dealt two extra cards.", (
        dealt(8, damage=3), dealt(7, damage=2), dealt(6, damage=5),
    )),
    "Quick Start": ("In register 1, your priority is 200 higher.", (
        ends(FIRST, {"red": "move-1 490", "green": "move-1 660"}, TWO, **CHASED),
        ends(LATE, {"red": "move-1 490", "green": "move-1 660"}, TWO, **CHASED, register=2),
    )),
    "Light Feet": ("The priority of your Move 1 is 300 higher.", (
        ends("red b2 north; green c1 east", {"red": "move-1 490", "green": "move-2 780"}, TWO,
             **CHASED),
        ends("red d3 north; green c1 east", {"red": "move-2 670", "green": "move-2 780"},
             ". . . .\n. . . .\n. . . .", **CHASED),
    )),
    "Racing Stripes": ("All your priorities are 50 higher.", (
        ends(FIRST, {"red": "move-1 490", "green": "move-1 530"}, TWO, **CHASED),
        ends(LATE, {"red": "move-1 490", "green": "move-1 550"}, TWO, **CHASED),
    )),
    "Quick Reverse": ("The priority of your Back up is 300 higher.", (
        ends("red b2 south; green c1 east", {"red": "back-up 430", "green": "move-2 720"}, TWO,
             red="b1 south", green="a1 east"),
        ends(LATE, {"red": "move-1 490", "green": "move-1 500"}, TWO, **CHASED),
    )),
    "Rubber Tyres": ("Express belts do not carry you when they run alone.", (
        ends("red c1 east", "left, right", ">> >> >> ."),
    )),
    "Gear Lock": ("Gears do not turn you.", (
        ends("red b1 south", "u-turn, u-turn", "> v\n. gr", red="a2 east"),
    )),
    "Belt Guide": ("Bends do not turn you.", (
        ends("red b1 south", "u-turn, u-turn", "> v\n. gr", red="a2 east"),
    )),
    "Rubber Bumper": ("This bumper absorbs the next 2 points of damage from other robots.", (
        ends("red d1 east, damage 1; green a1 east, damage 1", "left, left, left", **IN_SIGHT,
             told=["Rubber Bumper 2"], answers=[KEEP]),
        ends("red c1 south; green b1 west; green holds Ramming Gear", RAMMING, **RAMMED,
             told=["Rubber Bumper 2"]),
        ends("red c1 north, damage 1", "left", **LASER, told=["Rubber Bumper 2"], answers=[KEEP]),
        ends("red d1 east, damage 1", "move-3", told=["Rubber Bumper 2", "Hot Motor"],
             answers=[KEEP]),
    )),
    "Small Mirror": ("This mirror absorbs the next 2 points of damage from lasers on walls.", (
        ends("red c1 south, damage 1", "left, left, left", **LASER, told=["Small Mirror 2"],
             answers=[KEEP]),
        ends("red c1 north", "left", **BEAMS, told=["Small Mirror 2"]),
        ends("red d1 west, damage 1; green a1 east, damage 1", "left", **IN_SIGHT,
             told=["Small Mirror 2"], answers=[KEEP]),
        ends("red d1 east, damage 1", "move-3", told=["Small Mirror 2", "Hot Motor"],
             answers=[KEEP]),
    )),
    "Left Eye": ("In register 5, you also shoot to the left.", (
        ends("red b1 east; green d1 north, damage 1; blue b2 north, damage 1", "u-turn", TWO,
             red="b1 west", green="d1 north", blue="b2 north", register=5),
        ends("red b1 east; green d1 north, damage 1; blue b2 north", "u-turn", TWO,
             red="b1 west", green="d1 north", blue="b2 north", register=4),
    )),
    "Right Eye": ("In register 5, you also shoot to the right.", (
        ends("red b2 east; green d2 north, damage 1; blue b1 west, damage 1", "u-turn", TWO,
             red="b2 west", green="d2 north", blue="b1 west", register=5),
        ends("red b2 east; green d2 north, damage 1; blue b1 west", "u-turn", TWO,
             red="b2 west", green="d2 north", blue="b1 west", register=4),
    )),
    "Parting Shot": ("In register 1, you also shoot backwards.", (
        ends("red c1 east; green d1 north, damage 1; blue a1 north, damage 1", "u-turn", **BEHIND),
        ends("red c1 east; green d1 north, damage 1; blue a1 north", "u-turn", **BEHIND,
             register=2),
    )),
    "Long Shot": ("In register 5, you fire a second shot through one wall or robot.", (
        ends("red a1 east; green d1 north, damage 1; blue f1 north, damage 1", "u-turn", **TARGET,
             blue="f1 north", register=5),
        ends("red a1 east; green d1 north, damage 1", "u-turn", **TARGET, walls=["b1 east"],
             register=5),
        ends("red a1 east; green d1 north", "u-turn", **TARGET, walls=["b1 east"], register=4),
    )),
    "Double Click": ("In register 3, your laser shoots twice.", (
        ends("red a1 east; green d1 north, damage 2", "u-turn", **TARGET, register=3),
        ends("red a1 east; green d1 north, damage 1", "u-turn", **TARGET, register=4),
    )),
    "Spare Wrench": ("Squares with wrenches do one extra repair for you.", (
        moment("red b1 east, damage 2", ". w .", red="b1 east", damage={"red": 4},
               phases=(mended,)),
        moment("red b1 east, damage 1", ". ww .", red="b1 east", damage={"red": 4},
               phases=(mended,)),
        moment("red b1 east, damage 3", ". f1 .", red="b1 east", damage={"red": 4},
               phases=(mended,)),
    )),
    "Travel Insurance": ("Coming back costs you one credit less.", (
        moment("red a1 east", extra={"seats": [{"name": "red", "credits": 1}]}, phases=(paid,),
               answers=["credit"]),
    )),
    "Long Nose": ("You can touch the flag on the square in front of you.", (
        moment("red a1 north, points 1", SIX, red="a1 south", extra={"flag": 1},
               **registers(red="u-turn 10")),
        moment("red a1 east", SIX, extra={"flag": 1}, **registers(red="right 80"), red="a1 north"),
        ends("red a1 north; red archive b1", "u-turn", "w .\n. .", red="a1 south",
             archives={"red": "b1"}),
    )),
    "Parking Brake": ("When you play a Back up, you may stay on your square.", (
        ends("red b1 east", "move-2, back-up, back-up", answers=[YES, NO]),
    )),
    "Overdrive": ("You can use this twice: your Move 1 goes 2 squares.", (
        ends("red g1 east", "move-1, move-1, move-1, move-1", told=["Overdrive 2"],
             answers=[YES, NO, YES]),
    )),
    "Turbo": ("You can use this once: your Move 3 goes 5 squares.", (
        ends("red f1 east", "move-3, back-up, back-up, back-up, move-3", told=["Turbo 1"],
             answers=[YES]),
    )),
    "Soft Pedal": ("If you like, your Move 2 can go just 1 square.", (
        ends("red e1 east", "move-2, move-2, move-1", answers=[YES, NO]),
    )),
    "Left Swivel": ("Your Rotate left may make a U-turn instead.", (
        ends("red a1 west", "left, left, right", answers=[YES, NO]),
    )),
    "Right Swivel": ("Your Rotate right may make a U-turn instead.", (
        ends("red a1 west", "right, right, left", answers=[YES, NO]),
    )),
    "Second Thought": ("You can use this once to swap your hand for a new one.", (
        moment("red a1 south", phases=TURN, draw_pile=CARDS_FOR_TWO_HANDS,
               told=["Second Thought 1"],
               answers=[YES, laid("right 80, right 100, right 120, right 140, right 160")]),
        moment("red a1 east, hand 9", phases=(deal, deal), draw_pile=CARDS_FOR_TWO_HANDS,
               told=["Second Thought 1"], answers=[YES]),
    )),
    "Spiked Bumper": ("The first two times you push a robot, it takes 1 damage.", (
        ends("red e1 west; green f1 north, damage 2", "back-up, back-up, back-up", red="b1 west",
             green="c1 north", told=["Spiked Bumper 2"]),
    )),
}  # fmt: skip


def test_each_option_and_each_bug_has_a_case() -> None:
    assert list(OPTIONS) == list(OPTION_CARDS)
    assert list(BUG_CARDS) == list(BUGS)
    assert list(MINOR_CARDS) == list(MINORS)


def does_what_it_says(name: str, printed: str, table: Table) -> None:
    """Each case of this card ends as its text says."""
    says, shown = table[name]
    assert printed == says, "the text has changed: are these still its cases?"
    for case in shown:
        assert seen(told(case, name).state, case.facts.get("archives", {})) == case.held


@rule("RR-27")
@cases("name", *OPTIONS)
def test_an_option_does_what_it_says(name: str) -> None:
    does_what_it_says(name, OPTION_CARDS[name].says, OPTIONS)


@rule("RV-30")
@cases("name", *BUG_CARDS)
def test_a_bug_does_what_it_says(name: str) -> None:
    does_what_it_says(name, BUGS[name].says, BUG_CARDS)


@rule("RV-1")
@cases("name", *MINOR_CARDS)
def test_a_minor_option_does_what_it_says(name: str) -> None:
    does_what_it_says(name, MINORS[name].says, MINOR_CARDS)


@rule("RV-35")
@cases("bug, red", ("Sleepyhead", "move-3 840"), ("Careful Speeder", "move-3 840"))
def test_who_goes_last_goes_after_slow_reactions_too(bug: str, red: str) -> None:
    case = ends("", {"red": red, "green": "u-turn 10"}, green="a2 north", floor=TWO,
                held={"green": ["Slow Reactions"]})  # fmt: skip
    assert "Register 1, highest priority first: green, red." in told(case, bug)


# Secret goals ----------------------------------------------------------------------------------

PUSHED: dict[str, Any] = {"red": "e1 north", "green": "d1 east"}
PUSHER: dict[str, Any] = {"walls": ["d1 south"], "pushers": ["d1 north 1"]}
FIVE = "right 400, right 380, right 360, right 340, right 320"

GOALS: dict[str, tuple[str, list[Turn], list[Turn]]] = {
    "Bulldozer": ("Push other robots a total of three squares in one round.", [
        turn(ROAD, "move-3 790", red="d1 east", green="e1 north"),
        turn(ROAD, "move-1 490, back-up 430, move-3 790", red="a1 east", green="b1 north"),
    ], [
        turn(ROAD, "move-2 670, back-up 430, move-1 490", red="a1 east", green="b1 north"),
    ]),
    "Big Shove": ("Push other robots a total of two squares in one register.", [
        turn(ROAD, "move-2 670", red="e1 east", green="f1 north"),
    ], [
        turn(ROAD, "move-1 490, move-1 500", red="e1 east", green="f1 north"),
    ]),
    "Sharpshooter": ("Hit other robots with three shots in one round.", [
        turn(ROAD, "u-turn 10, , , left 70", red="a1 west", green="c1 north"),
    ], [
        turn(ROAD, "u-turn 10, , left 70", red="a1 west", green="c1 north"),
    ]),
    "Crossfire": ("Be hit by two shots from other robots in one register.", [
        Turn(ROAD, {"green": ", left 70", "blue": ", left 90"},
             {"red": "c1 north", "green": "a1 east", "blue": "e1 west"}),
    ], [
        Turn(ROAD, {"green": "left 70, right 80", "blue": ", left 90"},
             {"red": "c1 north", "green": "a1 east", "blue": "e1 west"}),
        turn(ROAD, red="c1 north", green="a1 east", walls=["g1 east"], lasers=["g1 west"]),
    ]),
    "Shuttlecock": ("Be pushed a total of three squares in one round.", [
        Turn(ROAD, {"green": "move-3 790"}, PUSHED),
        Turn(TWO, {"green": "move-2 670"}, {"red": "b1 north", "green": "a1 east"} | PUSHER),
    ], [
        Turn(ROAD, {"green": "move-2 670"}, PUSHED),
    ]),
    "Demolition": ("Destroy another robot by pushing or shooting it.", [
        turn(ROAD, "move-1 490", red="f1 east", green="g1 north"),
        turn(ROAD, "u-turn 10", red="a1 west", green="c1 north", damage={"green": 9}),
    ], [
        Turn(ROAD, {"green": "move-1 490"}, {"red": "a1 north", "green": "g1 east"}),
    ]),
    "Good Company": ("End four registers of a round next to another robot.", [
        Turn(ROAD, {"green": ", , , , move-2 670"}, {"red": "b1 north", "green": "c1 east"}),
    ], [
        Turn(ROAD, {"green": ", , , move-2 670"}, {"red": "b1 north", "green": "c1 east"}),
    ]),
    "Stand-Off": ("End a register face to face with another robot.", [
        Turn(ROAD, {"red": ", left 70", "green": "u-turn 10, left 90"},
             {"red": "b1 east", "green": "c1 east"}),
    ], [
        Turn(ROAD, {"red": "left 70", "green": "u-turn 10"},
             {"red": "b1 east", "green": "c1 east"}),
    ]),
    "Hermit": ("End all five registers with no other robot in your row or column.", [
        turn(YARD, "", red="a1 north", green="b3 north", blue="c2 north"),
    ], [
        Turn(YARD, {"green": ", , , , move-1 490"}, {"red": "a1 north", "green": "b2 west"}),
    ]),
    "Passenger": ("Be carried by belts five times in one round.", [
        turn("> > > > > ."), turn(">> >> >> >> >> ."), turn(">> >> > > > ."),
    ], [
        turn("> > > > ."), turn(">> >> >> >> ."),
    ]),
    "Express Ticket": ("Be carried by express belts three times in one round.", [
        turn(">> >> >> ."),
    ], [
        turn(">> >> . ."), turn(">> >> > > > ."),
    ]),
    "Merry-Go-Round": ("Be turned by gears twice in one round.", [
        turn(". gr", ", , , move-1 490", red="a1 east"),
    ], [
        turn(". gr", ", , , , move-1 490", red="a1 east"),
    ]),
    "Winding Road": ("Be turned by bends twice in one round.", [
        turn("> v\n^ <", red="a1 north"),
    ], [
        turn("> v\n. .", red="a2 north"),
    ]),
    "Sunburn": ("Be hit by lasers on walls twice in one round.", [
        turn(YARD, ", move-1 490", red="b1 north", walls=["a1 west"], lasers=["a1 east 2"]),
        turn(YARD, ", , move-1 490", red="b1 north", walls=["a1 west"], lasers=["a1 east"]),
    ], [
        turn(YARD, ", move-1 490", red="b1 north", walls=["a1 west"], lasers=["a1 east"]),
    ]),
    "Hard Head": ("Be stopped by walls twice in one round.", [
        turn(ROAD, "move-2 670, , move-1 490", red="a1 east", walls=["b1 east"]),
    ], [
        turn(ROAD, "move-2 670, back-up 430, move-1 490", red="a1 east", walls=["b1 east"]),
    ]),
    "Edge Walker": ("End all five registers at the edge of the board.", [
        turn(YARD, "move-1 490, move-1 500, left 70, back-up 430, back-up 440", red="a1 north"),
    ], [
        turn(YARD, "move-1 490, move-1 500, left 70", red="b1 north"),
    ]),
    "Daredevil": ("End three registers of a round next to a pit.", [
        turn("o . . .", ", , , move-2 670", red="b1 east"),
    ], [
        turn("o . . .", ", , move-2 670", red="b1 east"),
    ]),
    "Workshop Visit": ("End a round on a wrench.", [
        turn(". w", ", , , , move-1 490", red="a1 east"),
    ], [
        turn("w .", ", , , , move-1 490", red="a1 east"),
    ]),
    "Flag Keeper": ("End two registers of a round on a flag.", [
        turn("f1 . f2", ", move-2 670, back-up 430", red="a1 east"),
    ], [
        turn("f1 . f2", "move-1 490, move-1 500, back-up 430", red="a1 east"),
    ]),
    "Commuter": ("End all five registers on belts.", [
        turn("> > > > > > ."), turn("> v\n^ <"),
    ], [
        turn("> > > > > ."),
    ]),
    "Long March": ("Drive nine squares ahead in one round.", [
        turn(". . . . . . . . . .", "move-3 790, move-3 800, move-2 670, move-1 490",
             red="a1 east"),
    ], [
        turn(". . . . . . . . . .", "move-3 790, move-3 800, move-2 670, back-up 430",
             red="a1 east"),
    ]),
    "Crayfish": ("Back up two squares in one round.", [
        turn(ROAD, "back-up 430, , , back-up 440", red="c1 east"),
    ], [
        turn(ROAD, "back-up 430, , , back-up 440", red="b1 east", walls=["a1 west"]),
    ]),
    "Dizzy": ("Turn four times in one round with your own cards.", [
        turn(ROAD, "u-turn 10, left 70, , u-turn 20, right 80"),
    ], [
        turn("gr .", "u-turn 10, left 70, , u-turn 20"),
    ]),
    "Early Bird": ("Go first in four registers of a round.", [
        Turn(YARD, {"red": "u-turn 10, right 420, left 410, left 390, left 370", "green": FIVE},
             {"red": "a1 north", "green": "b2 north"}),
        Turn(YARD, {"red": "right 420, left 410, left 390, left 370", "green": FIVE[:21]},
             {"red": "a1 north", "green": "b2 north"}),
    ], [
        Turn(YARD, {"red": "u-turn 10, u-turn 20, left 410, left 390, left 370", "green": FIVE},
             {"red": "a1 north", "green": "b2 north"}),
    ]),
    "Round Trip": ("End a round on the square where you began it.", [
        turn(ROAD, "move-2 670, u-turn 10, move-1 490, move-1 500", red="a1 east"),
    ], [
        turn(ROAD, "move-1 490, back-up 430, , , move-1 500", red="a1 east"),
    ]),
    "Scarred Survivor": ("End a round with 6 or more damage.", [
        turn(TWO, ", , , , move-1 490", red="c2 south", damage={"red": 5}, walls=["a1 west"],
             lasers=["a1 east"]),
    ], [
        turn(ROAD, damage={"red": 5}),
        turn(ROAD, red="c1 north", damage={"red": 9}, walls=["a1 west"], lasers=["a1 east"]),
    ]),
}  # fmt: skip


@rule("RV-13")
@cases("name", *SECRET_GOALS)
def test_a_secret_goal_is_met_as_it_says(name: str) -> None:
    says, met, missed = GOALS[name]
    assert SECRET_GOALS[name].says == says, "the text has changed: are these still its cases?"
    assert [goals_met(each, name) for each in met] == [[name]] * len(met)
    assert [goals_met(each, name) for each in missed] == [[]] * len(missed)


@rule("RR-21", "RR-30", "RR-33")
def test_a_destroyed_robot_uses_no_card_against_damage() -> None:
    """A Mini Howitzer pushes green into the pit; the damage of the shot comes too late."""
    state = start(
        ". . . . o .\nf1 . . . . .", "base", turn=1, register=5, red="a2 west", green="d2 north",
        registers={"red": ["", "", "", "", "u-turn 10"]},
        held={"red": ["Mini Howitzer 5"], "green": ["Ablative Coat 3"]},
    )  # fmt: skip
    green = played(all_registers(state), "yes").state.robot("green")
    assert green.destroyed
    assert [(held.name, held.charges) for held in green.held] == [("Ablative Coat", 3)]
