"""Actions and locators for tests of the builder."""

from __future__ import annotations

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
    return ProgramBuilder(tray=TRAY, program=program or [], **traits)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def in_tray(where: Page | Locator, label: str) -> Locator:
    page = where.page if isinstance(where, Locator) else where
    named = page.locator(".tk-lay-name").get_by_text(label, exact=True)
    return where.locator(".tk-lay-tray-card").filter(has=named)


def laid(where: Page | Locator) -> Locator:
    """Return the cards of the program."""
    return where.locator(".tk-lay-strip .tk-lay-instruction")


def card(where: Page | Locator, number: int) -> Locator:
    return laid(where).nth(number - 1)


def bracket(page: Page, number: int = 1) -> Locator:
    return page.locator(".tk-lay-bracket").nth(number - 1)


def point(place: Locator, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def is_large(place: Locator, height: float = 44, width: float | None = None) -> bool:
    """Return whether a finger can hit it: at least this many pixels high and wide."""
    box = place.bounding_box()
    return box is not None and box["height"] >= height and box["width"] >= (width or height)


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


def walk_to(page: Page, name: str) -> None:
    """Move by arrow keys to the card of this name in the focused tray."""
    page.keyboard.press("Home")
    here = "document.activeElement.getAttribute('aria-label') ?? ''"
    while not str(before := page.evaluate(here)).startswith(name):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(here) != before, f"no {name} in the tray"


def lay_by_keyboard(on: Locator, *labels: str) -> None:
    """Add cards by keyboard: Tab to the tray, arrows to select, Enter to add."""
    on.locator(".tk-lay-tray [tabindex='0']").focus()
    for label in labels:
        walk_to(on.page, label)
        before = laid(on).count()
        on.page.keyboard.press("Enter")
        expect(laid(on)).to_have_count(before + 1)


def lay_by_mouse(on: Locator, *labels: str) -> None:
    """Drag cards from the tray to the end of the row."""
    for label in labels:
        before = laid(on).count()
        in_tray(on, label).scroll_into_view_if_needed()
        end = on.locator(".tk-lay-strip").bounding_box()
        assert end is not None
        place = (end["x"] + end["width"] - 30, end["y"] + end["height"] - 30)
        drag(on.page, point(in_tray(on, label)), place)
        expect(laid(on)).to_have_count(before + 1)
