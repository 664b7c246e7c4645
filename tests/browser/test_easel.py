"""The easel: the same board painted by mouse, by finger, by keys and as text."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from teachkit.games import algoracing
from teachkit.widgets.easel import Easel

from .bridge import Bridge
from .conftest import Shot, new_page
from .easelpage import ARROWS, Painter
from .labpage import LAPTOP

GAME = algoracing.GAME
FINGER = 36  # pixels
PAINTED: dict[str, Any] = {
    "floor": ". . .\n# # #\n. . .\n",
    "walls": ["a1 north", "b1 north", "c3 east"],
    "rovers": {"red": "b1 east"},
    "samples": {"c1": "blue"},
}


def easel(**traits: Any) -> Easel:
    return Easel(GAME, GAME.palette.blank("basic", 3, 3), edition="basic", **traits)


@pytest.fixture(params=["mouse", "touch", "keys"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(browser: Browser, way: str, shown: Easel, *, dark: bool = False) -> Painter:
    page = new_page(browser, viewport=LAPTOP, has_touch=way == "touch", reduced_motion="reduce")
    painter = Painter(page, shown, way)
    Bridge(page, shown, dark=dark)
    return painter


def paint_by_keys(painter: Painter) -> None:
    painter.page.keyboard.press("Tab")
    while not painter.board.evaluate("board => board === document.activeElement"):
        painter.page.keyboard.press("Tab")
    for square in ("a2", "b2", "c2"):
        painter.walk(square)
        painter.press("h")
    for square, side in (("a1", "north"), ("b1", "north"), ("c3", "east")):
        painter.walk(square)
        painter.press(f"Shift+{ARROWS[side]}", "w")
    painter.walk("b1")
    painter.press("Shift+ArrowRight", "r")
    painter.walk("c1")
    painter.press("2")


def paint_by_hand(painter: Painter) -> None:
    painter.pick("Hill")
    painter.stroke("a2", "c2")
    painter.pick("Wall")
    painter.stroke("a1 north", "b1 north")
    painter.stroke("c3 east")
    painter.pick("Red rover")
    painter.stroke("b1", "b1 east")
    painter.pick("Blue sample")
    painter.stroke("c1")


def test_the_same_board_is_painted_in_each_way(browser: Browser, way: str, shot: Shot) -> None:
    painter = opened(browser, way, easel())
    (paint_by_keys if way == "keys" else paint_by_hand)(painter)
    painter.heard("c1: Blue sample")
    assert painter.easel.start == PAINTED
    shot(painter.page, f"easel-{way}")
    painter.page.context.close()
