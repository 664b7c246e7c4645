"""Python that drives, in JupyterLab: run a cell, step back, see the line and its variables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.exercises.drives import as_lesson, stored

from .bare import show_bare
from .conftest import OpenNotebook, Shot
from .labpage import Lab, axe, cell_errors
from .playerpage import at_stop
from .test_player import press

CORNER = "n = 0\n" + stored("corner").file.solution.answer.strip() + "\n    n = n + 1"
SIXTYFOUR = stored("sixtyfour").file.solution.answer.strip()
NOW = ".tk-run-code-line[aria-current='step']"


@pytest.fixture
def drives(lab: Lab) -> Iterator[Lab]:
    """The lab's folder has the worked drives as lesson 97."""
    if not (lab.folder / "exercises" / "97").exists():
        as_lesson("97", lab.folder)
    yield lab
    (lab.folder / "answers.json").unlink(missing_ok=True)


def notebook(name: str, source: str) -> list[str]:
    return ["import teachkit as tk", f'tk.exercise("{name}")', f"%%exercise {name}\n{source}"]


def bench(page: Page) -> Locator:
    return page.locator(".jp-Cell").filter(has=page.locator(".tk-player"))


def known(page: Page) -> dict[str, str]:
    """The variables as they are shown."""
    rows = page.locator(".tk-run-variable")
    return dict(zip(rows.locator("dt").all_inner_texts(), rows.locator("dd").all_inner_texts(),
                    strict=True))  # fmt: skip


def test_a_rover_is_driven_and_stepped_by_mouse_and_keyboard(
    drives: Lab, open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = open_notebook(notebook("97-corner", CORNER))
    verdict = page.locator(".jp-Cell").last.locator("[role=status]")
    expect(verdict).to_contain_text("It works: everything is as it should be.")
    expect(verdict).to_contain_text("4 of 4 points")
    on = bench(page)
    on.scroll_into_view_if_needed()
    on.get_by_role("button", name="To the end", exact=True).click(force=True)
    expect(page.locator(".tk-player")).to_have_attribute("data-position", "5")
    expect(page.locator(NOW)).to_have_text("9    left()")
    assert known(page) == {"n": "1"}
    shot(page, "drive-end")

    on.get_by_role("button", name="One step back", exact=True).click()
    expect(page.locator(NOW)).to_have_text("5        forward()")
    page.locator(".tk-player").focus()
    page.keyboard.press("ArrowLeft")
    at_stop(page, 3)
    expect(page.locator(NOW)).to_have_text("9    left()")
    assert known(page) == {"n": "0"}
    page.keyboard.press("ArrowLeft")
    at_stop(page, 2)
    expect(page.locator(".tk-run-code-line[data-around]")).to_have_text("8    to_the_end()")
    expect(page.locator(".tk-run-code-line[data-next]")).to_have_text("9    left()")
    expect(page.locator(".tk-run-caption")).to_contain_text("Next is line 9")
    shot(page, "drive-line")
    page.keyboard.press("Home")
    expect(page.locator(NOW)).to_have_count(0)
    assert cell_errors(page) == []
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-player") == []


def test_a_machine_is_driven_and_what_is_wrong_is_lit(
    drives: Lab, open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = open_notebook(notebook("97-sixtyfour", SIXTYFOUR + "\nn = 1\nfor n in 2: a1_add()"))
    expect(page.locator(".jp-Cell").last).to_contain_text("0 of 4 points")
    bench(page).get_by_role("button", name="To the end", exact=True).click(force=True)
    expect(page.locator(NOW)).to_have_text("7for n in 2: a1_add()")
    expect(page.locator(".tk-run-code-line[data-skipped]")).to_have_count(1)
    expect(page.locator(".tk-run-caption")).to_contain_text("Line 7: ")
    shot(page, "drive-machine")


def test_a_drive_is_stepped_by_touch(browser: Browser, shot: Shot) -> None:
    """On a phone, where board and source stand one under the other."""
    from teachkit.exercises.driving.driving import drives_here
    from teachkit.exercises.driving.judging import courses_of
    from teachkit.widgets.player import Player
    from teachkit.widgets.workbench.drivebench import scene_of

    exercise = stored("corner")
    (drive, *_) = drives_here("\n" + CORNER, courses_of(exercise))
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    show_bare(page, Player(scene_of("\n" + CORNER, drive, exercise)))
    for position in (1, 2, 3):
        page.get_by_role("button", name="One step", exact=True).tap()
        at_stop(page, position)
    page.get_by_role("button", name="One step back", exact=True).tap()
    at_stop(page, 2)
    expect(page.locator(NOW)).to_have_text("5        forward()")
    page.locator(NOW).scroll_into_view_if_needed()
    shot(page, "drive-touch")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_cards_are_shown_as_before_where_nothing_drives(page: Page) -> None:
    from teachkit.widgets.player import Player

    from .fake_run import SQUARE_DANCE, fake_run

    show_bare(page, Player(fake_run(SQUARE_DANCE)))
    expect(page.locator(".tk-run-source")).to_have_count(0)
    press(page, "One step")
    at_stop(page, 1)
    expect(page.locator(".tk-run-card[data-ran]")).to_have_count(1)
