"""Benchmarks of RoboRally: registers of many robots, and the best program of a hand of nine.

The yardstick is the engine as it was before it became quicker.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import perm
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Shuffle
from teachkit.games import roborally
from teachkit.games.roborally.cards import deck
from teachkit.games.roborally.pieces import COLOURS
from teachkit.games.roborally.state import State
from tests.play.evaluations import counted
from tests.play.hands import best_of_hand

from .levels import final
from .old_engine import old
from .ratio import Ratio, at_least, at_most, report

# Times the registers per second of the old engine, by robots; 2.0, 1.8 and 2.0 are measured.
QUICKER = {1: 1.7, 4: 1.55, 8: 1.7}
EACH_PROGRAM = {
    (1, "four kinds"): 290.0, (1, "five kinds"): 150.0, (1, "all seven kinds"): 82.0,
    (4, "five kinds"): 95.0,
}  # fmt: skip
"""The times as fast as each program by the old engine, at least, by robots and hand."""
MOST_EVALUATIONS = 18_729  # number of beginnings of programs of five cards
EIGHT_ROBOTS = 1.5  # time of a register for each of eight robots, relative to a single robot
DEALS = 120  # hands from which the robots' programs are dealt

HANDS = {
    "four kinds": "move-1 490, move-1 550, move-1 640, left 70, left 210, right 80, right 300, \
        move-2 670, move-2 700",
    "five kinds": "move-1 520, move-1 610, left 90, left 250, right 120, right 420, move-2 690, \
        move-2 780, back-up 440",
    "all seven kinds": "u-turn 30, left 90, left 250, right 120, back-up 440, move-1 520, \
        move-1 610, move-2 690, move-3 800",
}


NEW = SimpleNamespace(game=roborally.GAME, setup=roborally.Setup, program=Program)
OLD = SimpleNamespace(
    game=old("games.roborally").GAME,
    setup=old("games.roborally").Setup,
    program=old("core.language.program").Program,
)


def start(robots: int = 1, engine: SimpleNamespace = NEW) -> Any:
    places = {name: f"{'bdfhjcgk'[number]}{3 + number} east" for number, name in
              enumerate(COLOURS[:robots])}  # fmt: skip
    return engine.setup(board="cross-roads", robots=places).state()


def dealt(seed: int) -> list[Instruction]:
    """Return the deck in a random order."""
    return [deck()[place] for place in Chance(seed).answer(Shuffle(items=deck())).choice]


@pytest.mark.parametrize("robots", QUICKER)
def test_a_register_against_the_old_engine(robots: int, benchmark: Any) -> None:
    """Play five registers of one to eight robots on twelve by twelve squares, from many deals."""
    deals = [dealt(seed)[: 5 * robots] for seed in range(DEALS // robots)]
    rows = [
        [Program(tuple(cards[at : at + 5])) for at in range(0, len(cards), 5)] for cards in deals
    ]

    def played(engine: SimpleNamespace) -> Callable[[], list[Any]]:
        here = start(robots, engine)
        games = [
            {name: engine.program.read(str(row)) for name, row in zip(COLOURS, each, strict=False)}
            for each in rows
        ]
        return lambda: [final(engine.game, here, programs) for programs in games]

    ours, theirs = played(NEW), played(OLD)
    assert [*map(str, ours())] == [*map(str, theirs())]
    ratio = at_least(QUICKER[robots], theirs, ours)
    what = "times the registers per second of the old engine"
    assert report(benchmark, what, ratio, ours) >= QUICKER[robots]


def value(state: State) -> tuple[Any, ...]:
    """Return the value of a state: flags, then little damage, then to the north-east."""
    red = state.robot("red")
    far = red.square.column + red.square.row
    return (not red.destroyed, red.flag, -red.damage, far, red.facing.value)


def by_each_program(state: Any, hand: str) -> tuple[Any, int]:
    """Return the best value by a naive search in which the old engine runs every program."""
    program, cards = OLD.program, OLD.program.read(hand).instructions
    values = [
        value(final(OLD.game, state, {"red": program(row)})) for row in permutations(cards, 5)
    ]
    assert len(values) == perm(9, 5) == 15_120
    return max(values), values.count(max(values))


@pytest.mark.parametrize(("robots", "name"), EACH_PROGRAM)
def test_the_best_of_a_hand_of_nine(
    robots: int, name: str, benchmark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare with every program by the old `resolve`, without cache; count registers played."""
    wanted, hand = EACH_PROGRAM[robots, name], Program.read(HANDS[name]).instructions
    here, there = start(robots), start(robots, OLD)
    found: list[tuple[Any, int]] = []

    def search() -> None:
        best = best_of_hand(roborally.GAME, here, "red", hand, 5, value)
        assert best
        found.append((best.value, best.programs))

    ratio = at_least(
        wanted, lambda: found.append(by_each_program(there, HANDS[name])), search, rounds=1
    )
    assert len(set(found)) == 1
    with monkeypatch.context() as patched:
        asked = counted(patched)
        search()
    quicker = report(benchmark, "times quicker than each program", ratio, search)
    benchmark.extra_info["register evaluations"] = len(asked)
    assert 0 < len(asked) <= MOST_EVALUATIONS
    assert quicker >= wanted


def test_a_register_of_eight_robots_against_one(benchmark: Any) -> None:
    """Play five registers on twelve by twelve squares; no robot is destroyed on the way."""
    cards = dealt(6)
    rows = [Program(tuple(cards[5 * seat : 5 * seat + 5])) for seat in range(8)]
    eight, many = start(8), dict(zip(COLOURS, rows, strict=True))
    alone = [structs.replace(eight, robots=(robot,)) for robot in eight.robots]

    def each_alone() -> list[State]:
        pairs = zip(alone, rows, strict=True)
        return [final(roborally.GAME, state, {state.robots[0].name: row}) for state, row in pairs]

    assert not any(robot.destroyed for robot in final(roborally.GAME, eight, many).robots)
    assert not any(state.robots[0].destroyed for state in each_alone())
    registers = 5 * len(rows)
    ratio = at_most(EIGHT_ROBOTS, lambda: final(roborally.GAME, eight, many), each_alone)
    each = Ratio(ratio.one / registers, ratio.other / registers)
    what = "times a robot-register of one alone"
    assert report(benchmark, what, each, lambda: final(roborally.GAME, eight, many)) <= EIGHT_ROBOTS
