"""The player where several pieces run programs: a strip for each, and a table of the rounds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.core.game import run
from teachkit.core.program import Program
from teachkit.draw.replay import replay
from teachkit.games import algoracing
from teachkit.widgets.player import Player

from .bare import show_bare, told
from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop

ROVERS = {"red": "a1 east", "green": "b1 north"}
RED = "3x(forward)"
GREEN = "forward, right, forward"


@pytest.fixture
def player(page: Page) -> Page:
    """Red waits for green in the first round; green's program lies in the start."""
    setup = algoracing.Setup(edition="turns", floor=". . . .\n. . . .", rovers=ROVERS,
                             programs={"green": GREEN})  # fmt: skip
    state = setup.state()
    trace = run(algoracing, state, RED)
    show_bare(page, Player(replay(trace, algoracing, Program.read(RED))))
    return page


def strip(page: Page, whose: str) -> Locator:
    return page.get_by_role("group", name=f"Program of {whose}")


def rounds(page: Page) -> Locator:
    return page.get_by_role("table", name="Rounds")


def press(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


def test_each_strip_marks_the_card_that_is_about_to_run(player: Page) -> None:
    def coming(whose: str) -> Locator:
        return strip(player, whose).locator("[data-next]")

    expect(coming("Red")).to_have_attribute("aria-label", "Card 1: Forward, is next")
    expect(coming("Green")).to_have_attribute("aria-label", "Card 1: Forward, is next")
    press(player, "One step")
    press(player, "One step")
    at_stop(player, 2)
    expect(coming("Green")).to_have_attribute("aria-label", "Card 2: Right, is next")
    ran = strip(player, "Green").locator("[data-ran]")
    expect(ran).to_have_attribute("aria-label", "Card 1: Forward, just ran")
    expect(strip(player, "Red").locator("[data-ran], [data-skipped]")).to_have_count(0)


def test_the_words_say_whose_card_it_is(player: Page) -> None:
    caption = player.locator(".tk-run-caption")
    expect(caption).to_contain_text("Next is Red, card 1: Forward, round 1 of 3")
    press(player, "One step")
    expect(caption).to_contain_text("Red: nothing happens, the green rover is ahead of a1.")
    expect(caption).to_contain_text("Next is Green, card 1: Forward")
    expect(player.get_by_role("status")).to_contain_text("Red")
    press(player, "One step")
    expect(player.get_by_role("status")).to_contain_text("Green, card 1: forward.")


def test_the_badge_of_a_skip_is_at_the_rover_that_was_skipped(page: Page) -> None:
    """Green looks at the edge from the start; the badge is right of the middle of the board."""
    rovers = {"red": "a1 north", "green": "d1 east"}
    setup = algoracing.Setup(edition="turns", floor=". . . .", rovers=rovers,
                             programs={"green": "forward"})  # fmt: skip
    trace = run(algoracing, setup.state(), "left")
    show_bare(page, Player(replay(trace, algoracing, Program.read("left"))))
    press(page, "To the end")
    badge = page.locator(".tk-run-badge").bounding_box()
    board = page.locator(".tk-run-board").bounding_box()
    assert badge
    assert board
    assert badge["x"] > board["x"] + board["width"] / 2


def test_the_table_grows_with_the_run(player: Page) -> None:
    """A card with every step; a round begins with its first card."""
    cells = rounds(player).locator(".tk-run-cell")
    columns = rounds(player).locator("th[scope=col]:visible")
    for position, columns_then in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)]:
        at_stop(player, position)
        expect(cells).to_have_count(position)
        expect(columns).to_have_count(columns_then)
        player.locator(PLAYER).press("ArrowRight")


def test_the_table_tells_the_rounds_and_leads_to_them(player: Page) -> None:
    assert rounds(player).locator("tr").count() == 3
    expect(rounds(player).locator("[data-skipped]")).to_have_count(0)
    press(player, "To the end")
    expect(rounds(player).locator("[data-skipped]")).to_have_attribute(
        "aria-label", "Card 1: Forward, did nothing"
    )
    rounds(player).get_by_role("button", name="Card 2: Right").click()
    at_stop(player, 4)
    current = rounds(player).locator("[aria-current=step]")
    expect(current).to_have_attribute("aria-label", "Card 2: Right")


def test_the_table_is_reached_and_walked_by_keys(player: Page) -> None:
    press(player, "To the end")
    press(player, "To the start")
    press(player, "One step")
    rounds(player).locator("[tabindex='0']").focus()
    player.keyboard.press("ArrowDown")
    player.keyboard.press("Enter")
    at_stop(player, 3)


def test_a_breakpoint_is_of_one_strip(player: Page) -> None:
    """Green's second card, counted on behind red's only one."""
    strip(player, "Green").get_by_role("button", name="Card 2").click()
    assert strip(player, "Red").locator("[aria-pressed=true]").count() == 0
    player.wait_for_function("() => window.model.saves.length > 0")
    assert told(player, "breakpoints") == [3]
    press(player, "Play")
    at_stop(player, 3)
    expect(player.locator(".tk-run-caption")).to_contain_text("Play stopped before card 2.")


def test_everything_can_be_reached_and_is_named(player: Page, shot: Shot) -> None:
    press(player, "One step")
    press(player, "One step")
    at_stop(player, 2)
    shot(player, "player-of-several")
    assert axe(player, PLAYER) == []
