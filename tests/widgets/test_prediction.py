"""Test that predictions and tables are read at once, through their traits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from teachkit.core.game.whereabouts import Part
from teachkit.games import algoracing, lovelace
from teachkit.widgets import prediction
from teachkit.widgets.builder import Ordering
from teachkit.widgets.common.scripts import words_of
from teachkit.widgets.prediction import Prediction, TraceTable, pointing

SMALL: dict[str, Any] = {"floor": ". #\n. .", "rovers": {"red": "a1 east"}}
START = algoracing.Setup(**SMALL).state()
MACHINE = lovelace.Setup(edition="machine", value=8).state()


@pytest.fixture
def asked() -> Prediction:
    return Prediction(algoracing.GAME, START, label="How will it end?")


def test_what_is_written_is_what_the_ghost_shows(asked: Prediction) -> None:
    asked.answer = "B2 n"
    assert (asked.said, asked.complaint) == ("b2 north", "")
    assert repr(asked) == "Prediction('b2 north')"


def test_what_cannot_be_read_has_a_complaint_and_no_ghost(asked: Prediction) -> None:
    asked.answer = "b2 north"
    asked.answer = "b2"
    assert asked.said == ""
    assert asked.complaint == "Also write which way it faces, like this: b2 north."
    asked.answer = ""
    assert asked.complaint == ""


def test_marks_are_of_the_answer_that_was_checked(asked: Prediction) -> None:
    asked.answer = "b2 north"
    asked.show([Part("Square", True), Part("Facing", False)])
    assert asked.marks == [{"says": "Square", "right": True}, {"says": "Facing", "right": False}]
    assert asked.checked == "b2 north"


def test_another_board_is_asked_of_without_the_old_marks(asked: Prediction) -> None:
    asked.answer = "b2 north"
    asked.show([Part("Square", True)])
    asked.ask(algoracing.Setup(floor=". .", rovers={"red": "b1 west"}).state())
    assert (asked.form["start"], set(asked.form["squares"])) == ("b1 west", {"a1", "b1"})
    assert (asked.said, asked.marks) == ("", [])


def test_squares_lie_in_the_picture_as_on_the_board() -> None:
    """Columns from left to right, rows from bottom to top, a square apart."""
    form = pointing(algoracing.GAME, START)
    squares = form["squares"]
    assert squares["b1"][0] - squares["a1"][0] == pytest.approx(form["width"], abs=0.001)
    assert squares["a1"][1] - squares["a2"][1] == pytest.approx(form["height"], abs=0.001)
    assert all(0 < part < 1 for place in squares.values() for part in place)
    assert form["piece"].startswith(b"<svg ")
    assert (form["label"], form["start"]) == ("red rover", "a1 east")


def test_a_number_has_no_board() -> None:
    asked = Prediction(lovelace.GAME, MACHINE)
    asked.answer = "08"
    assert (asked.said, asked.form["shape"], "squares" in asked.form) == ("8", "number", False)


def test_a_table_reads_each_row_by_itself() -> None:
    table = TraceTable(
        algoracing.GAME, START, rows=["Card 1: forward.", "Card 2: left.", "Card 3: x."]
    )
    table.answer = "b1e\n\nskip\nnonsense"
    assert table.said == ["b1 east", "", "skipped", ""]
    table.show([Part("Line 1", True)])
    assert (table.checked, table.marks[0]["right"]) == (table.answer, True)


def test_every_word_that_the_browser_asks_for_is_there() -> None:
    room = Path(prediction.__file__).parent
    scripts = "".join(path.read_text(encoding="utf-8") for path in room.glob("*.js"))
    assert set(re.findall(r'\bwords(?:"\))?\.(\w+)', scripts)) == words_of("prediction").keys()


def test_an_order_is_what_lies_and_what_was_kept_is_laid() -> None:
    order = Ordering({"a": "Gears turn", "b": "Belts carry"})
    order.program = ["b", "a"]
    assert order.answer == "b, a"
    order.answer = "a"
    assert order.program == ["a"]
    order.answer = "no letter"
    assert (order.program, order.answer) == ([], "")
    assert [(entry["label"], entry["limit"]) for entry in order.tray] == [
        ("Gears turn", 1), ("Belts carry", 1),
    ]  # fmt: skip
