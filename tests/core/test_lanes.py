"""Lanes: text for several pieces can be read again, and invalid lanes are reported."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.language.program import Lanes, Program
from teachkit.errors import ProgramError
from teachkit.games import algoracing

from ..cases import cases, raised
from ..programs import programs

NAMES = ["red", "green", "blue"]
CARDS = algoracing.GAME.instructions


@given(st.lists(programs(CARDS), min_size=3, max_size=3))
def test_what_is_written_is_read_back(rows: list[Program]) -> None:
    lanes = Lanes.of(dict(zip(NAMES, rows, strict=True)))
    assert Lanes.read_lanes(str(lanes), NAMES, CARDS) == lanes
    assert hash(Lanes.read_lanes(str(lanes), NAMES, CARDS)) == hash(lanes)
    assert lanes.cost == sum(row.cost for row in rows)


def test_lines_come_in_any_order_and_may_be_left_out() -> None:
    lanes = Lanes.read_lanes("\n Green : left\n\nred: forward,", NAMES, CARDS)
    assert str(lanes) == "red: forward\ngreen: left\nblue:"
    assert not lanes["blue"]


def test_where_nobody_has_a_card_there_is_no_program() -> None:
    assert not Lanes.read_lanes("red:\ngreen:", NAMES)
    assert Lanes.read_lanes("red: left", NAMES)


def test_who_runs_what_makes_a_difference() -> None:
    assert Lanes.read_lanes("red: left", NAMES) != Lanes.read_lanes("green: left", NAMES)


@cases(
    "text, line, says",
    ("forward, left", 1, "Start line 1 with one of: red:, green:, blue:"),
    ("red: left\npink: left", 2, "Start line 2 with one of: red:, green:, blue:"),
    ("red: left\nred: right", 2, "There are two lines for red."),
    ("\ngreen: lefft", 2, 'green: There is no card "lefft". Did you mean "left"?'),
)
def test_a_line_that_is_no_lane_is_named(text: str, line: int, says: str) -> None:
    error = raised(ProgramError, Lanes.read_lanes, text, NAMES, CARDS)
    assert (error.line, error.says) == (line, says)
