"""A bug hunt end to end: a mark by mouse and by keys, before a card may be changed."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .builderpage import card, drag, in_tray, is_large, laid, point, press
from .conftest import OpenNotebook, Shot
from .labpage import (
    LAPTOP,
    axe,
    cell_sources,
    change_theme,
    restart_kernel,
    run_all,
    settle,
)

HUNT = "04-02-the-swapped-turn"
CELL = f"""import teachkit as tk
tk.exercise({HUNT!r})"""
ASKS = "Run it. Then mark the first card that goes wrong."
EARLY = "After card 2: c2 south. Everything is right so far. Look further on."
LATE = "Before card 4: c2 west. Is that still right? Look further back."
FOUND = "You found it: card 3 goes wrong first. Now make your change."
FIRST = "Before you change anything, mark the first wrong card."


def told(page: Page) -> Locator:
    return page.locator(".tk-lay-marking")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def label(page: Page, number: int, text: str) -> None:
    expect(card(page, number).locator(".tk-lay-name")).to_have_text(text)


def is_answered(page: Page, number: int, text: str) -> None:
    """Assert that only this card is marked, with this answer."""
    expect(told(page)).to_have_text(text)
    expect(card(page, number).locator(".tk-lay-marked")).to_be_visible()
    expect(page.locator(".tk-lay-marked")).to_have_count(1)


def test_by_mouse_from_the_wrong_run_to_the_right_one(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    """Run it, mark too early, too late, and correctly; change the card, run again."""
    page = open_notebook([CELL], size=LAPTOP, still=True)
    expect(told(page)).to_have_text(ASKS)
    in_tray(page, "Left").click(force=True)  # off, with an explanation
    expect(page.locator(".tk-lay-status")).to_have_text(FIRST)
    drag(page, point(card(page, 3)), point(card(page, 1)))
    label(page, 3, "Right")
    button(page, "Run").click()
    expect(page.locator(".tk-says")).not_to_be_empty()
    page.get_by_role("button", name="What happened").click()
    expect(page.locator(".tk-run-line")).to_have_count(6)
    expect(told(page)).to_have_text(ASKS)

    card(page, 2).click()
    is_answered(page, 2, EARLY)
    shot(page, "marking-early")
    flags = page.locator(".tk-run-flag")  # each line of a card has one while a mark is expected
    expect(flags).to_have_count(5)
    assert is_large(flags.first)
    page.get_by_role("button", name="Mark card 4 as the first wrong one").click()
    is_answered(page, 4, LATE)
    shot(page, "marking-lines")
    settle(page)
    assert axe(page, ".tk-bench") == []
    change_theme(page)
    assert axe(page, ".tk-bench") == []
    page.get_by_role("button", name="Mark card 3 as the first wrong one").focus()
    press(page, "Enter")
    is_answered(page, 3, FOUND)
    for flag in flags.all():
        expect(flag).to_be_hidden()
    expect(card(page, 3)).not_to_have_attribute("aria-checked", "true")
    shot(page, "marking-found")
    card(page, 3).click()
    in_tray(page, "Left").click()
    label(page, 3, "Left")
    expect(told(page)).to_be_hidden()
    button(page, "Run").click()
    expect(page.locator(".tk-points")).to_have_text("2 of 2 points")
    expect(page.locator(".tk-lay-marked")).to_have_count(0)


def test_by_keys_and_nothing_leaks_to_the_notebook(open_notebook: OpenNotebook) -> None:
    """Arrows select, Enter or Space marks; a mark survives the kernel."""
    page = open_notebook([CELL, "1 + 1"])
    before = cell_sources(page)
    marks = "Choose a card with the arrow keys. Press Enter to mark it as the first wrong card."
    expect(page.locator(".tk-lay-strip")).to_have_attribute("aria-description", marks)
    card(page, 5).focus()
    press(page, "Home", "ArrowRight", "ArrowRight", "Enter")
    is_answered(page, 2, EARLY)
    expect(card(page, 2)).to_have_attribute("aria-checked", "true")
    expect(card(page, 2)).to_be_focused()
    press(page, "d", "d", "x", "a", "b", "m", "0")
    assert cell_sources(page) == before
    restart_kernel(page)
    run_all(page)
    is_answered(page, 2, EARLY)
    card(page, 2).focus()
    press(page, "ArrowRight", "Space")
    is_answered(page, 3, FOUND)
    expect(card(page, 3)).to_be_focused()
    press(page, "Delete")
    expect(laid(page)).to_have_count(4)
    assert cell_sources(page) == before
