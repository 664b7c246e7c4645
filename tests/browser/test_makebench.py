"""Test the bench on which a learner makes an exercise, in JupyterLab."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .conftest import OpenNotebook, Shot
from .labpage import FREE, LAPTOP, TABLET, axe, settle

BENCH = """
from tests.exercises.test_make import made_of
from teachkit.widgets.workbench.makebench import MakeBench
bench = MakeBench(made_of(**{keys}))
bench
"""
OPEN = {"make": {"open": ["board", "cards", "checks"], "par_cards": "2..7", "needs": ["right"]}}
SIZE = """() => { const bench = document.querySelector('.tk-bench');
  return [bench.offsetHeight, bench.scrollWidth - bench.clientWidth]; }"""


def fits(page: Page, free: float) -> None:
    """Assert that the whole bench fits on the screen."""
    settle(page)
    height, over = page.evaluate(SIZE)
    assert over <= 0
    assert height <= free


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click(timeout=10_000)


def test_a_board_is_painted_checked_played_and_handed_on(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = open_notebook([BENCH.format(keys=OPEN)], size=LAPTOP, still=True)
    expect(page.locator(".tk-sharing")).to_be_visible(timeout=10_000)
    fits(page, FREE)
    shot(page, "making-laptop")
    for name in ("Purple sample", "Eraser", "Blue sample"):
        press(page, name)
        page.locator(".tk-easel-board").click(timeout=10_000)
    press(page, "Check my board")
    expect(page.locator(".tk-says")).to_contain_text("Right", timeout=10_000)
    expect(page.locator(".tk-sharing-code")).to_contain_text("-", timeout=10_000)
    fits(page, FREE)
    shot(page, "making-checked")
    press(page, "Hint")
    press(page, "Place one thing")
    expect(page.locator(".tk-easel-found")).to_be_visible(timeout=10_000)
    assert axe(page, ".tk-bench") == []
    shot(page, "making-hint")
    press(page, "Try it")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible(timeout=10_000)
    expect(page.locator(".tk-easel-board")).to_be_hidden(timeout=10_000)
    settle(page)
    shot(page, "making-tried")
    press(page, "Back to my board")
    expect(page.locator(".tk-easel-board")).to_be_visible(timeout=10_000)
    page.set_viewport_size({"width": 1024, "height": 768})
    settle(page)
    shot(page, "making-landscape")
    fits(page, FREE)
    page.set_viewport_size(TABLET)
    settle(page)
    shot(page, "making-tablet")
    board, check = (page.locator(part) for part in (".tk-easel-board", "[data-press=run]"))
    top, bottom = board.bounding_box(), check.bounding_box()
    assert top
    assert bottom
    reach = bottom["y"] + bottom["height"] - top["y"]
    assert reach <= TABLET["height"] - (LAPTOP["height"] - FREE)
