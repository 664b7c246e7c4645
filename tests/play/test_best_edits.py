"""The best turn of the complete rules is the one that is found when everything is tried."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import last_of
from teachkit.errors import AnswerError
from teachkit.games import algoracing, lovelace
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.pieces import Table
from teachkit.games.algoracing.state import State
from teachkit.play.search.best_edits import Runs, best_edits, edited_rows
from tests.games.examples import examples
from tests.play.every_edit import naive, points_and_samples, positions, sequences
from tests.play.test_memory import states

CARDS = [*algoracing.GAME.editions["complete"].instructions, "x2", "x3"]
# A short row and few cards, else trying everything takes minutes.
ROWS = ["", "left", "2x(forward)", "jump, forward", "3x(all-forward, left)", "left, 2x(right)"]

SMALL = Setup(edition="complete", floor=". .", rovers={"red": "a1 east"}).state()


def amid_match(state: State, row: str, hand: list[str]) -> State:
    """The same board in the middle of a match, red to edit this row with these cards."""
    held = tuple(map(Instruction, hand))
    table = Table(("red", "green"), hands=(held, ()), algorithm=Program.read(row), current="red")
    return replace(state, rules=algoracing.GAME.editions["complete"]).with_table(table)


HANDS = st.lists(st.sampled_from(CARDS), min_size=1, max_size=3)
each_turn = given(st.builds(amid_match, states(), st.sampled_from(ROWS), HANDS))


@examples(60, daily=12)
@each_turn
def test_the_best_of_all_there_are(state: State) -> None:
    worth, given_row = points_and_samples("red"), state.table.algorithm
    by_trying = naive(state, "red", given_row, worth)
    assert best_edits(algoracing.GAME, state, "red", given_row, worth) == by_trying


@examples(60, daily=12)
@each_turn
def test_every_row_once_with_its_first_edits(state: State) -> None:
    given_row = state.table.algorithm
    first: dict[Program, tuple[str, ...]] = {}
    for edits in sequences(state, given_row):
        if edits or given_row.body:
            after = algoracing.GAME.editing.edited(state, given_row, edits).program
            first.setdefault(after, edits)
    assert [*edited_rows(algoracing.GAME.editing, state, given_row)] == [
        (edits, after) for after, edits in first.items()
    ]


@examples(60, daily=12)
@each_turn
def test_a_run_in_common_is_run_as_one_alone(state: State) -> None:
    given_row = state.table.algorithm
    runs = Runs(algoracing.GAME, state, "red")
    for _, program in edited_rows(algoracing.GAME.editing, state, given_row):
        alone = last_of(algoracing.GAME.resolve(state, {"red": program}), state)
        assert runs.end(program) == alone


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_in_matches(seed: int) -> None:
    found = positions(seed, seats=2 + seed, count=12)
    short = [each for each in found if len(each[0].table.algorithm.instructions) < 2]
    assert len(short) > 3
    for view, player in short:
        row, worth = view.table.algorithm, points_and_samples(player)
        assert best_edits(algoracing.GAME, view, player, row, worth) == naive(
            view, player, row, worth
        )


def test_a_match_that_is_won_on_the_way_stops_there() -> None:
    """Red needs 9 points and has 8: who drives past the laboratory has won there. [AR-33]"""
    start = Setup(
        edition="complete", floor=". . . .", rovers={"red": "a1 east", "green": "d1 west"},
        bases={"green": "b1"}, labs={"b1": ["red"]}, carries={"red": ["blue"]},
        delivered={"red": ["yellow", "green", "purple", "purple", "purple"]},
    ).state()  # fmt: skip
    state = amid_match(start, "forward", ["forward", "left", "x2"])
    runs, row = Runs(algoracing.GAME, state, "red"), Program.read("forward")
    rows = [after for _, after in edited_rows(algoracing.GAME.editing, state, row)]
    ends = {str(runs.end(each).rover("red").square) for each in rows}
    assert ends == {"a1", "b1"}


def test_what_chance_would_take_is_not_foreseen() -> None:
    start = Setup(
        edition="complete", floor=". *", rovers={"red": "a1 east"},
        samples={"b1": ["blue", "green", "purple", "yellow"]},
    ).state()  # fmt: skip
    with pytest.raises(AnswerError):
        best_edits(
            algoracing.GAME, start, "red", Program.read("forward"), points_and_samples("red")
        )


def test_a_game_without_a_shared_row_has_no_such_turn() -> None:
    state = lovelace.GAME.opening.match(2).state()
    assert best_edits(lovelace.GAME, state, "red", Program(), lambda after: 0) is None


def test_who_cannot_lay_anything_has_no_turn() -> None:
    state = amid_match(SMALL, "", ["x2", "x3"])
    assert best_edits(algoracing.GAME, state, "red", Program(), points_and_samples("red")) is None


def test_a_row_as_it_lies_is_best_where_nothing_is_to_be_had() -> None:
    state = amid_match(SMALL, "left, right", ["jump", "x2", "forward"])
    best = best_edits(algoracing.GAME, state, "red", Program.read("left, right"), lambda after: 0)
    assert best
    assert best.edits == ()


def test_others_who_act_meanwhile_are_no_part_of_a_run_in_common() -> None:
    start = Setup(
        edition="nested", floor=". . .\n. . .", rovers={"red": "a1 east", "green": "c2 west"},
        programs={"green": "forward, forward"},
    ).state()  # fmt: skip
    runs = Runs(algoracing.GAME, start, "red")
    for text in ("forward, left", "forward, right", "forward", "forward, left, forward"):
        program = Program.read(text)
        alone = last_of(algoracing.GAME.resolve(start, {"red": program}), start)
        assert runs.end(program) == alone
