"""Ways to operate a page: the same presses by mouse, by finger and by keys, and their number."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from teachkit.core.language.program import Program
from teachkit.games import algoracing

from .builderpage import in_tray, laid

# Position of an element relative to the focus: in the same row, ahead or behind.
WHERE = """element => {
  const active = document.activeElement;
  if (element === active) return 'here';
  if (element.closest('.tk-lay-tray, .tk-lay-strip')?.contains(active)) return 'row';
  if (element.closest('.tk-places')?.contains(active)) return 'board';
  const isBehind = element.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBehind ? 'behind' : 'ahead';
}"""
# How far an element is to the right of the focus, and below it.
AWAY = """element => {
  const [here, there] = [document.activeElement, element].map((at) => at.getBoundingClientRect());
  return [there.x - here.x, there.y - here.y];
}"""
FARTHEST = 250  # presses of Tab after which an element counts as unreachable


class Hands(Protocol):
    """Operations that each way of input provides; `presses` counts every click, tap and key."""

    presses: int

    def press(self, target: Locator) -> None:
        """Press a button, a card of the tray, or a card of the program."""

    def remove(self, card: Locator) -> None:
        """Remove a card from the program."""

    def write(self, field: Locator, text: str) -> None: ...


class Pointer:
    """Input by mouse or finger."""

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
    """Input by keys: Tab, arrows, Enter and Delete only."""

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
        """Move the focus by Tab; within the tray, the program and the board, by arrows."""
        for _ in range(FARTHEST):
            where = target.evaluate(WHERE)
            if where == "here":
                return
            if where == "row":
                self._along(target)
                return
            if where == "board":
                right, down = target.evaluate(AWAY)
                across = "ArrowRight" if right > 0 else "ArrowLeft"
                along = "ArrowDown" if down > 0 else "ArrowUp"
                self.key(across if abs(right) > abs(down) else along)
                continue
            self.key("Tab" if where == "ahead" else "Shift+Tab")
        raise AssertionError(f"no way by keys to {target}")

    def _along(self, target: Locator) -> None:
        self.key("Home")
        while target.evaluate(WHERE) != "here":
            here = self.page.evaluate("document.activeElement.outerHTML")
            self.key("ArrowRight")
            assert self.page.evaluate("document.activeElement.outerHTML") != here, target


def lay(hands: Hands, bench: Locator, program: str) -> None:
    """Build a program with one press for each card."""
    for each in Program.read(program).instructions:
        name = algoracing.GAME.instructions[str(each).split()[0]].label
        before = laid(bench).count()
        hands.press(in_tray(bench, name))
        expect(laid(bench)).to_have_count(before + 1)


def run(hands: Hands, bench: Locator) -> None:
    hands.press(bench.locator("[data-press=run]"))
