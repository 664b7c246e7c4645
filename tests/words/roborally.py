"""All sentences of RoboRally, provoked for the tests in this folder."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, Decision, Unfinished
from teachkit.core.run.flow import frames_of
from teachkit.core.run.trace import explained
from teachkit.core.run.walk import Started, Step
from teachkit.errors import AnswerError
from teachkit.games import algoracing, roborally
from teachkit.games.roborally import Setup, events
from teachkit.games.roborally.board_files import (
    KINDS,
    LEGEND,
    BoardFile,
    factory_floors,
    load_board,
)
from teachkit.games.roborally.cards import deck
from teachkit.games.roborally.clean_up import clean_up
from teachkit.games.roborally.editions import EDITIONS
from teachkit.games.roborally.elements import lasers
from teachkit.games.roborally.match import play
from teachkit.games.roborally.options import cards as held
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.programs import INSTRUCTIONS
from teachkit.games.roborally.registers import Acted
from teachkit.games.roborally.rules import OPTIONS
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import deal, fill_registers, program
from teachkit.games.roborally.variant import events as variant
from teachkit.games.roborally.variant.state import with_seat
from teachkit.play.match import Match
from teachkit.words import translate
from tests.cases import one_changed
from tests.flows import frames_while_running
from tests.rulebook.holding import told
from tests.rulebook.rules import played
from tests.rulebook.test_roborally_options import CASES as OPTION_CASES

from .pseudo import under

# Words on cards and boards, and words that people write in files or as answers.
FACTS = {
    *(card.name for card in INSTRUCTIONS), *INSTRUCTIONS.sensors, *COLOURS, *EDITIONS, *OPTIONS,
    *LEGEND, *LEGEND.values(), *KINDS, *(key.name for key in dataclasses.fields(Setup)),
    *(key.name for key in dataclasses.fields(BoardFile)), "yes", "no", "keep", "move",
}  # fmt: skip


def all_happenings() -> Iterator[str]:
    """Yield sentences of all events, and of the text board."""
    for edition, seed in (("base", 1), ("base", 2), ("variant", 3)):
        setup = Setup(edition=edition, board="cross-roads", dock="dock", players=COLOURS[:4])
        for number, (event, state) in enumerate(by_chance(setup, seed)):
            yield str(event)
            if number % 100 == 0:
                yield from under(state)
    for text, starts in TALES:
        state = Setup(**{"edition": "factory", **starts}).state()
        yield from (*run(roborally.GAME, state, text).story().splitlines(), *under(state))
    for name, case in OPTION_CASES.items():
        yield from told(case, name)


def by_chance(setup: Setup, seed: int, most: int = 2500) -> Iterator[Any]:
    """Yield the frames of a random match."""
    chance = Chance(seed)

    def answer(decisions: tuple[Decision, ...], state: State) -> Any:
        return [chance.answer(decision) for decision in decisions]

    for number, frame in enumerate(frames_while_running(play(setup), setup.state(), answer)):
        yield frame
        if number > most:
            return


ROAD = ". . . ."
TALES: list[tuple[str | dict[str, str], dict[str, Any]]] = [
    ("move-2, left", {"floor": ". o", "robots": {"red": "a1 east"}}),
    ("move-2", {"floor": ROAD, "walls": ["c1 east"],
                "robots": {"red": "a1 east", "green": "b1 north"}}),
    ("left", {"floor": ". . f1", "robots": {"red": "a1 east"}, "off": ["red"], "virtual": ["red"],
              "damage": {"red": 6}, "locked": {"red": "left, right"}, "reached": {"red": 1}}),
    ("left", {"floor": ">> > v\n. . .", "robots": {"red": "a2 north"}}),
    ("left", {"floor": ". > < .", "robots": {"red": "b1 north", "green": "c1 north"}}),
    ("left", {"floor": "> . <", "robots": {"red": "a1 north", "green": "c1 north"}}),
    ("left", {"floor": ". . .", "walls": ["a1 west"], "pushers": ["a1 east 1 2"],
              "robots": {"red": "a1 north"}}),
    ("left", {"floor": ". .", "walls": ["a1 west", "a1 east"], "pushers": ["a1 east 1"],
              "robots": {"red": "a1 north"}}),
    ("left", {"floor": ". .", "walls": ["a1 west"], "lasers": ["a1 east 2"],
              "robots": {"red": "a1 north"}, "damage": {"red": 9}}),
    ("move-1", {"floor": ". .", "robots": {"red": "a1 east", "green": "b1 north"}}),
    ("left", {"floor": "> > > > > .\n>> >> >> >> >> .", "robots": {
        **{name: f"{'abcde'[number]}1 north" for number, name in enumerate(COLOURS[:5])}}}),
]  # fmt: skip


def table(floor: str = ". . . f1\n. . . .", **facts: Any) -> State:
    """Return a moment of a match with two robots."""
    usual = {"robots": {"red": "a1 east", "green": "a2 east"}, "turn": 1}
    return Setup(floor=floor, **{**usual, **facts}).state()


def beside() -> Iterator[str]:
    """Yield sentences about rare events of a match, and about its end."""
    hand = "left 70, right 80, left 90, right 100, left 110, move-1 490"
    state = table(hands={"red": hand})
    yield fill_registers(state, state.robot("red")).question
    for late in ("left 70", "left 70, right 80, left 90, left 110"):
        yield from played(program(state), Unfinished(Program.read(late)))
    yield str(events.InTheWay(state.robot("red").square, "green"))
    for lost in ("red", "green"):
        state = state.with_facts(lost, destroyed=True, lives=0)
        yield str(roborally.GAME.outcome(state))
    yield str(roborally.GAME.outcome(table(reached={"red": 1})))
    yield from map(str, SELDOM)
    here = Started("red", Step(Instruction("left", ("90",)), 1), 3)
    acted = Acted(here.actor, here.step, here.round, 90)
    yield from (acted.heading, acted.headings)
    yield from coming_back()
    yield from ended()
    pile = [str(card) for card in deck()]
    yield from by_last(deal(table(held={"red": ["Conditional Program"]}, draw_pile=pile)))
    for count in (1, 2):
        yield str(events.Unlocked("red", tuple(range(1, count + 1))))
        yield str(events.LockedUp("red", tuple(range(1, count + 1))))
        yield str(events.Dealt("red", count))


SELDOM = [
    held.Replaced("red", 3, "green"), held.LaidAside("red", "Brakes"), variant.GoalRolled(0),
    variant.Killed("red", "green"), variant.StayedOut("red"), variant.TimeUp(),
    variant.Recharged("red", "Brakes"), events.GotOption("red", "Brakes"),
    events.BecameReal("red"), events.Discarded("red", "Brakes"),
    events.Carried(COLOURS[:5], (), (), express=False),
]  # fmt: skip
"""What chance seldom brings about."""


def coming_back() -> Iterator[str]:
    """Yield sentences about a destroyed robot that loses an option and comes back."""
    facts = {"archives": {"red": "a2"}, "destroyed": ["red"], "register": 6}
    state = table(". . . f1\n. . . .\n. . . .", **facts, held={"red": ["Brakes", "Crab Legs"]})
    robot = state.robot("red")
    yield from played(clean_up(state), "Brakes", robot.square, robot.facing, "no")
    victim = table(held={"green": ["Brakes", "Crab Legs"], "red": ["Fire Control"]},
                   robots={"red": "a2 east", "green": "c2 east"})  # fmt: skip
    yield from by_last(lasers(victim))


def by_last(flow: Any) -> Iterator[str]:
    """Yield the sentences of a flow in which every player takes the last option."""

    def last(decisions: tuple[Decision, ...], state: State) -> Any:
        return [Answer(asked.player, asked.compose(lambda row: row[-1])) for asked in decisions]

    yield from (str(frame.event) for frame in frames_of(flow, table(), last))


def ended() -> Iterator[str]:
    """Yield sentences about the end of the variant: time is up, or a player has won."""
    state = next(
        frame.state
        for frame in by_chance(
            Setup(edition="variant", board="pit-stop", dock="dock", players=COLOURS[:2]), 1
        )
        if frame.state.table and frame.state.table.turn
    )
    for leader in ("red", ""):
        extra = replace(state.table.extra, closed=True, leader=leader)
        yield str(roborally.GAME.outcome(state.with_table(extra=extra)))
    yield str(roborally.GAME.outcome(with_seat(state, "red", points=99)))


def printed() -> Iterator[str]:
    """Yield the names of robots."""
    yield from map(translate, COLOURS)


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("2x(left 70)", {}),
    ("while clear(left 70)", {}),
    ("left 70, left 70", {}),
    ("left 70", {"hands": {"red": "left 90"}}),
    ("left 70", {"registers": {"green": ["", "left 70", "", "", ""]}}),
    ("left 70, left 90, left 110, left 130, left 150, left 170", {}),
    ("left 70, left 90", {"register": 5}),
    ("left 70, left 90, left 110, left 130, left 150", {
        "damage": {"red": 5}, "locked": {"red": "right 80"}}),
    ("left 70, left 90, left 110, left 130, left 150", {
        "damage": {"red": 6}, "locked": {"red": "right 80, right 100"}}),
]  # fmt: skip


def problems() -> Iterator[str]:
    """Yield reasons why a program is not allowed, and complaints about an exercise."""
    for text, facts in WRONG:
        state = Setup(**{"floor": ROAD, "robots": {"red": "a1 east", "green": "c1 east"}, **facts})
        yield from map(str, roborally.GAME.problems(state.state(), "red", Program.read(text)))
    state = table(hands={"red": "left 70, left 90, left 110, left 130, left 150"})
    unknown = Program((Instruction("hop"),))
    yield from map(str, roborally.GAME.problems(state, "red", unknown))
    asked = fill_registers(state, state.robot("red"))
    yield str(asked.problem(Program.read("left 70")))
    gone = state.with_facts("red", destroyed=True)
    goals: list[tuple[State, str, Any]] = [
        (state, "stands_on", ["c1"]), (gone, "stands_on", ["c1"]), (state, "looks", ["north"]),
        (gone, "looks", ["north"]), (state, "touches", [1]), (state, "touches", [2]),
        (gone, "survives", []), (gone, "stays_under", [1]), (state, "stays_under", [0]),
        (state, "hurts", ["green", 2]), (state, "destroys", ["green"]),
    ]  # fmt: skip
    for here, name, wanted in goals:
        yield str(roborally.GAME.goals[name](here, "red", *wanted))


ONE: dict[str, Any] = {"floor": ROAD, "robots": {"red": "a1 east"}}
STARTS: list[dict[str, Any]] = [
    {},
    *one_changed({}, board=["dok"], floor=[". >", ". .\n.", " ".join("." * 27), ". %", ". f2"]),
    *one_changed({}, floor=["f1 f1", "s1 s1"]),
    *one_changed({"floor": ". X"}, legend=[{"X": "pit, wrench"}, {"X": "pit, gear-left"}]),
    *one_changed({"floor": ". ."}, lasers=[["a1 east"], ["c1 east"]], walls=[["c1 west"]]),
    *one_changed({"floor": ". ."}, flags=[["c1"], ["a1", "a1"]], dock=["dock"]),
    *one_changed({"floor": ". o"}, flags=[["b1"]], robots=[{"red": "b1 east"}]),
    {"floor": ". .", "walls": ["a1 west"], "lasers": ["a1 east 9"]},
    {"floor": ". .", "walls": ["a1 west"], "pushers": ["a1 east"]},
    {"board": "dock", "walls": ["a1 west"]},
    *one_changed({"floor": ROAD}, register=[9], edition=["bass"], damage=[{"red": 1}]),
    *one_changed({"floor": ROAD}, robots=[{"pink": "a1 east"}, {"red": "z1 east"}]),
    *one_changed({"floor": ROAD}, robots=[{"red": "a1 east", "green": "a1 east"}]),
    *one_changed(ONE, damage=[{"red": 10}], locked=[{"red": "left 70"}], held=[{"red": ["Hat"]}]),
    *one_changed(ONE, registers=[{"red": ["left 70"]}, {"red": ["left 70, left 90", *[""] * 4]}]),
    *one_changed(ONE, hands=[{"red": "left 70, left 70"}, {"red": "2x(left 70)"}], turn=[10**6]),
    *one_changed(ONE, programs=[{"red": "hop"}, {"red": "left"}]),
]


def refusals() -> Iterator[Callable[[], object]]:
    """Yield calls that a sentence must refuse."""
    yield from (Setup(**start).state for start in STARTS)
    state = table(hands={"red": "left 70"})
    yield partial(state.robot, "blue")
    yield partial(Setup.of, roborally.GAME.seen_by(state, "green"))
    yield partial(Setup.of, replace(state, rules=dataclasses.replace(state.rules, title="Mine")))
    opened = next(by_chance(Setup(board="pit-stop", dock="dock", players=COLOURS[:2]), 1)).state
    yield partial(Setup.of, opened)
    match = {"board": "pit-stop", "dock": "dock", "players": ("red", "green")}
    wrong: list[dict[str, Any]] = [
        {"players": ("red",)}, {"edition": "factory"}, {"dock": ""},
        {"board": "", "floor": "s1 s2", "dock": ""}, {"robots": {"red": "a1 east"}},
        {"board": "", "floor": "s1 f1", "dock": ""}, {"edition": "variant", "flags": ["a1"]},
        {"options": {"virtual_start": True, "flags": 1}},
    ]  # fmt: skip
    for facts in wrong:
        yield partial(Match, roborally.GAME, Setup(**{**match, **facts}))
    assert load_board(factory_floors()[0])


def whys() -> Iterator[str]:
    """Yield the reasons why the factory did nothing to a robot, and why one robot moves first."""
    floor: dict[str, Any] = {
        "edition": "factory", "floor": "> > . f2 f1\n. gr o . f3",
        "walls": ["c2 north", "a1 west"], "pushers": ["c2 south 2 4"], "lasers": ["a1 east"],
    }  # fmt: skip
    at = {"red": "a2 north", "green": "c2 east", "blue": "b1 west", "yellow": "d1 west"}
    for robots in (at, at | {"red": "d2 north"}, at | {"red": "e2 north"}):
        for cards in ("left", "move-1", "left, right"):
            trace = run(roborally.GAME, Setup(**floor, robots=robots).state(), cards)
            for robot in robots:
                for part in State.PARTS:
                    lines = trace.why(actor=robot, part=part).splitlines()
                    yield from (line.partition(": ")[2] for line in lines)
    for lost in ("o", "."):
        state = Setup(edition="factory", floor=f"> {lost}", robots={"red": "a1 east"}).state()
        trace = run(roborally.GAME, state, "left")
        yield trace.why(part="gears").partition(": ")[2]
    held = trace.final.with_facts("red", square=Square.read("a1"), flag=1)
    yield held.explained("belts", "red", ())
    touched = Setup(edition="base", floor="f1 f2", robots={"red": "a1 east"}).state()
    yield touched.with_facts("red", square=Square.read("b1"), flag=1).explained("flags", "red", ())
    base = Setup(edition="base", floor=". .\n. .", robots={"red": "a1 east", "green": "b2 west"})
    acted = run(roborally.GAME, base.state(), {"red": "left 70", "green": "left 90"})
    yield acted.why(actor="red", before="green")
    yield acted.why(actor="red", before="blue")
    with suppress(AnswerError):
        acted.why(part="x")
    rovers = {"red": "a1 east", "green": "a2 east"}
    turns = algoracing.Setup(edition="turns", floor=". .\n. .", rovers=rovers).state()
    both = run(algoracing.GAME, turns, {"red": "left", "green": "left, forward"})
    yield both.why(actor="green", before="red")
    with suppress(AnswerError):
        both.why(actor="green", part="belts")
    yield explained(both.final, "belts", translate("red"), ())
