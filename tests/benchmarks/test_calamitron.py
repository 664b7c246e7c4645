"""Benchmark of Calamitron: the best program of six for one retro among four rogues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import perm, prod
from typing import Any

from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow
from teachkit.games import calamitron
from teachkit.games.calamitron import Setup
from teachkit.games.calamitron.state import State
from tests.play.hands import best_of_hand

from .levels import final
from .ratio import at_least, report

EACH_PROGRAM = 35.0  # times as fast, at least
PROGRAMS = 41_100  # number of different programs of six from these counters
MOST_EVALUATIONS = 1_200  # instructions run by the rules

# The counters of a Treadbot, with as many loaders as it can take.
COUNTERS = Program.read(
    "forward, forward, forward, forward-2, forward-2, left, left, right, right, \
        forward-3, u-turn, back-2",
    calamitron.GAME.instructions,
).instructions
ROGUES = {
    "servo-1": "e7 north", "knock-1": "g6 west", "laser-1": "d4 east", "vise-1": "h7 south",
}  # fmt: skip


def start() -> State:
    return Setup(board="deadly-spiral", retros={"red": "tread f6 north"}, rogues=ROGUES).state()


def value(state: State) -> tuple[Any, ...]:
    """Return the value of a state: rogues in pits, then on their backs, then to the north-east."""
    red = state.bot("red")
    kept = sum(player == "red" for _, player in state.trophies)
    lying = sum(bot.stunned for bot in state.rogues)
    far = red.square.column + red.square.row
    return (not red.out, not red.stunned, kept, lying, far, red.facing.value)


def rows(left: Counter[Instruction], cards: int) -> Iterator[tuple[Instruction, ...]]:
    """Yield every different row of this many counters, each once."""
    if not cards:
        yield ()
        return
    for card in [card for card in left if left[card]]:
        left[card] -= 1
        for row in rows(left, cards - 1):
            yield (card, *row)
        left[card] += 1


def by_each_program(state: State) -> tuple[Any, int]:
    """Return the best value by a naive search that runs every program separately.

    The number of rows with that value is returned too; equal counters count separately.
    """
    held = Counter(COUNTERS)
    found: list[tuple[Any, tuple[Instruction, ...]]] = [
        (value(final(calamitron.GAME, state, {"red": Program(row)})), row)
        for row in rows(Counter(COUNTERS), 6)
    ]
    assert len(found) == PROGRAMS
    most = max(worth for worth, _ in found)
    best = [Counter(row) for worth, row in found if worth == most]
    return most, sum(prod(perm(held[card], row[card]) for card in row) for row in best)


def test_the_best_program_of_six_among_four_rogues(benchmark: Any) -> None:
    """Compare with running each different program by our own `resolve`, from cold."""
    here = start()
    found: list[tuple[Any, int]] = []

    def search(game: Game = calamitron.GAME) -> None:
        best = best_of_hand(game, here, "red", COUNTERS, 6, value)
        assert best
        assert not calamitron.GAME.problems(here, "red", best.program)
        assert value(final(calamitron.GAME, here, {"red": best.program})) == best.value
        found.append((best.value, best.programs))

    ratio = at_least(EACH_PROGRAM, lambda: found.append(by_each_program(here)), search, rounds=1)
    assert len(set(found)) == 1
    asked: list[Instruction] = []

    def perform(state: State, player: str, instruction: Instruction) -> Flow[State]:
        asked.append(instruction)
        return calamitron.GAME.perform(state, player, instruction)

    search(replace(calamitron.GAME, perform=perform))
    quicker = report(benchmark, "times quicker than each program", ratio, search)
    benchmark.extra_info["instructions asked of the rules"] = len(asked)
    assert len(asked) <= MOST_EVALUATIONS
    assert quicker >= EACH_PROGRAM
