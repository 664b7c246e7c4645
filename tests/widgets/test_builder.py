"""Test how the traits of the builder affect each other, without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from teachkit.core.language.instructions import wrong_name
from teachkit.core.language.program import Program
from teachkit.errors import ProgramError
from teachkit.games import algoracing
from teachkit.widgets.builder import ProgramBuilder
from teachkit.widgets.builder.cards import reserved_names
from teachkit.widgets.workbench.desk import tray_of
from tests.exercises.making import made

FIXED_IN_LOOP = ["left", {"repeat": 2, "body": ["left", "jump"]}]


def at_most_two(nodes: Sequence[Any]) -> list[dict[str, Any]]:
    cards = len(Program.from_json(nodes).instructions)
    return [{"card": 3, "says": "Two cards are enough."}] if cards > 2 else []


def type_in(widget: ProgramBuilder, source: str, notation: str = "text") -> None:
    draft = {"notation": notation, "source": source, "n": widget.draft_read + 1}
    widget.set_state({"draft": draft})  # as the browser does


def test_a_program_is_printed_in_both_notations_and_another_one_anew() -> None:
    widget = ProgramBuilder(program=["left", {"repeat": 2, "body": ["jump"]}])
    assert widget.text == "left, 2x(jump)"
    assert widget.python == "left()\nfor _ in range(2):\n    jump()"
    widget.program = [["shove", "left"]]
    assert widget.text == "shove left"


def test_typed_card_text_becomes_the_program() -> None:
    widget = ProgramBuilder(program=["left"])
    type_in(widget, "2x(left,jump)")
    assert widget.program == [{"repeat": 2, "body": ["left", "jump"]}]
    assert widget.text == "2x(left, jump)"
    assert (widget.complaint, widget.draft_read) == ({}, 1)


def test_typed_python_becomes_the_program() -> None:
    widget = ProgramBuilder()
    type_in(widget, "while not blocked():\n    forward()\n", "python")
    assert widget.program == [{"while": "not blocked", "body": ["forward"]}]


def test_what_cannot_be_read_is_complained_of_and_the_program_stays() -> None:
    widget = ProgramBuilder(program=["left"])
    type_in(widget, "left,\n2x(jump")
    assert widget.program == ["left"]
    assert widget.complaint["notation"] == "text"
    assert widget.complaint["line"] == 2
    assert widget.complaint["says"]
    type_in(widget, "jump")
    assert (widget.program, widget.complaint, widget.draft_read) == (["jump"], {}, 2)


def test_every_program_is_judged() -> None:
    widget = ProgramBuilder(program=["left"], judge=at_most_two)
    assert widget.problems == []
    widget.program = ["left"] * 3
    assert widget.problems == [{"card": 3, "says": "Two cards are enough."}]
    widget.program = ["left"]
    assert widget.problems == []


MOVED = {"jump, left, 2x(left, jump)": [4], "2x(left, jump)": [2], "left, 2x(jump), forward": [2]}


@pytest.mark.parametrize(("typed", "still_fixed"), MOVED.items())
def test_typing_around_a_fixed_card_changes_its_number(typed: str, still_fixed: list[int]) -> None:
    widget = ProgramBuilder(program=FIXED_IN_LOOP, fixed=[3])
    type_in(widget, typed)
    assert widget.fixed == still_fixed
    assert widget.text == typed


def test_a_program_is_laid_with_its_own_fixed_cards() -> None:
    widget = ProgramBuilder(program=FIXED_IN_LOOP, fixed=[3])
    type_in(widget, "jump, left, 2x(left, jump)")
    widget.lay(FIXED_IN_LOOP, fixed=[1])
    assert (widget.program, widget.fixed) == (FIXED_IN_LOOP, [1])
    assert widget.text == "left, 2x(left, jump)"


@pytest.mark.parametrize("typed", ["left, 2x(left)", "left, left, jump", "left, 3x(left, jump)"])
def test_a_fixed_card_cannot_be_typed_away(typed: str) -> None:
    widget = ProgramBuilder(program=FIXED_IN_LOOP, fixed=[3])
    type_in(widget, typed)
    assert widget.program == FIXED_IN_LOOP
    assert widget.complaint["says"] == "Card 3 is locked. Leave it as it was."


def test_where_it_cannot_be_shown_it_says_what_it_holds() -> None:
    widget = ProgramBuilder(program=["forward", {"repeat": 2, "body": ["left", "jump"]}])
    assert repr(widget) == "ProgramBuilder('forward, 2x(left, jump)')"
    data, _ = widget._repr_mimebundle_()
    assert data["text/plain"] == repr(widget)


def test_a_fault_of_our_own_is_not_hidden() -> None:
    class Broken(ProgramBuilder):
        def _read(self, notation: str, source: str) -> list[Any]:
            raise ZeroDivisionError

    widget = Broken()
    with pytest.raises(ZeroDivisionError):
        widget.draft = {"notation": "text", "source": "left", "n": 1}


def test_a_wrong_first_program_is_refused_at_once() -> None:
    with pytest.raises(ProgramError):
        ProgramBuilder(program=[{"loop": 2}])


def test_routines_come_first_however_they_are_typed() -> None:
    widget = ProgramBuilder()
    type_in(widget, "left()\ndef fetch():\n    jump()\nfetch()", "python")
    assert widget.program == [{"define": "fetch", "body": ["jump"]}, "left", "fetch"]
    assert widget.text == "define fetch(jump), left, fetch"
    assert widget.python == "def fetch():\n    jump()\nleft()\nfetch()"


def test_a_fixed_card_stays_in_its_routine() -> None:
    widget = ProgramBuilder(program=[{"define": "fetch", "body": ["left"]}, "fetch"], fixed=[1])
    type_in(widget, "define fetch(jump, left), fetch")
    assert widget.fixed == [2]
    type_in(widget, "define fetch(jump), left, fetch")
    assert widget.complaint["says"] == "Card 2 is locked. Leave it as it was."


def test_only_an_edition_with_routines_offers_to_define_them() -> None:
    *others, last = tray_of(made(edition="routines"))
    assert (last["id"], last["label"], last["limit"]) == ("define", "Define", None)
    assert last["node"] == {"define": "routine", "body": []}
    plain = [entry["id"] for entry in tray_of(made(edition="sensors"))]
    assert plain == [entry["id"] for entry in others]


@pytest.mark.parametrize("name", ["forward", "all_forward", "blocked", "while", "define", "range"])
def test_the_browser_refuses_the_names_that_the_core_refuses(name: str) -> None:
    words = algoracing.GAME.instructions
    assert wrong_name(name, words)
    assert name in reserved_names(words)
    assert "fetch" not in reserved_names(words)
