"""Compare every place within reach, and its distance, with trying one program after another."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from teachkit.core.game.game import Game, run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.games import algoracing, lovelace
from teachkit.play.search.reach import reachable

MACHINE = lovelace.Setup(edition="machine", components="A +-1 x/2\nB +-10 . . swap")
BOARD = algoracing.Setup(floor=". # .\n. . .", rovers={"red": "a1 north"})


def by_trying(game: Game, state: Any, most: int) -> dict[str, int]:
    """Return the fewest instructions to each place."""
    player = game.players(state)[0]
    cards = [Instruction(card.name) for card in game.vocabulary(state)]
    found: dict[str, int] = {}
    for length in range(most + 1):
        for row in product(cards, repeat=length):
            trace = run(game, state, Program(row))
            if not any(step.skipped for step in trace.steps()):
                found.setdefault(game.whereabouts(trace.final, player), length)
    return found


@pytest.mark.parametrize(
    ("game", "setup", "most"), [(lovelace.GAME, MACHINE, 3), (algoracing.GAME, BOARD, 3)]
)
def test_the_distances_are_the_shortest(game: Game, setup: Any, most: int) -> None:
    state = setup.state()
    assert reachable(game, state, most) == by_trying(game, state, most)


def test_the_start_needs_no_program() -> None:
    assert reachable(lovelace.GAME, MACHINE.state(), most=0) == {"55": 0}


def test_all_numbers_are_near_with_the_printed_components() -> None:
    found = reachable(lovelace.GAME, lovelace.Setup(edition="machine").state(), most=9)
    assert len(found) == 100
    assert max(found.values()) == 3


def test_some_numbers_cannot_be_reached() -> None:
    state = lovelace.Setup(edition="machine", components={"A1": "+-2"}).state()
    assert set(map(int, reachable(lovelace.GAME, state, most=99))) == set(range(1, 100, 2))


def test_what_would_ask_is_left_out() -> None:
    """A patron would ask for the area, so the search does not go there."""
    state = lovelace.Setup(patrons={"56": ["music", "maps"]}, components={"A1": "+-1"}).state()
    assert set(reachable(lovelace.GAME, state, most=1)) == {"55", "54"}
