"""What a test says of the player on a page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

PLAYER = ".tk-player"


def at_stop(page: Page, position: int) -> None:
    expect(page.locator(PLAYER)).to_have_attribute("data-position", str(position))
    page.evaluate("() => new Promise(requestAnimationFrame)")  # the words follow the board
