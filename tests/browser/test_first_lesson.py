"""The main job, end to end: `teachkit lab`, lesson 01, three exercises in three ways, a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .builderpage import drag, point
from .conftest import Shot
from .labpage import (
    Lab,
    axe,
    cell_errors,
    cell_sources,
    learners_command,
    open_lesson,
    restart_kernel,
    running_lab,
    wait_until_awake,
)

LESSON = "01-first-moves.ipynb"


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Lab]:
    """What Ada gets who types `teachkit lab` for the first time."""

    with running_lab(tmp_path, learners_command) as lab:
        yield lab


def bench(page: Page, title: str) -> Locator:
    """The workbench with this task, by its cell's output."""
    output = page.locator(".jp-Cell").filter(has=page.get_by_role("heading", name=title))
    output.scroll_into_view_if_needed()
    return output


def kept(lab: Lab, exercise: str) -> dict:
    return json.loads((lab.folder / "answers-Ada.json").read_text())["answers"][exercise]


def lay_by_mouse(page: Page, on: Locator, label: str) -> None:
    """Drag a card from the tray to the end of the row."""
    cards = on.locator(".tk-lay-strip .tk-lay-instruction")
    before = cards.count()
    tray = on.locator(".tk-lay-tray-card").filter(has=page.get_by_text(label, exact=True))
    tray.scroll_into_view_if_needed()
    end = on.locator(".tk-lay-strip").bounding_box()
    assert end is not None
    drag(page, point(tray), (end["x"] + end["width"] - 30, end["y"] + end["height"] - 30))
    expect(cards).to_have_count(before + 1)


def lay_by_keyboard(page: Page, on: Locator, *labels: str) -> None:
    """Walk to the tray, choose with the arrows, add with Enter."""
    on.locator(".tk-lay-tray [tabindex='0']").focus()
    for label in labels:
        page.keyboard.press("Home")
        while not str(_focused(page)).startswith(label):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")


def _focused(page: Page) -> object:
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def predict(on: Locator, place: str) -> None:
    on.get_by_label("how will it end").fill(place)


def run(on: Locator) -> None:
    """Press Run, and do not wait for the end of the drive."""
    on.get_by_role("button", name="Run", exact=True).click()
    on.get_by_role("button", name="Skip to the end").click()


def test_ada_drives_a_rover_and_is_graded(ada: Lab, page: Page, shot: Shot) -> None:
    """By drag and drop, by keyboard alone, and by typing Python; then nothing is lost."""
    open_lesson(page, ada, LESSON)
    sources = cell_sources(page)
    assert cell_errors(page) == []

    by_mouse = bench(page, "Three samples")
    predict(by_mouse, "a3 west")
    for label in ("East", "East", "North", "North", "West", "West", "West"):
        lay_by_mouse(page, by_mouse, label)
    run(by_mouse)
    expect(by_mouse).to_contain_text("It works: everything is as it should be.")
    expect(by_mouse).to_contain_text("As you predicted: a3 west.")
    expect(by_mouse).to_contain_text("3 of 3 points")
    shot(page, "lesson-01-by-mouse")

    by_keyboard = bench(page, "There and back")
    lay_by_keyboard(page, by_keyboard, "North", "West")
    expect(by_keyboard.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(by_keyboard.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(1)

    by_python = bench(page, "Change one card")
    by_python.get_by_text("Your program as text").click()
    by_python.get_by_role("tab", name="Python").click()
    field = by_python.get_by_role("textbox", name="Python")
    field.fill("north()\neast()\nnorth()\nwestt()")
    by_python.get_by_role("button", name="Take this text").click()
    expect(by_python).to_contain_text('Did you mean "west"?')
    expect(field).to_have_value("north()\neast()\nnorth()\nwestt()")
    field.fill("north()\neast()\nnorth()\nwest()")
    by_python.get_by_role("button", name="Take this text").click()
    expect(by_python.locator(".tk-lay-strip .tk-lay-instruction").nth(3)).to_contain_text("West")
    run(by_python)
    expect(by_python).to_contain_text("2 of 2 points")
    shot(page, "lesson-01-by-python")

    assert cell_sources(page) == sources
    assert kept(ada, "01-05-change-one-card")["best"] == "north, east, north, west"
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-root") == []

    restart_kernel(page)
    wait_until_awake(page)
    again = bench(page, "Three samples")
    expect(again.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(7)
    expect(again).to_contain_text("3 of 3 points")
    kept_cards = bench(page, "There and back").locator(".tk-lay-strip .tk-lay-instruction")
    expect(kept_cards).to_have_count(1)
    page.get_by_role("button", name="I am done").click()
    expect(page.locator(".tk-finish-says")).to_contain_text("This lesson: 5 of 15 points")
    expect(page.get_by_role("link", name="02 Which way am I facing?")).to_be_visible()
    shot(page, "lesson-01-done")
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-finish") == []


def test_ada_reads_why_a_card_did_nothing(ada: Lab, page: Page, shot: Shot) -> None:
    """Run, jump to the skipped card, read why, step back, and see the board as text."""
    open_lesson(page, ada, LESSON)
    on = bench(page, "Three samples")
    predict(on, "b2 north")
    lay_by_keyboard(page, on, "North", "East", "North")
    run(on)
    on.get_by_role("button", name="To the start").click()
    on.get_by_role("button", name="To the next card that did nothing").click()
    caption = on.locator(".tk-run-caption")
    expect(caption).to_contain_text("Nothing happens: a hill rises ahead of b1.")
    shot(page, "lesson-01-why")
    on.get_by_role("button", name="One step back").click()
    on.get_by_role("button", name="Board as text").click()
    expect(on.locator(".tk-run-text, pre").first).to_contain_text("Rv")
    shot(page, "lesson-01-text-board")
