"""Programs for two rovers, in JupyterLab: built by mouse and by keyboard, and run together."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.exercises.test_lanes import WORKED

from .builderpage import lay_by_keyboard, lay_by_mouse
from .conftest import OpenNotebook, Shot
from .labpage import NOTEBOOK, axe

CELLS = ["import teachkit as tk", 'tk.exercise("98-change-places")']
GREEN = ("Right", "Forward", "Left", "Forward", "Forward", "Left", "Forward")


def strip(page: Page, whose: str) -> Locator:
    """Return the builder of one piece, after its cards are shown instead of the other's."""
    builder = page.locator(f".tk-builder[aria-label^='Program of {whose}']")
    builder.scroll_into_view_if_needed()
    builder.focus()
    heights = page.locator(".tk-lay-felt").evaluate_all("all => all.map(each => each.clientHeight)")
    assert [height > 1 for height in heights] == [whose == "Red", whose == "Green"]
    return builder


def run(bench: Locator) -> None:
    """Press Run, without waiting for the end of the drive."""
    bench.get_by_role("button", name="Run", exact=True).click()
    bench.get_by_role("button", name="Skip to the end").click()


def test_two_rovers_change_places_by_mouse_and_keyboard(
    open_notebook: OpenNotebook, folder: Path, shot: Shot
) -> None:
    """Red's program is built by mouse, one card short, then completed; green's by keyboard."""
    lesson = folder / "exercises" / "98"
    lesson.mkdir(parents=True)
    shutil.copy(WORKED, lesson / "98-change-places.toml")
    page = open_notebook(CELLS)
    bench = page.locator(".jp-Cell").last
    lay_by_mouse(strip(page, "Red"), "Forward", "Forward")
    lay_by_keyboard(strip(page, "Green"), *GREEN)
    run(bench)
    expect(bench).to_contain_text("In round 2 green is still on c1; red needs one more card.")
    lay_by_mouse(strip(page, "Red"), "Forward")
    run(bench)
    expect(bench).to_contain_text("in 10 cards.")
    expect(bench).to_contain_text("2 of 2 points")
    player = page.locator(".tk-player")
    player.scroll_into_view_if_needed()
    player.focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(player.locator(".tk-run-caption")).to_contain_text("Red: skipped")
    expect(page.locator(".tk-lay-card[data-next]")).to_have_count(2)
    expect(player.get_by_role("table", name="Rounds").locator("tbody tr")).to_have_count(2)
    shot(page, "lanes")
    page.keyboard.press("End")
    shot(page, "lanes-end")
    assert axe(page, f"{NOTEBOOK} .tk-bench") == []
