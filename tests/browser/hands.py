"""A learner's hands: the same presses by mouse, by finger and by keys, and how many there were."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from teachkit.core.program import Program
from teachkit.games import algoracing

SPEAKS_FOR = "element => element === document.activeElement"
FARTHEST = 250  # presses of Tab until something must be reached


class Hands(Protocol):
    """What any hand can do; `presses` counts every click, tap and key."""

    presses: int

    def press(self, target: Locator) -> None:
        """Press a button, a card of the tray, or a card that lies in the program."""

    def remove(self, card: Locator) -> None:
        """Take a card out of the program."""

    def write(self, field: Locator, text: str) -> None: ...


class Pointer:
    """A mouse, or a finger."""

    def __init__(self, page: Page, *, finger: bool) -> None:
        self.page, self.finger, self.presses = page, finger, 0

    def press(self, target: Locator) -> None:
        self.presses += 1
        target.scroll_into_view_if_needed()
        if self.finger:
            target.tap()
        else:
            target.click()

    def remove(self, card: Locator) -> None:
        builder = card.locator("xpath=ancestor::*[contains(@class, 'tk-builder')]")
        self.press(card)
        self.press(builder.get_by_role("button", name="Remove", exact=True))

    def write(self, field: Locator, text: str) -> None:
        self.press(field)
        self.page.keyboard.type(text)


class Keys:
    """Tab, arrows, Enter, Delete; never anything else."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def key(self, name: str) -> None:
        self.presses += 1
        self.page.keyboard.press(name)

    def press(self, target: Locator) -> None:
        self.reach(target)
        self.key("Enter")

    def remove(self, card: Locator) -> None:
        self.reach(card)
        self.key("Delete")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.type(text)

    def reach(self, target: Locator) -> None:
        """Tab to it; within the tray and within the program the arrows go on."""
        row = target.locator(
            "xpath=ancestor::*[contains(@class, 'tk-lay-tray ') or @class='tk-lay-tray'"
            " or contains(@class, 'tk-lay-strip')]"
        )
        walk = self._way(target)
        for _ in range(FARTHEST):
            if self._has_focus(target):
                return None
            if row.count() and row.evaluate("row => row.contains(document.activeElement)"):
                return self._along(target)
            self.key(walk)
        raise AssertionError(f"no way by keys to {target}")

    def _way(self, target: Locator) -> str:
        is_behind = target.evaluate(
            "element => !!(element.compareDocumentPosition(document.activeElement)"
            " & Node.DOCUMENT_POSITION_FOLLOWING)"
        )
        return "Shift+Tab" if is_behind else "Tab"

    def _along(self, target: Locator) -> None:
        self.key("Home")
        while not self._has_focus(target):
            here = self.page.evaluate("document.activeElement.outerHTML")
            self.key("ArrowRight")
            assert self.page.evaluate("document.activeElement.outerHTML") != here, target

    def _has_focus(self, target: Locator) -> bool:
        found: bool = target.evaluate(SPEAKS_FOR)
        return found


def lay(hands: Hands, bench: Locator, program: str) -> None:
    """One press for each card of the program."""
    for card in Program.read(program).instructions:
        name = algoracing.INSTRUCTIONS[str(card).split()[0]].label
        laid = bench.locator(".tk-lay-strip .tk-lay-instruction")
        before = laid.count()
        hands.press(in_tray(bench, name))
        expect(laid).to_have_count(before + 1)


def in_tray(bench: Locator, name: str) -> Locator:
    named = bench.page.locator(".tk-lay-name").get_by_text(name, exact=True)
    return bench.locator(".tk-lay-tray-card").filter(has=named)


def laid(bench: Locator, number: int) -> Locator:
    return bench.locator(".tk-lay-strip .tk-lay-instruction").nth(number - 1)


def run(hands: Hands, bench: Locator) -> None:
    hands.press(bench.locator("[data-press=run]"))
