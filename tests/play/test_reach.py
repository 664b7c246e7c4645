"""Compare every place within reach, and a shortest program, with counting one by one."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from teachkit.core.game.game import Game, run
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.games import algoracing, lovelace
from teachkit.play.search.reach import Road, roads

MACHINE = lovelace.Setup(edition="machine", components="A +-1 x/2\nB +-10 . . swap")
BOARD = algoracing.Setup(floor=". # .\n. . .", rovers={"red": "a1 north"})


def by_counting(game: Game, state: Any, most: int) -> dict[str, tuple[int, int]]:
    """Return the number of instructions to each place, and of equally short programs."""
    player = game.players(state)[0]
    cards = [Instruction(card.name) for card in game.vocabulary(state)]
    found: dict[str, tuple[int, int]] = {}
    for length in range(most + 1):
        ends: Counter[str] = Counter()
        for row in product(cards, repeat=length):
            trace = run(game, state, Program(row))
            if not any(step.skipped for step in trace.steps()):
                ends[game.whereabouts(trace.final, player)] += 1
        found = {place: (length, ways) for place, ways in ends.items()} | found
    return found


@pytest.mark.parametrize(
    ("game", "setup", "most"), [(lovelace.GAME, MACHINE, 3), (algoracing.GAME, BOARD, 3)]
)
def test_the_shortest_programs_are_the_shortest(game: Game, setup: Any, most: int) -> None:
    state = setup.state()
    found = roads(game, state, most)
    lengths = {place: (len(road.program.body), road.programs) for place, road in found.items()}
    assert lengths == by_counting(game, state, most)


def test_each_program_leads_where_it_should() -> None:
    state = MACHINE.state()
    for place, road in roads(lovelace.GAME, state, most=6).items():
        assert (
            lovelace.GAME.whereabouts(run(lovelace.GAME, state, road.program).final, "ada") == place
        )


def test_the_start_needs_no_program() -> None:
    assert roads(lovelace.GAME, MACHINE.state(), most=0) == {"55": Road(Program(), 1)}


def test_all_numbers_are_near_with_the_printed_components() -> None:
    found = roads(lovelace.GAME, lovelace.Setup(edition="machine").state(), most=9)
    assert len(found) == 100
    assert max(len(road.program.body) for road in found.values()) == 3


def test_some_numbers_cannot_be_reached() -> None:
    state = lovelace.Setup(edition="machine", components={"A1": "+-2"}).state()
    assert set(map(int, roads(lovelace.GAME, state, most=99))) == set(range(1, 100, 2))


def test_what_would_ask_is_left_out() -> None:
    """A patron would ask for the area, so the search does not go there."""
    state = lovelace.Setup(patrons={"56": ["music", "maps"]}, components={"A1": "+-1"}).state()
    assert set(roads(lovelace.GAME, state, most=1)) == {"55", "54"}


def test_only_some_instructions_may_be_taken() -> None:
    found = roads(lovelace.GAME, MACHINE.state(), 2, instructions=[Instruction("A1+")])
    assert list(found) == ["55", "56", "57"]
