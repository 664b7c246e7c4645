"""A register of four robots with belts and lasers, stepped on and back by keyboard."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from teachkit.core.game import run
from teachkit.core.program import Program
from teachkit.draw.replay import replay
from teachkit.games import roborally
from teachkit.widgets.player import Player

from .bare import show_bare
from .conftest import Shot
from .labpage import axe, settle
from .playerpage import PLAYER, at_stop

FLOOR = """
.  >> >> vv f1
.  ^^ .  vv .
gr >  >  v  .
.  .  w  .  .
"""
LAID = "left 90, right 80"


def four_robots() -> Player:
    start = roborally.Setup(
        floor=FLOOR, walls=["a4 west", "c1 south"], lasers=["a4 east 2"],
        robots={"red": "b4 east", "green": "a2 east", "blue": "d1 north", "yellow": "e3 west"},
        programs={"green": "move-1 500", "blue": "u-turn 10", "yellow": "move-1 660"},
    ).state()  # fmt: skip
    return Player(replay(run(roborally, start, LAID), roborally, Program.read(LAID)))


def looks(page: Page, piece: str) -> Locator:
    return page.locator(f"{PLAYER} [data-piece='{piece}']")


def where(page: Page, piece: str) -> tuple[str, ...]:
    style = looks(page, piece).get_attribute("style") or ""
    parts = dict(part.split(":", 1) for part in style.split(";") if ":" in part)
    return tuple(parts[key].strip() for key in sorted(parts) if key.strip() in ("--x", "--y"))


def test_a_register_of_four_robots_is_stepped_on_and_back(page: Page, shot: Shot) -> None:
    """Cards by priority, then express belts, all belts, lasers; each lights up what it is."""
    show_bare(page, four_robots())
    player = page.locator(PLAYER)
    caption = player.locator(".tk-run-caption")
    player.focus()
    home = [where(page, name) for name in ("red", "green", "blue", "yellow")]
    steps = (
        "Register 1, highest priority first: yellow, green, red, blue.",
        "Yellow, card 1: move-1 660.",
        "Green, card 1: move-1 500.",
        "Red, card 1: left 90.",
        "Blue, card 1: u-turn 10.",
        "Express belts carry",
        "The belts carry",
        "The laser on a4 hits the red robot",
    )
    for number, said in enumerate(steps, 1):
        page.keyboard.press("ArrowRight")
        at_stop(page, number)
        expect(caption).to_contain_text(said)
        if said == "Express belts carry":
            expect(looks(page, "express-lit")).to_have_css("opacity", "1")
            expect(looks(page, "belts-lit")).to_have_css("opacity", "0")
            settle(page)
            shot(page, "registers-belts")
    expect(looks(page, "express-lit")).to_have_css("opacity", "0")
    settle(page)
    shot(page, "registers-lasers")
    table = player.get_by_role("table", name="Registers")
    expect(table.locator("tbody tr")).to_have_count(4)
    expect(table.locator(".tk-run-note")).to_have_text(["660", "500", "90", "10"])
    assert axe(page, PLAYER) == []
    for _ in steps:
        page.keyboard.press("ArrowLeft")
    at_stop(page, 0)
    assert [where(page, name) for name in ("red", "green", "blue", "yellow")] == home
