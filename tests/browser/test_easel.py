"""The easel: the same board painted by mouse, by finger, by keys and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from teachkit.core.game.game import Game
from teachkit.games import NAMES, algoracing, game, roborally
from teachkit.widgets.easel import Easel

from .bridge import Bridge
from .builderpage import is_large
from .conftest import Shot, new_page, passing
from .easelpage import ARROWS, Painter
from .labpage import LAPTOP, axe

GAME = algoracing.GAME
FINGER = 36  # pixels
TABLET: ViewportSize = {"width": 1024, "height": 768}
NARROW: ViewportSize = {"width": 320, "height": 700}
PAINTED: dict[str, Any] = {
    "floor": ". . .\n# # #\n. . .\n",
    "walls": ["a1 north", "b1 north", "c3 east"],
    "rovers": {"red": "b1 east"},
    "samples": {"c1": "blue"},
}


def easel(of: Game = GAME, side: int = 3, **options: Any) -> Easel:
    edition = of.levels.editions[0]
    return Easel(of, of.palette.blank(edition, side, side), edition=edition, **options)


@pytest.fixture(params=["mouse", "touch", "keys"])
def painter(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Painter]:
    """Somebody who paints in one of three ways."""
    touch, shown = request.param == "touch", easel()
    pages = passing(new_page(browser, viewport=LAPTOP, has_touch=touch, reduced_motion="reduce"))
    page = next(pages)
    Bridge(page, shown)
    yield Painter(page, shown, request.param)
    next(pages, None)


def by_mouse(page: Page, shown: Easel) -> tuple[Painter, Bridge]:
    bridge = Bridge(page, shown)
    return Painter(page, shown, "mouse"), bridge


def paint_by_keys(painter: Painter) -> None:
    for _ in range(12):  # the bar, the palette, and the tools are before the board
        painter.press("Tab")
        if painter.board.evaluate("board => board === document.activeElement"):
            break
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


def test_the_same_board_is_painted_in_each_way(painter: Painter, shot: Shot) -> None:
    (paint_by_keys if painter.way == "keys" else paint_by_hand)(painter)
    painter.heard("c1: Blue sample")
    assert painter.easel.start == PAINTED
    shot(painter.page, f"easel-{painter.way}")


def test_a_drag_is_undone_at_once(page: Page) -> None:
    painter, _ = by_mouse(page, easel())
    before = painter.easel.start
    painter.pick("Hill")
    painter.stroke("a3", "c3")
    painter.heard("c3: Hill")
    after = painter.easel.start
    assert after["floor"].startswith("# # #\n")
    painter.press("Control+z")
    painter.heard("Undone.")
    assert painter.easel.start == before
    painter.button("Redo").click()
    painter.heard("Done again.")
    assert painter.easel.start == after
    expect(painter.button("Redo")).to_have_attribute("aria-disabled", "true")


def test_a_tap_turns_a_rover_and_the_eraser_takes_a_wall(page: Page) -> None:
    painter, bridge = by_mouse(page, easel())
    painter.pick("Red rover")
    painter.stroke("a1")
    painter.heard("a1: Red rover facing south")
    painter.stroke("b2", "b2 north")
    painter.heard("b2: Red rover facing north")
    painter.pick("Wall")
    painter.stroke("b2 south")
    painter.heard("b2: Wall to the south, Red rover facing north")
    painter.pick("Eraser")
    painter.stroke("b1 north")
    painter.heard("b1: empty")
    assert painter.easel.start["rovers"] == {"red": "b2 north"}
    painter.easel.mark_square("c3")
    bridge.push()
    expect(page.locator(".tk-easel-found")).to_be_visible()


def test_belts_face_along_a_drag(page: Page) -> None:
    painter, _ = by_mouse(page, easel(roborally.GAME, 4))
    painter.pick("Conveyor belt")
    painter.stroke("b2", "b4", "d4")
    painter.heard("d4: Conveyor belt facing east")
    assert painter.easel.start["floor"] == ". > > >\n. ^ . .\n. ^ . .\n. . . .\n"


def test_a_stroke_is_seen_before_python_answers(page: Page) -> None:
    painter, bridge = by_mouse(page, easel())
    fresh = page.locator(".tk-easel-fresh .tk-easel-chip")
    bridge.hold()
    painter.pick("Hill")
    painter.stroke("a2", "c2")
    painter.pick("Wall")
    painter.stroke("a1 north")
    expect(fresh).to_have_count(4)
    assert not painter.easel.can_undo
    bridge.release()
    expect(fresh).to_have_count(0)
    assert painter.easel.start["walls"] == ["a1 north"]
    assert "# # #" in painter.easel.start["floor"]


def test_the_text_and_the_board_are_in_step(page: Page) -> None:
    painter, _ = by_mouse(page, easel())
    page.get_by_text("The board as text").click()
    text = page.get_by_role("textbox", name="The board as text")
    painter.pick("Hill")
    painter.stroke("a1 south", "b1 south")
    expect(text).to_have_value(painter.easel.text)
    text.fill(painter.easel.text.replace("# # .", "# ? ."))
    complaint = page.get_by_role("alert")
    expect(complaint).to_contain_text('Line 4: The legend must explain "?"')
    expect(text).to_have_value(painter.easel.text)
    text.fill(painter.easel.text.replace("# ? .", "# % ."))
    expect(complaint).to_have_text("")
    assert ["mark", "b1", ""] in painter.easel.marks


@pytest.mark.parametrize(("name", "dark"), [*zip(NAMES, [False, True] * 2, strict=True)])
def test_every_easel_is_accessible(page: Page, shot: Shot, name: str, dark: bool) -> None:
    shown = easel(game(name), 5)
    shown.redraw()
    Bridge(page, shown, dark=dark)
    for fold in page.locator("summary").all():
        fold.click()
    expect(page.locator("option").nth(2)).to_be_attached()
    page.locator(".tk-easel-tile").last.click()
    page.locator(".tk-easel-text").fill("floor = 1")
    expect(page.get_by_role("alert")).to_contain_text("Line 1")
    assert axe(page, ".tk-easel") == []
    shot(page, f"easel-{name}-{'dark' if dark else 'light'}")


@pytest.mark.parametrize("size", [TABLET, NARROW])
def test_fingers_hit_everything_and_nothing_is_cut_off(
    page: Page, size: ViewportSize, shot: Shot
) -> None:
    page.set_viewport_size(size)
    Bridge(page, easel(roborally.GAME, 5))
    page.locator(".tk-easel-tile", has_text="Laser").dispatch_event("click")
    targets = page.locator(".tk-easel :is(button, summary, input)").all()
    assert len(targets) > 30
    for target in targets:
        assert is_large(target, FINGER), target
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, f"easel-{size['width']}")


def test_a_board_that_stays_as_it_is_is_only_a_picture(page: Page) -> None:
    Bridge(page, easel(things=(), fixed=True))
    expect(page.locator(".tk-easel-picture")).to_be_visible()
    expect(page.locator(".tk-easel :is(button, [tabindex='0'], textarea)")).to_have_count(0)
    assert axe(page, ".tk-easel") == []
