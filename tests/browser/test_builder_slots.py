"""A builder with a place for each card: a hand of cards that exist once, five registers, locks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from teachkit.games import roborally
from teachkit.widgets.builder import ProgramBuilder

from .bare import show_bare, told
from .builderpage import card, press, says
from .conftest import Shot
from .labpage import axe

HAND = [("move-1", "500"), ("move-2", "670"), ("move-3", "800"), ("left", "90"), ("left", "110"),
        ("right", "80"), ("u-turn", "10")]  # fmt: skip


def face(name: str, number: str) -> dict[str, Any]:
    kind = roborally.INSTRUCTIONS[name]
    return {"symbol": kind.symbol, "label": kind.label, "note": number}


def tray() -> list[dict[str, Any]]:
    return [{"id": f"{name} {number}", "node": [name, number], "limit": 1, **face(name, number)}
            for name, number in HAND]  # fmt: skip


def registers(locked: int = 1) -> list[dict[str, Any]]:
    return [
        {"number": each, "label": f"Register {each}", "locked": each > 5 - locked,
         "face": face("back-up", "430") if each > 5 - locked else None}
        for each in range(1, 6)
    ]  # fmt: skip


def builder(program: list[Any] | None = None, **traits: Any) -> ProgramBuilder:
    def write(nodes: Any) -> tuple[str, str]:
        return ", ".join(" ".join(node) for node in nodes), ""

    def read(notation: str, source: str) -> Any:
        return [part.split() for part in source.split(", ")]

    return ProgramBuilder(
        tray=tray(), program=program or [], slots=registers(), arrange=True, read=read,
        write=write, show_python=False, **traits,
    )  # fmt: skip


def places(page: Page) -> list[str]:
    """What each register shows, in their order."""
    found = page.locator(".tk-lay-strip > :is(.tk-lay-card, .tk-lay-slot)")
    return [" ".join(text.split()) for text in found.all_inner_texts()]


def test_empty_registers_are_seen_and_locked_ones_keep_their_card(page: Page, shot: Shot) -> None:
    show_bare(page, builder([["move-2", "670"]]))
    assert places(page) == [
        "1 ↑2 Move 2 670", "2 Register 2", "3 Register 3", "4 Register 4",
        "5 ↓ Back up 430 Register 5 is locked: Back up 430",
    ]  # fmt: skip
    expect(card(page, 1)).to_have_attribute("aria-label", "Move 2 670, Register 1")
    shot(page, "registers")


def test_a_card_exists_once_and_shows_its_priority(page: Page) -> None:
    """What is laid is not in the hand any more; taken out, it is there again."""
    show_bare(page, builder())
    hand = page.locator(".tk-lay-tray-card")
    assert [text.split()[-1] for text in hand.all_inner_texts()] == [number for _, number in HAND]
    page.get_by_role("button", name="Rotate left 110").click()
    expect(hand).to_have_count(6)
    expect(page.get_by_role("button", name="Rotate left 90")).to_be_visible()
    expect(page.get_by_role("button", name="Rotate left 110")).to_have_count(0)
    says(page, "Added: Rotate left 110, Register 1.")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Rotate left 110")).to_be_visible()


def test_registers_are_filled_by_keyboard_until_none_is_left(page: Page) -> None:
    show_bare(page, builder())
    page.get_by_role("button", name="Move 1 500").focus()
    press(page, "Enter", "Enter", "Enter", "Enter")
    assert told(page, "program") == [
        ["move-1", "500"], ["move-2", "670"], ["move-3", "800"], ["left", "90"],
    ]  # fmt: skip
    press(page, "Enter")
    says(page, "No place is left. Take a card out first.")
    assert len(told(page, "program")) == 4
    card(page, 2).focus()
    press(page, "Delete")
    assert places(page)[1:4] == ["2 ↑3 Move 3 800", "3 ↰ Rotate left 90", "4 Register 4"]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 420, "height": 900}, has_touch=True, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def test_registers_are_filled_by_finger(phone: Page, shot: Shot) -> None:
    """A tap lays a card into the next register; one that is taken up goes where it is tapped."""
    show_bare(phone, builder())
    for name in ("U-turn 10", "Move 3 800"):
        phone.get_by_role("button", name=name).tap()
    assert told(phone, "program") == [["u-turn", "10"], ["move-3", "800"]]
    box = phone.locator(".tk-lay-slot").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    shot(phone, "registers-phone")


def test_a_card_that_is_taken_up_goes_into_an_empty_register(page: Page) -> None:
    show_bare(page, builder([["move-2", "670"]]))
    page.get_by_role("button", name="U-turn 10").click(button="right")
    page.locator(".tk-lay-slot").last.click()
    assert told(page, "program") == [["move-2", "670"], ["u-turn", "10"]]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_that_axe_complains_about(page: Page, dark: bool, shot: Shot) -> None:
    wrong = [{"card": 1, "says": "Too far."}]
    show_bare(page, builder([["move-2", "670"], ["left", "90"]], judge=lambda nodes: wrong),
              dark=dark)  # fmt: skip
    card(page, 1).click()
    page.wait_for_timeout(300)
    assert axe(page, ".tk-builder") == []
    shot(page, f"registers-{'dark' if dark else 'light'}")
