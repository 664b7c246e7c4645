"""What a test says of the player on a page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

PLAYER = ".tk-player"


def at_stop(page: Page, position: int) -> None:
    expect(page.locator(PLAYER)).to_have_attribute("data-position", str(position))
    page.evaluate("() => new Promise(requestAnimationFrame)")  # the words follow the board


def to_the_skipped_card(page: Page) -> None:
    """See all of the run, then go from its start to the first card that did nothing."""
    for key in ("End", "Home", "n"):
        page.locator(PLAYER).press(key)
