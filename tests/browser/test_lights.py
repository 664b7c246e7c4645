"""The learner's own cards light up while they run, told by the player beside them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .builderpage import card
from .conftest import OpenNotebook, Shot
from .labpage import axe, shut_kernel_down
from .playerpage import PLAYER, at_stop, control

CELL = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise({name!r})
lay(bench.builder, bench.exercise, {program!r})
bench"""
LOOP = CELL.format(name="06-07-which-loop", program="jump, left, 3x(forward)")
QUESTION = CELL.format(name="05-08-turn-if-you-must", program="if blocked(left), forward, forward")
PARTS = ".tk-bench :is(button, .tk-lay-card, .tk-lay-strip, h3, .tk-run-board)"
WHERE = f"""bench => [...document.querySelectorAll({PARTS!r})].map(part => {{
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(); }})"""


def run(on: Locator) -> None:
    on.get_by_role("button", name="Run", exact=True).click()
    expect(on.locator(".tk-says")).not_to_be_empty()
    control(on, "To the start")
    at_stop(on, 0)


def are_lit(on: Locator, sign: str, *numbers: int) -> None:
    """These cards and no others carry this sign."""
    marked = on.locator(f".tk-lay-strip .tk-lay-card[data-{sign}] .tk-lay-number")
    expect(marked).to_have_text([str(number) for number in numbers])


def test_cards_light_up(open_notebook: OpenNotebook, shot: Shot) -> None:
    """With the turn of their loop and the answer to their question; and without a kernel."""
    page = open_notebook([LOOP, QUESTION], still=True)
    cells = page.locator(".jp-Cell")
    loop, question = cells.first, cells.last
    choosing_a_card_moves_nothing(loop)

    expect(loop.locator(".tk-run-card")).to_have_count(0)
    are_lit(loop, "next")
    run(loop)
    are_lit(loop, "ran")
    are_lit(loop, "next", 1)
    for position, (ran, following, turn) in enumerate(
        [(1, 2, ""), (2, 3, "1 of 3"), (3, 3, "2 of 3"), (3, 3, "3 of 3")], 1
    ):
        control(loop, "One step")
        at_stop(loop, position)
        are_lit(loop, "ran", ran)
        are_lit(loop, "next", following)
        expect(loop.locator(".tk-lay-turn")).to_have_text([re.compile(f"{turn}$")] if turn else [])
    shot(page, "lights")

    run(question)
    bracket = question.locator(".tk-lay-bracket")
    expect(bracket).to_have_attribute("data-asks", "")
    question.locator(PLAYER).press("ArrowRight")
    at_stop(question, 1)
    expect(bracket).to_have_attribute("data-asked", "")
    expect(bracket.locator(".tk-lay-answer")).to_have_text("no")
    shot(page, "lights-question")
    assert axe(page, ".tk-bench") == []

    control(loop, "To the start")
    card(loop, 1).click()
    page.keyboard.press("Delete")
    are_lit(loop, "next")  # another program
    page.keyboard.press("Control+z")
    are_lit(loop, "next", 1)
    shut_kernel_down(page)
    card(loop, 2).click()
    stop = loop.get_by_role("button", name="Play stops here")
    stop.click()
    expect(stop).to_have_attribute("aria-pressed", "true")
    are_lit(loop, "stop", 2)
    loop.locator(PLAYER).press(" ")
    expect(loop.locator(".tk-run-caption")).to_contain_text("Play stopped before card 2.")
    are_lit(loop, "ran", 1)
    are_lit(loop, "next", 2)


def choosing_a_card_moves_nothing(on: Locator) -> None:
    """And what is off says why."""
    status = on.locator(".tk-lay-status")
    on.get_by_role("button", name="Remove", exact=True).click(force=True)
    expect(status).to_have_text("Choose a card in your program first.")
    before = on.evaluate(WHERE)
    card(on, 1).click()
    expect(card(on, 1)).to_have_attribute("aria-selected", "true")
    assert on.evaluate(WHERE) == before
    card(on, 1).press("Escape")
