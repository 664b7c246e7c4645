"""Python that drives, in JupyterLab: run a cell, step back, see the line and its variables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.exercises.drives import as_lesson, stored

from .bare import show_bare
from .conftest import OpenNotebook, Shot
from .labpage import Lab, axe, cell_errors
from .playerpage import PLAYER, at_stop
from .test_player import press

CORNER = "n = 0\n" + stored("corner").file.solution.answer.strip() + "\n    n = n + 1"
SIXTYFOUR = stored("sixtyfour").file.solution.answer.strip()
WAITS = "It runs. What came of it is told at the end."
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


def says_before(verdict: Locator) -> str:
    """What a style sheet says in place of the verdict; "none" if nothing."""
    said: str = verdict.evaluate("node => getComputedStyle(node, '::before').content")
    return said


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


def test_the_verdict_comes_when_the_drive_has_ended(
    drives: Lab, open_notebook: OpenNotebook, shot: Shot
) -> None:
    """Even where the cell is below the board: it says that it runs, and gives nothing away."""
    page = open_notebook([*notebook("97-corner", CORNER)[:2], "%%exercise 97-corner\nforward()"])
    bench(page).get_by_role("slider", name="Speed").press("Home")
    at_stop(page, 1)
    points, verdict = bench(page).locator(".tk-points"), page.locator("[data-verdict='97-corner']")
    expect(points).to_have_text("1 of 4 points")
    page.locator(".jp-Cell .cm-content").last.fill(notebook("97-corner", CORNER)[-1])
    page.keyboard.press("Shift+Enter")
    expect(bench(page).locator(".tk-says")).to_contain_text("It runs.")
    expect(verdict).to_have_count(1)
    assert verdict.inner_text() == ""
    assert WAITS in says_before(verdict)
    expect(points).to_have_text("1 of 4 points")
    shot(page, "drive-waits")
    bench(page).get_by_role("button", name="Skip to the end").click()
    at_stop(page, 5)
    expect(verdict.get_by_text("It works: everything is as it should be.")).to_be_visible()
    assert says_before(verdict) == "none"
    expect(points).to_have_text("4 of 4 points")
    expect(bench(page).locator(".tk-says")).to_be_empty()
    shot(page, "drive-verdict")


def test_with_reduced_motion_the_verdict_is_there_at_once(
    drives: Lab, open_notebook: OpenNotebook, page: Page
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_notebook(notebook("97-corner", CORNER))
    expect(page.get_by_text("It works: everything is as it should be.")).to_be_visible()
    assert page.locator(PLAYER).get_attribute("data-over") == "false"


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
