"""Five registers are filled by keyboard in JupyterLab; what is worked with stands on one screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import OpenNotebook, Shot
from .labpage import axe
from .test_one_screen import LAPTOP, MEASURE, PARTS, TAKEN, height, span, table

CELL = '''from teachkit.exercises.reading import make_exercise
from teachkit.widgets.workbench.workbench import Workbench

start = {
    "floor": """
.  >> >> vv f1 .
.  ^^ .  vv .  .
gr >  >  v  .  .
.  .  w  .  .  .
.  o  .  .  gl .
""",
    "walls": ["a5 west", "c2 south"],
    "lasers": ["a5 east 2"],
    "robots": {"red": "a2 east", "green": "d1 north", "blue": "f3 west", "yellow": "a4 east"},
    "programs": {
        "green": "move-1 500, left 90, move-1 520, right 100, move-1 560",
        "blue": "u-turn 10, move-1 510, left 110, left 130, u-turn 30",
        "yellow": "left 150, right 120, u-turn 20, u-turn 40, left 170",
    },
    "hands": {"red": "move-1 490, move-1 550, left 70, left 210, right 80, move-2 670, move-2 700, "
                     "back-up 440, u-turn 50"},
}
exercise = make_exercise("99-01-rush-hour", {
    "title": "Rush hour", "lesson": "99", "game": "roborally", "edition": "base",
    "kind": "program", "text": "Lay five cards. Red must stand on **d1** and survive.",
    "starts": [start], "hints": ["Count the belts."],
    "checks": [{"check": "survives"}, {"check": "stands_on", "square": "d1"}],
    "solution": {"answer": "move-1 490"},
})
bench = Workbench(exercise)
bench'''
PHASES = """from teachkit.exercises.reading import make_exercise
from teachkit.widgets.workbench.workbench import Workbench

exercise = make_exercise("99-02-phases", {
    "title": "What comes first?", "lesson": "99", "game": "roborally", "edition": "base",
    "kind": "order", "text": "Put in order what the factory does.", "given": "right 80",
    "starts": [{
        "floor": ">> > . f1\\n. . gl .", "walls": ["c2 north", "a1 west"],
        "pushers": ["c2 south 1"], "lasers": ["a1 east"],
        "robots": {"red": "a2 east", "green": "d2 west"}, "programs": {"green": "u-turn 10"},
    }],
    "choices": [
        {"says": "Lasers fire", "when": "lasers"}, {"says": "Gears turn", "when": "gears"},
        {"says": "Express belts", "when": "express"}, {"says": "All belts", "when": "belts"},
    ],
    "hints": ["Who is fast is early."],
})
bench = Workbench(exercise)
bench"""
LAID = ["Move 1", "Rotate left", "Move 2", "Rotate right", "U-turn"]


def lay(page: Page, name: str) -> None:
    """Walk through the tray to a card, and take it."""
    page.locator(".tk-bench .tk-lay-tray [tabindex='0']").first.focus()
    page.keyboard.press("Home")
    for _ in range(12):
        if name in page.evaluate("document.activeElement.textContent"):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def test_five_registers_are_filled_and_run_by_keyboard(
    open_notebook: OpenNotebook, page: Page, shot: Shot
) -> None:
    """Four robots' cards lie in the table; board, own strip, Run, transport and verdict fit."""
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    open_notebook([CELL], alone=True)
    bench = page.locator(".tk-bench")
    for name in LAID:
        lay(page, name)
    cards = bench.locator(".tk-lay-strip .tk-lay-instruction")
    expect(cards).to_have_count(5)
    for card, name in zip(cards.all(), LAID, strict=True):
        expect(card).to_contain_text(name)
    bench.locator("[data-press=run]").focus()
    page.keyboard.press("Enter")
    expect(bench.locator(".tk-says")).to_contain_text("d1")
    player = bench.locator(".tk-player")
    player.focus()
    page.keyboard.press("End")
    expect(player.get_by_role("table", name="Registers").locator("tbody tr")).to_have_count(4)
    page.evaluate("document.querySelector('.tk-bench').scrollIntoView()")
    shot(page, "registers-one-screen")
    rows: list[dict[str, Any]] = page.evaluate(MEASURE, PARTS)
    table("rush hour, 1366 x 768", rows, LAPTOP["height"] - TAKEN)
    assert axe(page, ".tk-bench") == []
    (row,) = rows
    assert row["over"] <= 0
    assert span(row, PARTS) <= LAPTOP["height"] - TAKEN
    assert not row["scrolls"]


def test_moments_are_put_in_order_by_keyboard(
    open_notebook: OpenNotebook, page: Page, shot: Shot
) -> None:
    """As cards are laid; what happens is shown when the order is right."""
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    open_notebook([PHASES], alone=True)
    bench = page.locator(".tk-bench")
    for name in ("Express belts", "All belts", "Gears turn", "Lasers fire"):
        lay(page, name)
    expect(bench.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(4)
    shot(page, "order-by-keyboard")
    bench.locator("[data-press=run]").focus()
    page.keyboard.press("Enter")
    expect(bench.locator(".tk-says")).to_contain_text("Right.")
    page.evaluate("document.querySelector('.tk-bench').scrollIntoView()")
    shot(page, "order-right")
    assert axe(page, ".tk-bench") == []
    (row,) = page.evaluate(MEASURE, PARTS)
    assert row["over"] <= 0
    assert height(row["bench"]) <= LAPTOP["height"] - TAKEN
