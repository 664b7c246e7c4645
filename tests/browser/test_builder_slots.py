"""A builder with a slot for each card: a hand of unique cards, five registers, locks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from teachkit.games import roborally
from teachkit.widgets.builder import ProgramBuilder

from .bare import show_bare, told
from .builderpage import card, is_large, press, says
from .conftest import Shot
from .labpage import axe, settle

HAND = [("move-1", "500"), ("move-2", "670"), ("move-3", "800"), ("left", "90"), ("left", "110"),
        ("right", "80"), ("u-turn", "10")]  # fmt: skip


def face(name: str, number: str) -> dict[str, Any]:
    kind = roborally.GAME.instructions[name]
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
    return ProgramBuilder(
        tray=tray(), program=program or [], slots=registers(), arrange=True,
        show_python=False, **traits,
    )  # fmt: skip


def places(page: Page) -> list[str]:
    """Return the content of each register in order."""
    found = page.locator(".tk-lay-strip > :is(.tk-lay-card, .tk-lay-slot)")
    return [" ".join(text.split()) for text in found.all_inner_texts()]


def test_registers_by_mouse_and_keys(page: Page, shot: Shot) -> None:
    """Each card exists once and shows its priority; a locked register keeps its card."""
    show_bare(page, builder([["move-2", "670"]]))
    assert places(page) == [
        "1 ↑2 Move 2 670", "2 Register 2", "3 Register 3", "4 Register 4",
        "5 ↓ Back up 430 Register 5 is locked: Back up 430",
    ]  # fmt: skip
    hand = page.locator(".tk-lay-tray-card")
    left = [number for name, number in HAND if name != "move-2"]
    assert [text.split()[-1] for text in hand.all_inner_texts()] == left
    page.get_by_role("button", name="U-turn 10").click(button="right")
    page.locator(".tk-lay-slot").last.click()
    expect(hand).to_have_count(5)
    says(page, "Added: U-turn 10, Register 2.")
    page.get_by_role("button", name="Move 1 500").focus()
    press(page, "Enter", "Enter", "Enter")
    says(page, "There is no room left. Remove a card first.")
    laid = [["move-2", "670"], ["u-turn", "10"], ["move-1", "500"], ["move-3", "800"]]
    assert told(page, "program") == laid
    wrong = [{"card": 1, "says": "Too far."}]
    for dark in (False, True):
        show_bare(page, builder(laid[:2], judge=lambda nodes: wrong), dark=dark)
        card(page, 1).click()
        settle(page)
        assert axe(page, ".tk-builder") == [], f"{dark=}"
        shot(page, f"registers-{'dark' if dark else 'light'}")


def test_registers_by_finger(phone: Page, shot: Shot) -> None:
    """A tap puts a card into the next register."""
    show_bare(phone, builder())
    phone.get_by_role("button", name="U-turn 10").tap()
    assert told(phone, "program") == [["u-turn", "10"]]
    assert is_large(phone.locator(".tk-lay-slot").first)
    shot(phone, "registers-phone")
