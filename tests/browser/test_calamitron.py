"""Calamitron in a real JupyterLab: what a card asks when it runs, and a round by keyboard."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from teachkit.widgets.workbench.lesson import watch

from .bare import show_bare
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
FLOOR = """
. . . . . .
. O . . . .
. . . . . .
. . . . O .
. . . . . .
. . . . . ."""


def test_a_card_asks_by_keyboard_and_keeps_its_answer(
    open_notebook: OpenNotebook, folder: Path, shot: Shot
) -> None:
    """The run waits at the card, the buttons have the focus, and then it goes on."""
    lesson = folder / "exercises" / "97"
    lesson.mkdir(parents=True)
    (lesson / "97-out-with-it.toml").write_text(EXERCISE, encoding="utf-8")
    page = open_notebook(["import teachkit as tk", 'tk.exercise("97-out-with-it")'])
    bench = page.locator(".jp-Cell").last
    lay_by_keyboard(bench, "Forward", "Shove")
    typed = bench.locator(".tk-lay-side textarea").last
    expect(typed).to_have_value(re.compile("shove"))  # the kernel knows both
    bench.get_by_role("button", name="Run", exact=True).press("Enter")
    question = bench.locator(".tk-run-question")
    left = question.get_by_role("button", name="left", exact=True)
    expect(left).to_be_focused()
    expect(question).to_contain_text("Shove it which way?")
    at_stop(page, 1)
    board = bench.locator(".tk-run-board").bounding_box()
    assert board
    assert board["width"] > 250  # the question stands under the board, not beside it
    shot(page, "choice-asks")
    assert axe(page, PLAYER) == []
    left.press("Enter")
    at_stop(page, 2)
    expect(bench).to_contain_text("It works: everything is as it should be.")
    expect(bench.get_by_role("treeitem", name="Shove left, card 2 of 2")).to_be_visible()
    expect(bench.get_by_role("button", name="Shove, 1 left")).to_be_visible()
    shot(page, "choice-made")
    assert cell_errors(page) == []


def test_a_round_of_two_retros_and_four_rogues_goes_forward_and_back(
    page: Page, shot: Shot
) -> None:
    """A stop for each card and for each rogue's move; who drives whom is said and seen."""
    show_bare(page, watch(
        "calamitron", floor=FLOOR, retros={"red": "tread b2 east", "green": "nano d5 west"},
        rogues={"servo-1": "c2 north", "vise-1": "c5 north", "laser-1": "f6 south",
                "flame-1": "a6 south"},
        programs={"green": "program vise-1, left, forward-2"},
        before=["flame-1", "laser-1"], after=["servo"],
        program="forward, shove left, u-turn, forward-2",
    ))  # fmt: skip
    player, caption = page.locator(PLAYER), page.locator(".tk-run-caption")
    stops = (
        "The red retro is hit and lies on its back.",
        "Laserbot 1 fires its laser",
        "Red, card 1: forward.",
        "Red, card 2: shove left.",
        "Red, card 3: u-turn.",
        "Red: nothing happens, after standing up only 3 instructions run.",
        "Green now programs Visebot 1.",
        "Green turns Visebot 1 to the west.",
        "Green drives Visebot 1 to b5.",
        "Servobot 1 drives to d4.",
    )
    player.focus()
    for number, says in enumerate(stops, 1):
        page.keyboard.press("ArrowRight")
        at_stop(page, number)
        expect(caption).to_contain_text(says)
    shot(page, "calamitron-round")
    for number in reversed(range(len(stops))):
        page.keyboard.press("ArrowLeft")
        at_stop(page, number)
    assert axe(page, PLAYER) == []
