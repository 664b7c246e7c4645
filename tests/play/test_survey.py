"""Compare a survey with trying every program: the fewest cards, and the number of programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.games import algoracing
from teachkit.play.search.deck import Deck, TooLargeError, names_in
from teachkit.play.search.memory import Memory, remembered
from teachkit.play.search.reach import Survey
from tests.exercises.making import programs_of
from tests.games.examples import examples

MOST = 4
CARDS = ("forward", "all-forward", "left")


@examples(25, daily=12)
@given(
    floor=st.lists(st.sampled_from("...#"), min_size=6, max_size=6),
    facing=st.sampled_from(["north", "east"]),
)
def test_it_finds_what_trying_everything_finds(floor: list[str], facing: str) -> None:
    rows = " ".join(floor[:3]) + "\n" + " ".join(floor[3:])
    board: dict[str, Any] = {"rovers": {"red": f"a1 {facing}"}, "samples": {"c1": "blue"}}
    start = algoracing.Setup(edition="loops", floor=rows, **board).state()
    memory = Memory(algoracing.GAME, "red")
    survey = Survey(memory.moment(start), Deck(CARDS, (2,)), MOST)
    programs: Counter[tuple[object, int]] = Counter()
    without: Counter[tuple[object, int]] = Counter()
    for program in programs_of(CARDS, (2,), MOST):
        if program.depth > 1 or any(len(getattr(node, "body", ())) > 2 for node in program.body):
            continue  # this deck puts a loop around one or two cards
        end = run(algoracing.GAME, start, program).final, program.cost
        programs[end] += 1
        without[end] += "2x" not in names_in(program)
    cheapest: dict[object, int] = {start: 0}
    for state, cost in programs:
        cheapest[state] = min(cost, cheapest.get(state, cost))
    assert {moment.state: cost for moment, cost in survey.costs.items()} == cheapest
    for moment, cost in survey.costs.items():
        if cost:
            assert survey.programs(moment) == programs[moment.state, cost]
            assert survey.programs(moment, frozenset({"2x"})) == without[moment.state, cost]


def test_its_rows_are_the_programs_that_it_counts() -> None:
    start = algoracing.Setup(floor=". . . .\n. . . .", rovers={"red": "a1 east"}).state()
    first = Memory(algoracing.GAME, "red").moment(start)
    survey = Survey(first, Deck(("forward", "jump", "left"), (2,)), MOST)
    for moment in survey.costs:
        rows = [Program(tuple(piece.node for piece in row)) for row in survey.rows(moment)]
        assert len(rows) == len(set(rows)) == survey.programs(moment)
        assert {remembered(first, row).last for row in rows} == {moment.finished}


def test_too_many_pieces_are_too_large() -> None:
    start = algoracing.Setup(floor=". .", rovers={"red": "a1 east"}).state()
    deck = Deck(CARDS, tuple(range(2, 10)), None, nested=True)
    with pytest.raises(TooLargeError):
        Survey(Memory(algoracing.GAME, "red").moment(start), deck, 10)
