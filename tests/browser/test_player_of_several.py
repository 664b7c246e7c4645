"""The player where several pieces run programs: a strip for each, and a table of the rounds."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from teachkit.core.game import run
from teachkit.core.program import Program
from teachkit.draw.replay import replay
from teachkit.games import algoracing
from teachkit.widgets.player import Player

from .bare import show_bare, told
from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop, control

ROVERS = {"red": "a1 east", "green": "b1 north"}
RED = "3x(forward)"
GREEN = "forward, right, forward"


def show(page: Page, rovers: dict[str, str], red: str, green: str, floor: str) -> None:
    """A run of red's program, beside green's, which lies in the start."""
    setup = algoracing.Setup(edition="turns", floor=floor, rovers=rovers, programs={"green": green})
    trace = run(algoracing, setup.state(), red)
    show_bare(page, Player(replay(trace, algoracing, Program.read(red))))


def show_rounds(page: Page) -> None:
    """Red waits for green in the first round."""
    show(page, ROVERS, RED, GREEN, ". . . .\n. . . .")


def strip(page: Page, whose: str) -> Locator:
    return page.get_by_role("group", name=f"Program of {whose}")


def rounds(page: Page) -> Locator:
    return page.get_by_role("table", name="Rounds")


def test_rounds_by_mouse(page: Page, shot: Shot) -> None:
    """Strips, words and the table say whose card it is; the table leads to each moment."""
    show_rounds(page)
    caption, status = page.locator(".tk-run-caption"), page.get_by_role("status")
    red, green = strip(page, "Red"), strip(page, "Green")
    for whose in (red, green):
        expect(whose.locator("[data-next]")).to_have_attribute(
            "aria-label", "Card 1: Forward, is next"
        )
    expect(caption).to_contain_text("Next is Red, card 1: Forward, round 1 of 3")
    control(page, "One step")
    at_stop(page, 1)
    expect(caption).to_contain_text("Red: nothing happens, the green rover is ahead of a1.")
    expect(caption).to_contain_text("Next is Green, card 1: Forward")
    expect(status).to_contain_text("Red")
    control(page, "One step")
    at_stop(page, 2)
    expect(status).to_contain_text("Green, card 1: forward.")
    for mark, label in (("next", "Card 2: Right, is next"), ("ran", "Card 1: Forward, just ran")):
        expect(green.locator(f"[data-{mark}]")).to_have_attribute("aria-label", label)
    expect(red.locator("[data-ran], [data-skipped]")).to_have_count(0)
    shot(page, "player-of-several")
    assert axe(page, PLAYER) == []

    control(page, "To the end")
    skipped = rounds(page).locator("[data-skipped]")
    expect(skipped).to_have_attribute("aria-label", "Card 1: Forward, did nothing")
    rounds(page).get_by_role("button", name="Card 2: Right").click()
    at_stop(page, 4)
    current = rounds(page).locator("[aria-current=step]")
    expect(current).to_have_attribute("aria-label", "Card 2: Right")

    show_rounds(page)  # green's second card is counted on behind red's only one
    green.get_by_role("button", name="Card 2").click()
    assert red.locator("[aria-pressed=true]").count() == 0
    page.wait_for_function("() => window.model.saves.length > 0")
    assert told(page, "breakpoints") == [3]
    control(page, "Play")
    at_stop(page, 3)
    expect(caption).to_contain_text("Play stopped before card 2.")

    rovers = {"red": "a1 north", "green": "d1 east"}
    show(page, rovers, "left", "forward", ". . . .")  # green is at the edge from the start
    control(page, "To the end")
    badge = page.locator(".tk-run-badge").bounding_box()
    board = page.locator(".tk-run-board").bounding_box()
    assert badge
    assert board
    assert badge["x"] > board["x"] + board["width"] / 2, "the badge is at the wrong rover"


def test_rounds_by_keys(page: Page) -> None:
    """The table grows by a card with every step, and by a round with its first card."""
    show_rounds(page)
    expect(rounds(page).locator("tr")).to_have_count(3)
    expect(rounds(page).locator("[data-skipped]")).to_have_count(0)
    cells = rounds(page).locator(".tk-run-cell")
    columns = rounds(page).locator("th[scope=col]:visible")
    for position, begun in enumerate((0, 1, 1, 2, 2, 3, 3)):
        at_stop(page, position)
        expect(cells).to_have_count(position)
        expect(columns).to_have_count(begun)
        page.locator(PLAYER).press("ArrowRight")
    for key in ("Home", "ArrowRight"):
        page.locator(PLAYER).press(key)
    at_stop(page, 1)
    rounds(page).locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    at_stop(page, 3)
