"""What a test of the builder does to it, in a tester's words."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from teachkit.widgets.builder import ProgramBuilder

IF_BLOCKED = {"if": "blocked", "then": [], "else": []}
TRAY: list[dict[str, Any]] = [
    {"id": "forward", "node": "forward", "symbol": "↑", "label": "Forward", "limit": 4},
    {"id": "left", "node": "left", "symbol": "↰", "label": "Left", "help": "Turn left."},
    {"id": "shove", "node": ["shove", "left"], "symbol": "⇐", "label": "Shove", "limit": 1},
    {"id": "twice", "node": {"repeat": 2, "body": []}, "symbol": "2×", "label": "Twice"},
    {"id": "if", "node": IF_BLOCKED, "symbol": "?", "label": "If blocked"},
]
NESTED = ["forward", {"repeat": 2, "body": ["left", "forward"]}, "jump"]


def builder(program: list[Any] | None = None, **traits: Any) -> ProgramBuilder:
    def write(nodes: Any) -> tuple[str, str]:
        return json.dumps(nodes), f"# {len(nodes)} pieces\n"

    def read(notation: str, source: str) -> Any:
        return json.loads(source)

    return ProgramBuilder(tray=TRAY, program=program or [], read=read, write=write, **traits)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def in_tray(page: Page, label: str) -> Locator:
    return page.locator(".tk-lay-tray-card").filter(has=page.get_by_text(label, exact=True))


def card(page: Page, number: int) -> Locator:
    return page.locator(".tk-lay-strip .tk-lay-instruction").nth(number - 1)


def bracket(page: Page, number: int = 1) -> Locator:
    return page.locator(".tk-lay-bracket").nth(number - 1)


def point(place: Locator, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 9, start[1] + 3)
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def says(page: Page, sentence: str) -> None:
    expect(page.get_by_role("status")).to_have_text(sentence)


def focused(page: Page) -> Any:
    return page.evaluate("document.activeElement.getAttribute('aria-label')")
