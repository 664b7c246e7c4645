"""Benchmark of the exact best program against a naive recursion over all programs.

Both play by the rules; the recursion caches nothing and runs each program separately.
"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.language.instructions import Instruction
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Shuffle
from teachkit.core.run.flow import Frame
from teachkit.core.run.walk import Skipped
from teachkit.games import lovelace
from teachkit.games.lovelace.cards import patrons
from teachkit.games.lovelace.foresight import machine
from teachkit.games.lovelace.state import State
from tests.play.earnings import best_program
from tests.play.offers import offers

from .ratio import at_least, at_most, report

NAIVE = 150
SIXTEEN = "A +-1 +-2 +-5 x/2\nB +-10 +-20 +-50 swap\nC =33"


def table(number: int) -> State:
    """Return a machine with sixteen operations, and this many random patrons."""
    order = Chance(3).answer(Shuffle(items=patrons())).choice
    drawn = [patrons()[place] for place in order[:number]]
    waiting = {str(card.number): list(card.areas) for card in drawn}
    return lovelace.Setup(edition="japanese", components=SIXTEEN, patrons=waiting).state()


def searched(state: State, rows: int = 5) -> tuple[int, int, int, int]:
    """Return the best earnings, areas, rows and number of programs, from cold."""
    return best_program(lovelace.GAME, machine(state, "ada"), offers(state, "ada"), rows)[:4]


class Naive:
    """A naive search that plays each row by the rules, and then each next row."""

    def __init__(self, state: State) -> None:
        self.cards = [Instruction(card.name) for card in lovelace.GAME.vocabulary(state)]
        self.areas = {patron.number: patron.areas for patron in state.patrons}

    def best(self, state: State, rows: int, hit: tuple[int, ...] = (), used: int = 0) -> Any:
        """Return the best key from here on, and the number of programs that have it."""
        best, ways = (len(hit), self.different(hit), -used), 1
        for card in self.cards if rows else ():
            after = played(state, card)
            if after:
                value = after.players[0].value
                now = (*hit, value) if value in self.areas and value not in hit else hit
                key, number = self.best(after, rows - 1, now, used + 1)
                if key > best:
                    best, ways = key, number
                elif key == best:
                    ways += number
        return best, ways

    def different(self, hit: tuple[int, ...], taken: frozenset[str] = frozenset()) -> int:
        """Return the most different areas that these numbers can earn."""
        if not hit:
            return len(taken)
        return max(self.different(hit[1:], taken | {area}) for area in self.areas[hit[0]])


def played(state: State, card: Instruction) -> State | None:
    """The state after one row; `None` if the row does nothing."""
    for sent in lovelace.GAME.perform(state, "ada", card):
        assert isinstance(sent, Frame)
        if isinstance(sent.event, Skipped):
            return None
        state = sent.state
    return state


def test_against_a_naive_recursion(benchmark: Any) -> None:
    """Sixteen operations, seven patrons and five rows, from cold."""
    state = table(7)
    naive, alone = Naive(state), machine(state, "ada")
    assert len(naive.cards) == 16
    (earned, areas, used), programs = naive.best(alone, 5)
    assert searched(state) == (earned, areas, -used, programs)
    ratio = at_least(NAIVE, lambda: naive.best(alone, 5), lambda: searched(state), rounds=3)
    assert report(benchmark, "times quicker than naive", ratio, lambda: searched(state)) >= NAIVE


@pytest.mark.parametrize(
    ("more", "less", "most"),
    [((7, 7), (7, 5), 3.5), ((10, 5), (4, 5), 4.5)],
    ids=["seven rows, of five", "ten patrons, of four"],
)
def test_a_larger_search(
    more: tuple[int, int], less: tuple[int, int], most: float, benchmark: Any
) -> None:
    """Each case is a number of patrons and of rows."""
    (large, many), (small, few) = ((table(patrons), rows) for patrons, rows in (more, less))
    ratio = at_most(most, lambda: searched(large, many), lambda: searched(small, few))
    assert report(benchmark, "times the smaller", ratio, lambda: searched(large, many)) <= most
