"""The player in JupyterLab: with a kernel, after its end, and in a saved notebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenNotebook, Shot
from .fake_run import SQUARE_DANCE, fake_run
from .labpage import (
    Lab,
    axe,
    cell_sources,
    command,
    dark_theme,
    go_to_notebook,
    run_all,
    save,
    shut_kernel_down,
)
from .playerpage import PLAYER, at_stop, to_the_skipped_card

PLAYER_CELL = """from tests.browser.fake_run import SQUARE_DANCE, fake_run, fake_still
from teachkit.widgets.player import Player

player = Player(fake_run(SQUARE_DANCE), still=fake_still())
player"""


def test_in_jupyterlab(open_notebook: OpenNotebook, shot: Shot) -> None:
    page = open_notebook([PLAYER_CELL])
    expect(page.locator(".tk-still")).to_be_hidden()
    to_the_skipped_card(page)
    at_stop(page, 8)
    page.wait_for_timeout(500)
    assert axe(page, PLAYER) == []
    shot(page, "player-lab-light")
    dark_theme(page)
    page.wait_for_timeout(500)
    assert axe(page, PLAYER) == []
    shot(page, "player-lab-dark")


def test_the_kernel_learns_the_stop_and_sets_it(open_notebook: OpenNotebook) -> None:
    page = open_notebook([PLAYER_CELL, "player.back()", "print(player)"], run=False)
    run_cell(page, 0)
    to_the_skipped_card(page)
    page.wait_for_timeout(800)
    run_cell(page, 1)
    at_stop(page, 7)
    run_cell(page, 2)
    expect(page.locator(".jp-RenderedText").last).to_have_text("Player(step 7 of 9)\n")


def notebook_name(page: Page) -> str:
    return str(page.evaluate("window.jupyterapp.shell.currentWidget.context.path"))


def run_cell(page: Page, number: int) -> None:
    page.evaluate(
        "number => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = number }",
        number,
    )
    command(page, "notebook:run-cell")


def test_it_plays_on_without_a_kernel(open_notebook: OpenNotebook) -> None:
    page = open_notebook([PLAYER_CELL])
    shut_kernel_down(page)
    root = page.locator(PLAYER)
    root.press("ArrowRight")
    at_stop(page, 1)
    page.get_by_role("slider", name="Speed").press("End")
    root.press(" ")
    at_stop(page, 9)


def test_the_focus_is_seen_in_jupyterlab(open_notebook: OpenNotebook) -> None:
    page = open_notebook([PLAYER_CELL])
    page.locator(PLAYER).press("ArrowRight")
    for _ in range(8):
        style = "getComputedStyle(document.activeElement).outline"
        assert page.evaluate(style).endswith("solid 3px")
        page.keyboard.press("Tab")


def test_no_key_leaks_into_the_notebook(open_notebook: OpenNotebook) -> None:
    page = open_notebook([PLAYER_CELL, "'below'"])
    focusable = page.locator(f"{PLAYER}, {PLAYER} :is(button, input, [tabindex])")
    for number in range(focusable.count()):
        for key in ["d", "d", "x", "a", "b", "m", "0", "0", "j", "k", "Shift+M", "ArrowDown", "z"]:
            focusable.nth(number).press(key)
    assert cell_sources(page) == [PLAYER_CELL, "'below'"]
    expect(page.locator(".jp-Dialog")).to_have_count(0)


def test_a_reopened_notebook_shows_the_still(
    open_notebook: OpenNotebook, lab: Lab, shot: Shot
) -> None:
    page = open_notebook([PLAYER_CELL])
    save(page)
    name = notebook_name(page)
    lab.stop_kernels()
    go_to_notebook(page, lab, name)
    still = page.locator(".tk-still")
    expect(still.get_by_role("img")).to_be_visible()
    expect(still.locator("pre")).to_be_hidden()
    still.get_by_text("Board as text").click()
    assert still.locator("pre").inner_text() == fake_run(SQUARE_DANCE)["stops"][0]["board"]
    expect(page.locator(PLAYER)).to_have_count(0)
    shot(page, "player-reopened")
    run_all(page)
    expect(page.locator(PLAYER)).to_be_visible()
    expect(still).to_be_hidden()


def test_a_static_page_shows_the_still(
    open_notebook: OpenNotebook, lab: Lab, tmp_path: Path, shot: Shot
) -> None:
    nbconvert = pytest.importorskip("nbconvert")
    page = open_notebook([PLAYER_CELL])
    save(page)
    html, _ = nbconvert.HTMLExporter().from_filename(str(lab.folder / notebook_name(page)))
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    page.route("http*://**", lambda route: route.abort())
    page.goto((tmp_path / "page.html").as_uri())
    expect(page.get_by_role("img", name="The red rover on a1 looks east.")).to_be_visible()
    page.locator(".tk-still").get_by_text("Board as text").click()
    assert "a b c d e f" in page.locator(".tk-still pre").inner_text()
    shot(page, "player-static")
