"""Calamitron in a real JupyterLab: questions that a card asks when it runs."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from .builderpage import lay_by_keyboard
from .conftest import OpenNotebook, Shot
from .labpage import axe, cell_errors
from .playerpage import PLAYER, at_stop

EXERCISE = """
title = "Out with it"
lesson = "97"
game = "calamitron"
edition = "standard"
kind = "program"
text = "Put the rogue into the pit."
cards = { forward = 2, shove = 2 }
hints = ["Where is the pit?"]

[[starts]]
floor = ". . O\\n. . ."
retros = { red = "tread a1 east" }
rogues = { servo-1 = "c1 north" }

[[checks]]
check = "disables"
rogue = "servo-1"

[solution]
answer = "forward, shove left"
"""


def test_a_card_asks_by_keyboard_and_keeps_its_answer(
    open_notebook: OpenNotebook, folder: Path, shot: Shot
) -> None:
    """The run waits at the card, the buttons have the focus, and then it continues."""
    lesson = folder / "exercises" / "97"
    lesson.mkdir(parents=True)
    (lesson / "97-out-with-it.toml").write_text(EXERCISE, encoding="utf-8")
    page = open_notebook(["import teachkit as tk", 'tk.exercise("97-out-with-it")'])
    bench = page.locator(".jp-Cell").last
    lay_by_keyboard(bench, "Forward", "Shove")
    typed = bench.locator(".tk-lay-side textarea").last
    expect(typed).to_have_value(re.compile("shove"))  # the kernel has both
    bench.get_by_role("button", name="Run", exact=True).press("Enter")
    question = bench.locator(".tk-run-question")
    left = question.get_by_role("button", name="left", exact=True)
    expect(left).to_be_focused()
    expect(question).to_contain_text("Which way do you shove it?")
    at_stop(page, 1)
    board = bench.locator(".tk-run-board").bounding_box()
    assert board
    assert board["width"] > 250  # the question is under the board, not beside it
    shot(page, "choice-asks")
    assert axe(page, PLAYER) == []
    left.press("Enter")
    at_stop(page, 2)
    expect(bench).to_contain_text("in 2 cards.")
    expect(bench.get_by_role("treeitem", name="Shove left, card 2 of 2")).to_be_visible()
    expect(bench.get_by_role("button", name="Shove, 1 left")).to_be_visible()
    shot(page, "choice-made")
    assert cell_errors(page) == []
