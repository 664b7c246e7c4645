"""Programs for two rovers, in JupyterLab: laid by mouse and keyboard, by touch, run together."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.exercises.test_lanes import WORKED

from .conftest import OpenNotebook, Shot
from .labpage import Lab, axe, cell_errors, go_to_notebook, run_all, write_notebook
from .test_first_lesson import lay_by_keyboard, lay_by_mouse, run

CELLS = ["import teachkit as tk", 'tk.exercise("98-change-places")']
GREEN = ("Right", "Forward", "Left", "Forward", "Forward", "Left", "Forward")


@pytest.fixture
def lanes(lab: Lab) -> Iterator[Lab]:
    """The lab's folder has the worked exercise as lesson 98."""
    folder = lab.folder / "exercises" / "98"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(WORKED, folder / "98-change-places.toml")
    yield lab
    (lab.folder / "answers.json").unlink(missing_ok=True)


def strip(page: Page, whose: str) -> Locator:
    """The builder of one piece."""
    builder = page.locator(f".tk-builder[aria-label='Program of {whose}']")
    builder.scroll_into_view_if_needed()
    return builder


def test_two_rovers_change_places_by_mouse_and_keyboard(
    lanes: Lab, open_notebook: OpenNotebook, shot: Shot
) -> None:
    """Red is laid by mouse, one card too few; green by keyboard. Then red gets the third."""
    page = open_notebook(CELLS)
    bench = page.locator(".jp-Cell").last
    for _ in range(2):
        lay_by_mouse(page, strip(page, "Red"), "Forward")
    lay_by_keyboard(page, strip(page, "Green"), *GREEN)
    run(bench)
    expect(bench).to_contain_text("In round 2 green is still on c1; red needs one more card.")
    lay_by_mouse(page, strip(page, "Red"), "Forward")
    run(bench)
    expect(bench).to_contain_text("It works: everything is as it should be.")
    expect(bench).to_contain_text("2 of 2 points")
    player = page.locator(".tk-player")
    player.scroll_into_view_if_needed()
    player.focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(player.locator(".tk-run-caption")).to_contain_text("Red: nothing happens")
    expect(page.locator(".tk-lay-card[data-next]")).to_have_count(2)
    expect(player.get_by_role("table", name="Rounds").locator("tbody tr")).to_have_count(2)
    shot(page, "lanes")
    page.keyboard.press("End")
    shot(page, "lanes-end")
    assert cell_errors(page) == []
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-bench") == []


def test_two_rovers_are_programmed_by_touch(lanes: Lab, browser: Browser, shot: Shot) -> None:
    """Each tap lays a card."""
    context = browser.new_context(viewport={"width": 1024, "height": 1100}, has_touch=True)
    page = context.new_page()
    try:
        write_notebook(lanes.folder / "lanes-by-touch.ipynb", CELLS)
        go_to_notebook(page, lanes, "lanes-by-touch.ipynb")
        run_all(page)
        for whose, cards in (("Red", ("Forward",) * 3), ("Green", GREEN)):
            on = strip(page, whose)
            for number, label in enumerate(cards, 1):
                tray = on.locator(".tk-lay-tray-card").filter(has_text=label)
                tray.tap()
                laid = on.locator(".tk-lay-strip .tk-lay-instruction")
                expect(laid).to_have_count(number)
        bench = page.locator(".jp-Cell").last
        bench.get_by_role("button", name="Run", exact=True).tap()
        bench.get_by_role("button", name="Skip to the end").tap()
        expect(bench).to_contain_text("It works: everything is as it should be.")
        cell = page.get_by_role("table", name="Rounds").get_by_role("button").nth(1)
        cell.tap()
        expect(cell).to_have_attribute("aria-current", "step")
        shot(page, "lanes-touch")
    finally:
        context.close()
        lanes.stop_kernels()
