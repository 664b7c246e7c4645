"""Actions and assertions for tests of the player."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from teachkit.widgets.player import Player
from teachkit.widgets.workbench.lesson_calls import watch

PLAYER = ".tk-player"
# Nine steps of a rover around a square; at the eighth the edge is ahead, so nothing happens.
DANCE: dict[str, Any] = {
    "floor": "\n".join([". . . . . ."] * 5 + [". . . # . ."]),
    "rovers": {"red": "a1 east"},
    "program": "forward, 3x(left, forward), forward, left",
}


def run_of(program: str = DANCE["program"]) -> Player:
    """Return a player with the run of this program."""
    return watch("algoracing", **DANCE | {"program": program})


def at_stop(where: Page | Locator, position: int) -> None:
    """Assert that the board is at this stop, and so are the words, which follow one frame later."""
    player = where.locator(PLAYER)
    expect(player).to_have_attribute("data-position", str(position))
    expect(player.locator(".tk-run-counter")).to_have_text(re.compile(rf"^{position}( / \d+)?$"))


def control(where: Page | Locator, label: str) -> None:
    """Press a button of the player, even one that is disabled."""
    where.get_by_role("button", name=label, exact=True).click(force=True)


def to_the_skipped_card(page: Page) -> None:
    """Play the whole run, then go from its start to the first card that did nothing."""
    for key in ("End", "Home", "n"):
        page.locator(PLAYER).press(key)
