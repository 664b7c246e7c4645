"""The ladder of help in JupyterLab: by mouse, by keyboard, and after a restart."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .builderpage import in_tray, laid
from .conftest import OpenNotebook, Shot
from .labpage import axe, becomes, restart_kernel, run_all

NAME = "00-04-only-the-keyboard"
CELLS = ["import teachkit as tk", f'tk.exercise("{NAME}")']
ONLY_THE_END = "Good so far. What comes next?"


def kept(folder: Path) -> dict:
    return json.loads((folder / "answers.json").read_text())["answers"][NAME]


def helper(bench: Locator) -> Locator:
    """Return the help button, whatever its label is now."""
    return bench.locator("[data-press=hint]")


def hints(bench: Locator) -> Locator:
    return bench.locator(".tk-hints li")


def lay(bench: Locator, label: str) -> None:
    before = laid(bench).count()
    in_tray(bench, label).click()
    expect(laid(bench)).to_have_count(before + 1)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.press"))


def test_the_ladder_of_help(open_notebook: OpenNotebook, folder: Path, shot: Shot) -> None:
    """By mouse for the fault, by keys up to the solution; all is still there after a restart."""
    page = open_notebook(CELLS)
    bench = page.locator(".jp-Cell").filter(has=page.locator(".tk-feedback"))
    lay(bench, "Right")
    lay(bench, "Forward")
    run = bench.get_by_role("button", name="Run", exact=True)
    run.click()
    expect(bench.locator(".tk-says")).to_contain_text(ONLY_THE_END)
    bench.get_by_role("button", name="Where did it go wrong?").click()
    expect(bench.locator(".tk-player")).not_to_have_attribute("data-position", "0")
    expect(bench.locator(".tk-astray p")).to_have_text("")  # the verdict has shown it
    shot(page, "hints-astray")
    for _ in range(2):
        bench.get_by_role("button", name="Undo", exact=True).click()
    expect(laid(bench)).to_have_count(0)

    run.focus()
    page.keyboard.press("Tab")
    assert focused(page) == "hint"
    while (label := helper(bench).inner_text()) != "Show a solution":
        shown = hints(bench).count()
        page.keyboard.press("Enter")
        expect(hints(bench)).to_have_count(shown + 1)
        assert focused(page) == "hint", label
    page.keyboard.press("Enter")
    expect(helper(bench)).to_have_text("Yes, show it")
    page.keyboard.press("Space")
    expect(hints(bench).last).to_have_text("A solution:left, forward, forward")
    expect(helper(bench)).to_have_attribute("aria-disabled", "true")
    assert focused(page) == "hint"
    expect(bench.get_by_role("button", name="Right, none left")).to_be_visible()
    shot(page, "hints-by-keyboard")
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-root") == []

    before = hints(bench).all_text_contents()
    becomes(lambda: kept(folder)["hints"], len(before))
    restart_kernel(page)
    run_all(page)
    expect(hints(bench)).to_have_text(before)
    expect(bench.get_by_role("button", name="Right, none left")).to_be_visible()
