"""Compare the best program for the offers with all programs, counted one by one."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.games import lovelace
from teachkit.games.lovelace.editions import AREAS
from teachkit.games.lovelace.foresight import machine
from teachkit.games.lovelace.state import State
from tests.games.examples import examples
from tests.play.earnings import best_program
from tests.play.offers import offers

ENGINE = "A +-1 x/2\nB +-10 . . swap"


def start(edition: str = "machine", engine: str = ENGINE, **keys: Any) -> State:
    return lovelace.Setup(edition=edition, components=engine, **keys).state()


def found(state: State, rows: int) -> tuple[int, int, int, int]:
    """Return earnings, areas, rows and number of programs, by exact search."""
    return best_program(lovelace.GAME, machine(state, "ada"), offers(state, "ada"), rows)[:4]


def counted(state: State, rows: int) -> tuple[int, int, int, int]:
    """Return the same by running every program, with every choice of areas."""
    cards = [Instruction(card.name) for card in lovelace.GAME.vocabulary(state)]
    best: list[tuple[int, int, int]] = []
    for length in range(rows + 1):
        for row in product(cards, repeat=length):
            trace = run(lovelace.GAME, state, Program(row))
            if not any(step.skipped for step in trace.steps()):
                best.append((*earned(trace.final), -length))
    most = max(best)
    return most[0], most[1], -most[2], best.count(most)


def earned(state: State) -> tuple[int, int]:
    """Return the earnings, and the greatest number of different areas."""
    left = [(patron.areas, len(patron.areas_left)) for patron in state.patrons]
    choices = [[areas] if both == 0 else [(area,) for area in areas]
               for areas, both in left if both < 2]  # fmt: skip
    widest = max(len({area for areas in some for area in areas}) for some in product(*choices))
    return sum(2 - both for _, both in left), widest


numbers = st.integers(0, 99)
pairs = st.lists(st.sampled_from(AREAS), min_size=2, max_size=2, unique=True)
waiting = st.dictionaries(numbers.map(str), pairs, min_size=1, max_size=5)


@examples(25, daily=10)
@given(value=numbers, patrons=waiting)
def test_the_best_is_the_best_of_all_programs(value: int, patrons: dict[str, list[str]]) -> None:
    """Both areas may go to one player on this board; the number of programs is compared, too."""
    state = start(value=value, patrons=patrons)
    assert found(state, 3) == counted(state, 3)


@pytest.mark.slow
@examples(8, daily=3)
@given(patrons=st.dictionaries(st.sampled_from(["56", "54", "27", "28"]), pairs, min_size=2))
def test_it_is_the_best_also_where_much_is_to_be_had(patrons: dict[str, list[str]]) -> None:
    state = start(engine="A +-1 x/2", patrons=patrons)
    assert found(state, 5) == counted(state, 5)


@examples(50, daily=20)
@given(wanted=st.sets(numbers, min_size=1, max_size=6))
def test_the_program_does_what_it_promises(wanted: set[int]) -> None:
    state = start(targets=sorted(wanted))
    best = best_program(lovelace.GAME, machine(state, "ada"), offers(state, "ada"), rows=5)
    final: State = run(lovelace.GAME, state, best.program).final
    assert sum(bool(target.taken) for target in final.patrons) == best.earned
    assert len(best.program.body) == best.rows <= 5
    assert (best.programs > 0, best.areas) == (True, 0)


def test_nothing_to_be_had_takes_no_row() -> None:
    best = best_program(lovelace.GAME, start(), [], rows=5)
    assert best == (0, 0, 0, 1, Program())


def test_earning_most_comes_before_areas_and_areas_before_rows() -> None:
    """Two of one area beat one; then two different ones, even if further away."""
    engine = "A +-1"
    same = [({"56"}, ("music",), 1), ({"57"}, ("music",), 1)]
    assert best_program(lovelace.GAME, start(engine=engine), same, rows=2)[:3] == (2, 1, 2)
    other = [*same, ({"54"}, ("maps",), 1)]
    assert best_program(lovelace.GAME, start(engine=engine), other, rows=3)[:3] == (2, 2, 3)


def test_one_may_count_for_the_area_that_is_missing() -> None:
    """Music or stars from one and music from the other make two areas."""
    both = [({"56"}, ("music", "stars"), 1), ({"57"}, ("music",), 1)]
    assert best_program(lovelace.GAME, start(engine="A +-1"), both, rows=2)[:3] == (2, 2, 2)


def test_one_place_may_have_several_offers() -> None:
    both = [({"56"}, ("music",), 1), ({"56", "65"}, ("stars",), 1)]
    assert best_program(lovelace.GAME, start(), both, rows=3)[:4] == (2, 2, 1, 1)


def test_a_place_may_be_visited_twice() -> None:
    twice = [({"56"}, ("music", "stars"), 2)]
    assert best_program(lovelace.GAME, start(engine="A +-1"), twice, rows=3)[:4] == (2, 2, 3, 2)


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_rows_are_limited(rows: int) -> None:
    wanted = [({"56"}, ("music",), 1), ({"57"}, ("maps",), 1)]
    best = best_program(lovelace.GAME, start(engine="A +-1"), wanted, rows)
    assert (best.earned, best.rows) == (rows, rows)


def test_only_some_instructions_may_be_used() -> None:
    wanted = [({"54"}, ("music",), 1), ({"56"}, ("music",), 1)]
    add = [Instruction("A1+")]
    best = best_program(lovelace.GAME, start(), wanted, rows=3, instructions=add)
    assert str(best.program) == "A1+"
