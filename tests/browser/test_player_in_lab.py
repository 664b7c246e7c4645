"""The player in JupyterLab: with a kernel, after its end, and in a saved notebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import OpenNotebook, Shot
from .labpage import (
    Lab,
    axe,
    becomes,
    cell_sources,
    change_theme,
    close_documents,
    command,
    open_document,
    run_all,
    save,
    shut_kernel_down,
)
from .playerpage import DANCE, PLAYER, at_stop, run_of, to_the_skipped_card

PLAYER_CELL = f"""import teachkit as tk
player = tk.watch("algoracing", **{DANCE!r})
player"""


def run_cell(page: Page, number: int) -> None:
    page.evaluate(
        "number => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = number }",
        number,
    )
    command(page, "notebook:run-cell")


def test_in_jupyterlab(open_notebook: OpenNotebook, shot: Shot) -> None:
    """Kernel and page exchange the stop; no key leaks; everything works without a kernel."""
    page = open_notebook([PLAYER_CELL, "print(player)", "player.back()"])
    sources, root = cell_sources(page), page.locator(PLAYER)
    expect(page.locator(".tk-still")).to_be_hidden()
    at_stop(page, 0)
    no_key_leaks(page, sources)
    run_cell(page, 0)
    to_the_skipped_card(page)
    at_stop(page, 8)
    is_learned(page, 8)
    run_cell(page, 2)
    at_stop(page, 7)
    change_theme(page)
    assert axe(page, PLAYER) == []
    shot(page, "player-lab-dark")

    shut_kernel_down(page)
    root.press("Home")
    root.press("ArrowRight")
    at_stop(page, 1)
    page.get_by_role("slider", name="Speed").press("End")
    root.press(" ")
    at_stop(page, 9)


def is_learned(page: Page, position: int) -> None:
    """Assert that the kernel receives the stop of the page."""
    cell = page.locator(".jp-Cell").nth(1)

    def printed() -> str:
        run_cell(page, 1)
        return cell.locator(".jp-RenderedText").inner_text()

    becomes(printed, f"Player(step {position} of 9)\n")


def no_key_leaks(page: Page, sources: list[str]) -> None:
    focusable = page.locator(f"{PLAYER}, {PLAYER} :is(button, input, [tabindex])")
    for number in range(focusable.count()):
        focusable.nth(number).focus()
        for key in ["d", "d", "x", "a", "b", "m", "0", "0", "j", "k", "Shift+M", "ArrowDown", "z"]:
            page.keyboard.press(key)
    assert cell_sources(page) == sources
    expect(page.locator(".jp-Dialog")).to_have_count(0)


def test_a_saved_notebook_shows_the_still(
    open_notebook: OpenNotebook, lab: Lab, folder: Path, page: Page, shot: Shot
) -> None:
    """Opened again without a kernel, and as a static page."""
    notebook = open_notebook([PLAYER_CELL])
    save(notebook)
    close_documents(notebook)
    lab.stop_kernels()
    open_document(notebook, f"{folder.name}/1.ipynb")
    still = notebook.locator(".tk-still")
    expect(still.get_by_role("img")).to_be_visible()
    expect(still.locator("pre")).to_be_hidden()
    still.get_by_text("Board as text").click()
    assert still.locator("pre").inner_text() == run_of().scene["stops"][0]["board"]
    expect(notebook.locator(PLAYER)).to_have_count(0)
    shot(notebook, "player-reopened")
    run_all(notebook)
    expect(notebook.locator(PLAYER)).to_be_visible()
    expect(still).to_be_hidden()

    nbconvert = pytest.importorskip("nbconvert")
    html, _ = nbconvert.HTMLExporter().from_filename(str(folder / "1.ipynb"))
    (folder / "page.html").write_text(html, encoding="utf-8")
    page.route("http*://**", lambda route: route.abort())
    page.goto((folder / "page.html").as_uri())
    expect(page.get_by_role("img", name="The red rover is on a1, faces east")).to_be_visible()
    page.locator(".tk-still").get_by_text("Board as text").click()
    assert "a   b   c" in page.locator(".tk-still pre").inner_text()
    shot(page, "player-static")
