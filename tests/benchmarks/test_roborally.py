"""Benchmarks of RoboRally: the best program of a hand of nine, and a register of many robots."""

from __future__ import annotations

from itertools import permutations
from math import perm
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
from .ratio import Ratio, at_least, at_most, report

# Times as fast, at least; processors differ by a third.
EACH_PROGRAM = {"four kinds": 70.0, "five kinds": 70.0, "all seven kinds": 50.0}
MOST_EVALUATIONS = 18_729  # number of beginnings of programs of five cards
EIGHT_ROBOTS = 1.3  # time of a register for each of eight robots, relative to a single robot

HANDS = {
    "four kinds": "move-1 490, move-1 550, move-1 640, left 70, left 210, right 80, right 300, \
        move-2 670, move-2 700",
    "five kinds": "move-1 520, move-1 610, left 90, left 250, right 120, right 420, move-2 690, \
        move-2 780, back-up 440",
    "all seven kinds": "u-turn 30, left 90, left 250, right 120, back-up 440, move-1 520, \
        move-1 610, move-2 690, move-3 800",
}


def start(robots: int = 1, board: str = "cross-roads") -> State:
    places = {name: f"{'bdfhjcgk'[number]}{3 + number} east" for number, name in
              enumerate(COLOURS[:robots])}  # fmt: skip
    return roborally.Setup(board=board, robots=places).state()


def value(state: State) -> tuple[Any, ...]:
    """Return the value of a state: flags, then little damage, then to the north-east."""
    red = state.robot("red")
    far = red.square.column + red.square.row
    return (not red.destroyed, red.flag, -red.damage, far, red.facing.value)


def by_each_program(state: State, hand: tuple[Instruction, ...]) -> tuple[Any, int]:
    """Return the best value by a naive search that runs every program separately."""
    values = [
        value(final(roborally.GAME, state, {"red": Program(row)})) for row in permutations(hand, 5)
    ]
    assert len(values) == perm(9, 5) == 15_120
    return max(values), values.count(max(values))


@pytest.mark.parametrize("name", HANDS)
def test_the_best_of_a_hand_of_nine(
    name: str, benchmark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare with every program by our own `resolve`, without cache; count registers played."""
    hand, here = Program.read(HANDS[name]).instructions, start()
    found: list[tuple[Any, int]] = []

    def search() -> None:
        best = best_of_hand(roborally.GAME, here, "red", hand, 5, value)
        assert best
        found.append((best.value, best.programs))

    ratio = at_least(
        EACH_PROGRAM[name], lambda: found.append(by_each_program(here, hand)), search, rounds=1
    )
    assert len(set(found)) == 1
    with monkeypatch.context() as patched:
        asked = counted(patched)
        search()
    quicker = report(benchmark, "times quicker than each program", ratio, search)
    benchmark.extra_info["register evaluations"] = len(asked)
    assert 0 < len(asked) <= MOST_EVALUATIONS
    assert quicker >= EACH_PROGRAM[name]


def test_a_register_of_eight_robots_against_one(benchmark: Any) -> None:
    """Play five registers on twelve by twelve squares; no robot is destroyed on the way."""
    dealt = [deck()[place] for place in Chance(6).answer(Shuffle(items=deck())).choice]
    rows = [Program(tuple(dealt[5 * seat : 5 * seat + 5])) for seat in range(8)]
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
