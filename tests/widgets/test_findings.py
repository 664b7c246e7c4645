"""Test that the lines of a proof can be pressed, also twice."""

from __future__ import annotations

from teachkit.widgets.easel import Findings

WALLED = {"mood": "look", "says": "The sample on c4 is walled in.", "square": "c4"}


def test_each_press_on_a_line_names_its_square() -> None:
    findings, squares = Findings(lines=[WALLED], busy=True), list[str]()
    findings.on_press = lambda button, square: squares.append(square)
    findings.pressed = {"button": "show", "fact": "c4", "n": 1}
    findings.pressed = {"button": "show", "fact": "c4", "n": 2}
    assert squares == ["c4", "c4"]


def test_it_is_shown_by_its_sentences() -> None:
    assert repr(Findings(lines=[WALLED])) == "Findings('The sample on c4 is walled in.')"
    assert Findings().words["easel"] == "Proof"
