"""A bug hunt end to end: a mark by mouse, by keys and by finger, before a card may be changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.exercises.marking import is_asked, right_marks

from .builderpage import card, drag, in_tray, point, press
from .conftest import OpenNotebook, Shot
from .labpage import (
    Lab,
    axe,
    cell_sources,
    dark_theme,
    go_to_notebook,
    restart_kernel,
    run_all,
    write_notebook,
)

HUNT = "04-02-the-swapped-turn"
ASKS = "Run it. Then mark the first card that goes wrong."
EARLY = "After card 2: c2 south. All is as planned so far. Look further on."
LATE = "Before card 4: c2 west. Is that the plan? Look further back."
FOUND = "Well seen! Card 3 is the place. Now make your change."
FIRST = "First mark the card that goes wrong first."
CELL = """import os
os.environ["TEACHKIT_ANSWERS"] = {folder!r}
import teachkit as tk
tk.exercise({name!r})"""
LAPTOP = {"width": 1366, "height": 768}
TAKEN = 95  # pixels of the height that `teachkit lab` needs for itself
HEIGHTS = """() => [...document.querySelectorAll('.tk-bench')].map(bench =>
  [bench.querySelector('h3').textContent, bench.getBoundingClientRect().height])"""


def cell(folder: Path, name: str = HUNT) -> str:
    return CELL.format(folder=str(folder), name=name)


def told(page: Page) -> Locator:
    return page.locator(".tk-lay-marking")


def label(page: Page, number: int, text: str) -> None:
    expect(card(page, number).locator(".tk-lay-name")).to_have_text(text)


def is_marked(page: Page, number: int) -> None:
    expect(card(page, number).locator(".tk-lay-marked")).to_be_visible()
    expect(page.locator(".tk-lay-marked")).to_have_count(1)


def run(page: Page, lines: int) -> None:
    """And see it to the end, with the list of what happened."""
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".tk-says")).not_to_be_empty()
    page.get_by_role("button", name="What happened").click()
    expect(page.locator(".tk-run-line")).to_have_count(lines)


def test_by_mouse_from_the_wrong_run_to_the_right_one(
    open_notebook: OpenNotebook, shot: Shot, tmp_path: Path
) -> None:
    """Run it, mark too early, too late, rightly; change the card, run again."""
    page = open_notebook([cell(tmp_path)])
    page.set_viewport_size(LAPTOP)
    expect(told(page)).to_have_text(ASKS)
    shot(page, "marking-asked")
    run(page, lines=6)
    expect(told(page)).to_have_text(ASKS)
    card(page, 2).click()
    expect(told(page)).to_have_text(EARLY)
    is_marked(page, 2)
    shot(page, "marking-early")
    card(page, 4).click()
    expect(told(page)).to_have_text(LATE)
    is_marked(page, 4)
    assert axe(page, ".tk-bench") == []
    card(page, 3).click()
    expect(told(page)).to_have_text(FOUND)
    is_marked(page, 3)
    expect(card(page, 3)).not_to_have_attribute("aria-checked", "true")
    shot(page, "marking-found")
    assert axe(page, ".tk-bench") == []
    in_tray(page, "Left").click()
    label(page, 4, "Left")
    expect(told(page)).to_be_hidden()
    card(page, 3).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    label(page, 3, "Left")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".tk-points")).to_have_text("2 of 2 points")
    expect(page.locator(".tk-lay-marked")).to_have_count(0)


def test_until_then_no_card_moves_goes_or_comes(
    open_notebook: OpenNotebook, tmp_path: Path
) -> None:
    """And it is said what comes first."""
    page = open_notebook([cell(tmp_path)])
    status = page.locator(".tk-lay-status")
    in_tray(page, "Left").click(force=True)  # off, and it says why
    expect(status).to_have_text(FIRST)
    for name in ("Clear", "Remove"):
        page.get_by_role("button", name=name, exact=True).click(force=True)
    drag(page, point(card(page, 3)), point(card(page, 1)))
    expect(page.locator(".tk-lay-ghost")).to_have_count(0)
    label(page, 3, "Right")
    card(page, 1).focus()
    press(page, "Delete", "Alt+ArrowRight", "Control+z")
    expect(page.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(5)
    label(page, 3, "Right")
    expect(in_tray(page, "Left")).to_have_attribute("aria-disabled", "true")
    expect(told(page)).to_have_text(ASKS)


def test_by_keys_and_nothing_leaks_to_the_notebook(
    open_notebook: OpenNotebook, tmp_path: Path
) -> None:
    """Arrows choose, Enter or Space marks; letters do nothing to the cells."""
    page = open_notebook([cell(tmp_path), "1 + 1"])
    before = cell_sources(page)
    strip = page.locator(".tk-lay-strip")
    marks = "Arrow keys choose a card. Enter marks it as the first wrong one."
    expect(strip).to_have_attribute("aria-description", marks)
    card(page, 5).focus()
    press(page, "Home", "ArrowRight", "ArrowRight", "Enter")
    expect(told(page)).to_have_text(EARLY)
    expect(card(page, 2)).to_have_attribute("aria-checked", "true")
    expect(card(page, 2)).to_be_focused()
    press(page, "d", "d", "x", "a", "b", "m", "0")
    assert cell_sources(page) == before
    press(page, "ArrowRight", "Space")
    expect(told(page)).to_have_text(FOUND)
    expect(card(page, 3)).to_be_focused()
    expect(card(page, 3)).to_have_attribute("aria-label", "Right, card 3 of 5")
    press(page, "Delete")
    expect(page.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(4)
    assert cell_sources(page) == before


def test_on_the_line_of_what_happened(
    open_notebook: OpenNotebook, shot: Shot, tmp_path: Path
) -> None:
    """Each line of a card has a flag as long as a mark is asked; by keys, too."""
    page = open_notebook([cell(tmp_path)])
    run(page, lines=6)
    flags = page.locator(".tk-run-flag")
    expect(flags).to_have_count(5)
    box = flags.first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    page.get_by_role("button", name="Mark card 4 as the first wrong one").click()
    expect(told(page)).to_have_text(LATE)
    is_marked(page, 4)
    shot(page, "marking-lines")
    assert axe(page, ".tk-bench") == []
    page.get_by_role("button", name="Mark card 3 as the first wrong one").focus()
    page.keyboard.press("Enter")
    expect(told(page)).to_have_text(FOUND)
    for flag in flags.all():
        expect(flag).to_be_hidden()


def test_by_finger(browser: Browser, lab: Lab, tmp_path: Path) -> None:
    """A tap marks; what is tapped is large enough."""
    context = browser.new_context(viewport={"width": 800, "height": 1280}, has_touch=True)
    page = context.new_page()
    try:
        write_notebook(lab.folder / "marking-by-finger.ipynb", [cell(tmp_path)])
        go_to_notebook(page, lab, "marking-by-finger.ipynb")
        run_all(page)
        for number in range(1, 6):
            box = card(page, number).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
        card(page, 4).tap()
        expect(told(page)).to_have_text(LATE)
        card(page, 3).tap()
        expect(told(page)).to_have_text(FOUND)
        in_tray(page, "Left").tap()
        expect(page.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(6)
    finally:
        context.close()
        lab.stop_kernels()


def test_marks_outlive_the_kernel(open_notebook: OpenNotebook, tmp_path: Path) -> None:
    """A wrong one is still answered after a restart, and a right one still frees the cards."""
    page = open_notebook([cell(tmp_path)])
    card(page, 4).click()
    expect(told(page)).to_have_text(LATE)
    restart_kernel(page)
    run_all(page)
    expect(told(page)).to_have_text(LATE)
    is_marked(page, 4)
    card(page, 3).click()
    expect(told(page)).to_have_text(FOUND)
    restart_kernel(page)
    run_all(page)
    expect(told(page)).to_have_text(FOUND)
    in_tray(page, "Left").click()
    expect(page.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(6)


def test_in_the_dark(open_notebook: OpenNotebook, shot: Shot, tmp_path: Path) -> None:
    page = open_notebook([cell(tmp_path)])
    dark_theme(page)
    card(page, 2).click()
    expect(told(page)).to_have_text(EARLY)
    shot(page, "marking-dark")
    assert axe(page, ".tk-bench") == []


def hunts() -> list[str]:
    """The exercises that ask for a mark."""
    return [name for name in exercise_files() if is_asked(find_exercise(name))]


def test_every_hunt_fits_one_screen_while_it_is_marked(
    open_notebook: OpenNotebook, page: Page, shot: Shot, tmp_path: Path
) -> None:
    """With the verdict of its run and the longest answer to a mark, on a laptop."""
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    cells = []
    for name in hunts():
        exercise = find_exercise(name)
        cards = {*range(1, len(exercise.given.instructions) + 1)}
        wrong = min(cards - {*right_marks(exercise)})
        lines = [cell(tmp_path, name).replace("tk.exercise", "bench = tk.exercise")]
        cells.append("\n".join([*lines, "bench.run()", f"bench.mark({wrong})", "bench"]))
    open_notebook(cells, alone=True)
    expect(page.locator(".tk-builder[data-marking]")).to_have_count(len(cells))
    page.wait_for_timeout(500)
    heights: list[list[Any]] = page.evaluate(HEIGHTS)
    page.evaluate("document.querySelectorAll('.tk-bench')[2].scrollIntoView()")
    shot(page, "marking-one-screen")
    assert len(heights) == len(cells)
    too_high = [row for row in heights if row[1] > LAPTOP["height"] - TAKEN]
    assert too_high == [], heights
