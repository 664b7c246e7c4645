"""The learner's own cards light up while they run, told by the player beside them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .builderpage import card
from .conftest import OpenNotebook, Shot
from .labpage import axe, shut_kernel_down
from .playerpage import PLAYER, at_stop

CELL = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise("06-07-which-loop")
lay(bench.builder, bench.exercise, "jump, left, 3x(forward)")
bench"""


def run(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".tk-says")).not_to_be_empty()
    page.get_by_role("button", name="To the start").click(force=True)
    at_stop(page, 0)


def lit(page: Page, sign: str) -> list[int]:
    """The cards that carry this sign."""
    numbers = page.locator(f".tk-lay-strip .tk-lay-card[data-{sign}] .tk-lay-number")
    return [int(text) for text in numbers.all_text_contents()]


def test_cards_light_up_with_the_turn_of_their_loop(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = open_notebook([CELL])
    expect(page.locator(".tk-run-card")).to_have_count(0)
    assert lit(page, "next") == []
    run(page)
    assert (lit(page, "ran"), lit(page, "next")) == ([], [1])
    for position, (ran, following, turn) in enumerate(
        [(1, [2], ""), (2, [3], "1 of 3"), (3, [3], "2 of 3"), (3, [3], "3 of 3")], 1
    ):
        page.get_by_role("button", name="One step", exact=True).click()
        at_stop(page, position)
        assert (lit(page, "ran"), lit(page, "next")) == ([ran], following)
        expect(page.locator(".tk-lay-turn")).to_have_text([re.compile(f"{turn}$")] if turn else [])
    shot(page, "lights")
    assert axe(page, ".tk-bench") == []


def test_a_program_that_was_changed_is_not_lit(open_notebook: OpenNotebook) -> None:
    page = open_notebook([CELL])
    run(page)
    card(page, 1).click()
    page.keyboard.press("Delete")
    assert lit(page, "next") == []
    page.keyboard.press("Control+z")
    assert lit(page, "next") == [1]


def test_play_stops_before_a_card_and_all_of_it_without_a_kernel(
    open_notebook: OpenNotebook,
) -> None:
    page = open_notebook([CELL])
    run(page)
    shut_kernel_down(page)
    card(page, 2).click()
    stop = page.get_by_role("button", name="Play stops here")
    stop.click()
    expect(stop).to_have_attribute("aria-pressed", "true")
    assert lit(page, "stop") == [2]
    page.locator(PLAYER).press(" ")
    expect(page.locator(".tk-run-caption")).to_contain_text("Play stopped before card 2.")
    assert (lit(page, "ran"), lit(page, "next")) == ([1], [2])


def test_choosing_a_card_moves_nothing_and_what_is_off_says_why(
    open_notebook: OpenNotebook,
) -> None:
    page = open_notebook([CELL])
    parts = ".tk-bench :is(button, .tk-lay-card, .tk-lay-strip, h3, .tk-run-board)"
    where = f"""() => [...document.querySelectorAll({parts!r})].map(part => {{
      const {{ x, y, width, height }} = part.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(); }})"""
    status = page.locator(".tk-lay-status")
    page.get_by_role("button", name="Remove", exact=True).click(force=True)
    expect(status).to_have_text("Choose a card in your program first.")
    before = page.evaluate(where)
    card(page, 1).click()
    assert page.evaluate(where) == before
