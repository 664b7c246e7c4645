"""Driving Python in JupyterLab: run a cell, step back, see the line and its variables."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from teachkit.exercises.judging.sources import courses_of
from teachkit.exercises.running.driving import drives_in_process
from teachkit.widgets.player import Player
from teachkit.widgets.workbench.source_scenes import drive_scene
from tests.exercises.drives import as_lesson, stored

from .bare import show_bare
from .conftest import OpenNotebook, Shot
from .labpage import NOTEBOOK, axe
from .playerpage import PLAYER, at_stop, control

CORNER = "n = 0\n" + stored("corner").file.solution.answer.strip() + "\n    n = n + 1"
NOW = ".tk-run-code-line[aria-current='step']"
WORKS = "It works: everything is as it should be."


def bench(page: Page) -> Locator:
    """Return the cell with the player; its verdict is in the cell below."""
    return page.locator(".jp-Cell").filter(has=page.locator(PLAYER))


def known(on: Locator) -> dict[str, str]:
    """Return the variables as they are shown."""
    rows = on.locator(".tk-run-variable")
    return dict(zip(rows.locator("dt").all_inner_texts(), rows.locator("dd").all_inner_texts(),
                    strict=True))  # fmt: skip


def test_a_rover_is_driven(open_notebook: OpenNotebook, folder: Path, shot: Shot) -> None:
    """Python runs in its cell; the learner steps through board, line and variables."""
    as_lesson("97", folder)
    exercise = "import teachkit as tk\ntk.exercise('97-corner')"
    page = open_notebook([exercise, f"%%exercise 97-corner\n{CORNER}"])
    on, verdict = bench(page), page.locator(".jp-Cell").last.locator("[role=status]")
    expect(verdict).to_contain_text(WORKS)
    expect(verdict).to_contain_text("4 of 4 points")
    back_and_forth(page, on, shot)
    at_the_end_of_the_drive(page, on, shot)


def back_and_forth(page: Page, on: Locator, shot: Shot) -> None:
    """By mouse and by keyboard: the line that ran, the one that called it, and the next."""
    on.scroll_into_view_if_needed()
    control(on, "To the end")
    at_stop(on, 5)
    expect(on.locator(NOW)).to_have_text("8    left()")
    assert known(on) == {"n": "1"}
    shot(page, "drive-end")
    control(on, "One step back")
    expect(on.locator(NOW)).to_have_text("4        forward()")
    on.locator(PLAYER).focus()
    page.keyboard.press("ArrowLeft")
    at_stop(on, 3)
    expect(on.locator(NOW)).to_have_text("8    left()")
    assert known(on) == {"n": "0"}
    page.keyboard.press("ArrowLeft")
    at_stop(on, 2)
    expect(on.locator(".tk-run-code-line[data-around]")).to_have_text("7    to_the_end()")
    expect(on.locator(".tk-run-code-line[data-next]")).to_have_text("8    left()")
    expect(on.locator(".tk-run-caption")).to_contain_text("Next is line 8")
    shot(page, "drive-line")
    page.keyboard.press("Home")
    expect(on.locator(NOW)).to_have_count(0)
    assert axe(page, f"{NOTEBOOK} {PLAYER}") == []


def rewrite(page: Page, source: str) -> None:
    """Replace the text of the last cell, and run it."""
    page.locator(".jp-Cell .cm-content").last.fill(f"%%exercise 97-corner\n{source}")
    page.keyboard.press("Control+Enter")


def at_the_end_of_the_drive(page: Page, on: Locator, shot: Shot) -> None:
    """The verdict is beside the board when the drive is over, and not again below its cell."""
    says, below = on.locator(".tk-says"), page.locator("[data-verdict='97-corner']")
    on.get_by_role("slider", name="Speed").press("Home")
    rewrite(page, "forward()")
    at_stop(on, 1)
    expect(on.locator(".tk-points")).to_have_text("4 of 4 points")
    expect(says).not_to_contain_text(WORKS)
    rewrite(page, CORNER)
    expect(says).to_contain_text("Your program is running.")
    expect(below).to_be_hidden()
    shot(page, "drive-waits")
    on.get_by_role("button", name="Skip to the end").click()
    at_stop(on, 5)
    expect(says).to_contain_text(WORKS)
    expect(below).to_be_hidden()
    shot(page, "drive-verdict")


def test_a_drive_is_stepped_by_touch(phone: Page, shot: Shot) -> None:
    """On a phone, where board and source are stacked."""
    exercise = stored("corner")
    (drive, *_) = drives_in_process("\n" + CORNER, courses_of(exercise))
    show_bare(phone, Player(drive_scene("\n" + CORNER, drive, exercise)))
    for position in (1, 2, 3):
        phone.get_by_role("button", name="One step forward", exact=True).tap()
        at_stop(phone, position)
    phone.get_by_role("button", name="One step back", exact=True).tap()
    at_stop(phone, 2)
    expect(phone.locator(NOW)).to_have_text("5        forward()")
    phone.locator(NOW).scroll_into_view_if_needed()
    shot(phone, "drive-touch")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
