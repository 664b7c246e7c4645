"""The main use, end to end: `teachkit lab`, lesson 01, three exercises in three ways, a restart."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, expect

from .builderpage import card, laid, lay_by_keyboard, lay_by_mouse
from .conftest import Shot
from .labpage import (
    LAPTOP,
    NOTEBOOK,
    Lab,
    axe,
    becomes,
    cell_errors,
    cell_sources,
    open_lesson,
    restart_kernel,
    wait_until_awake,
)

LESSON = "01-first-moves.ipynb"
# Note everything seen from the first frame on: the cover, code, JupyterLab's bars, and jumps.
WATCH = """
  Object.assign(window, { coverSaid: new Set(), seen: new Set(), shift: 0 });
  const code = '.jp-CodeCell .jp-InputArea, .jp-Placeholder, .jp-OutputPrompt, .jp-Spinner, '
    + '#jupyterlab-splash, #jp-top-panel, #jp-menu-panel, .jp-SideBar, .jp-Toolbar, '
    + 'pre:not(.tk-root *, .tk-still *)';
  const look = () => {
    const cover = document.querySelector('.tk-cover');
    if (cover) window.coverSaid.add(cover.innerText);
    for (const part of document.querySelectorAll(code)) {
      if (part.checkVisibility({ visibilityProperty: true })) window.seen.add(part.outerHTML);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const add = (list) => { for (const { value } of list.getEntries()) window.shift += value; };
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
"""


def bench(page: Page, title: str) -> Locator:
    """Return the workbench with this task, by its cell's output."""
    output = page.locator(".jp-Cell").filter(has=page.get_by_role("heading", name=title))
    output.scroll_into_view_if_needed()
    return output


def kept(lab: Lab, exercise: str) -> dict:
    return json.loads((lab.folder / "answers-Ada.json").read_text())["answers"][exercise]


def predict(on: Locator, place: str) -> None:
    on.get_by_label("how will it end").fill(place)


def run(on: Locator) -> None:
    """Press Run, without waiting for the end of the drive."""
    on.get_by_role("button", name="Run", exact=True).click()
    on.get_by_role("button", name="Skip to the end").click()


def test_ada_drives_a_rover_and_is_graded(ada: Lab, page: Page, shot: Shot) -> None:
    """By drag and drop, by keyboard alone, and by typing Python; then nothing is lost."""
    page.set_viewport_size(LAPTOP)
    page.add_init_script(f"{WATCH};0")
    open_lesson(page, ada, LESSON)
    wakes_up_calmly(page)
    sources = cell_sources(page)
    is_alive_without_a_key(page)
    shot(page, "lesson-01")
    page.set_viewport_size({"width": 1280, "height": 1000})
    by_mouse = bench(page, "Three samples")
    reads_why_a_card_did_nothing(by_mouse, shot)
    predict(by_mouse, "a3 west")
    lay_by_mouse(by_mouse, "East", "East", "North", "North", "West", "West", "West")
    run(by_mouse)
    expect(by_mouse).to_contain_text("All samples collected in 7 cards.")
    expect(by_mouse).to_contain_text("As you predicted: a3 west.")
    expect(by_mouse).to_contain_text("3 of 3 points")
    shot(page, "lesson-01-by-mouse")

    stairs = page.locator(".tk-player:not(.tk-bench *)").nth(1)
    stairs.press("End")
    stairs.get_by_role("textbox").fill("b2 north")
    stairs.get_by_role("button", name="Answer").click()
    expect(stairs).to_contain_text("You said b2 north, but it is ")

    by_keyboard = bench(page, "There and back")
    lay_by_keyboard(by_keyboard, "North", "West")
    expect(laid(by_keyboard)).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(laid(by_keyboard)).to_have_count(1)

    by_python = bench(page, "Change one card")
    by_python.get_by_text("Your program as text").click()
    by_python.get_by_role("tab", name="Python").click()
    field = by_python.get_by_role("textbox", name="Python")
    field.fill("north()\neast()\nnorth()\nwestt()")
    by_python.get_by_role("button", name="Use this text").click()
    expect(by_python).to_contain_text('Did you mean "west"?')
    expect(field).to_have_value("north()\neast()\nnorth()\nwestt()")
    field.fill("north()\neast()\nnorth()\nwest()")
    by_python.get_by_role("button", name="Use this text").click()
    expect(card(by_python, 4)).to_contain_text("West")
    run(by_python)
    expect(by_python).to_contain_text("2 of 2 points")
    shot(page, "lesson-01-by-python")

    assert cell_sources(page) == sources
    becomes(lambda: kept(ada, "01-05-change-one-card")["best"], "north, east, north, west")
    assert axe(page, f"{NOTEBOOK} .tk-root") == []

    restart_kernel(page)
    wait_until_awake(page)
    again = bench(page, "Three samples")
    expect(laid(again)).to_have_count(7)
    expect(again).to_contain_text("3 of 3 points")
    kept_cards = laid(bench(page, "There and back"))
    expect(kept_cards).to_have_count(1)
    stairs.press("End")
    expect(stairs).to_contain_text("You said b2 north, but it is ")
    page.get_by_role("button", name="I’m done").click()
    expect(page.locator(".tk-finish-says")).to_contain_text("This lesson: 5 of 24 points")
    expect(page.get_by_role("link", name="02 Which way am I facing?")).to_be_visible()
    shot(page, "lesson-01-done")
    assert axe(page, f"{NOTEBOOK} .tk-finish") == []


def wakes_up_calmly(page: Page) -> None:
    """Assert that only a cover was seen before the lesson, and bars only after a press of Menu."""
    assert page.evaluate("[...coverSaid]") == ["01 First moves\n\nWaking up…"]
    assert page.evaluate("[...seen]") == []
    assert page.evaluate("shift") < 0.1
    text = page.locator(f"{NOTEBOOK} .jp-MarkdownCell").first
    text.focus()
    expect(text).to_have_css("box-shadow", "none")
    expect(text.locator(".jp-collapseHeadingButton")).to_be_hidden()
    menu = page.get_by_role("button", name="Menu", exact=True)
    for key, is_out in (("Enter", True), (" ", False)):
        menu.press(key)
        expect(menu).to_have_attribute("aria-expanded", str(is_out).lower())
        expect(page.locator("#jp-menu-panel")).to_be_visible(visible=is_out)
        for copy in ("Save a copy", "Bring back a copy"):
            expect(page.get_by_role("button", name=copy)).to_have_count(int(is_out))


def is_alive_without_a_key(page: Page) -> None:
    """Assert that every exercise is there, cards in sight, no code, and nothing to save."""
    cards = page.locator(f"{NOTEBOOK} .tk-lay-tray-card").first.bounding_box()
    assert cards is not None
    assert cards["y"] + cards["height"] <= LAPTOP["height"]
    assert cell_errors(page) == []
    expect(page.locator(f"{NOTEBOOK} .tk-bench")).to_have_count(13)
    for code_or_points in (".jp-CodeCell .jp-InputArea", ".jp-Placeholder", "pre >> text='0.0'"):
        assert page.locator(NOTEBOOK).locator(code_or_points).locator("visible=true").count() == 0
    assert not page.evaluate("window.jupyterapp.shell.currentWidget.context.model.dirty")


def reads_why_a_card_did_nothing(on: Locator, shot: Shot) -> None:
    """Run, jump to the skipped card, read the reason, step back, and see the board as text."""
    predict(on, "b2 north")
    lay_by_keyboard(on, "North", "East", "North")
    run(on)
    on.get_by_role("button", name="To the start").click()
    on.get_by_role("button", name="To the next skipped card").click()
    caption = on.locator(".tk-run-caption")
    expect(caption).to_contain_text("Skipped: there is a hill in front of b1.")
    shot(on.page, "lesson-01-why")
    on.get_by_role("button", name="One step back").click()
    on.get_by_role("button", name="Board as text").click()
    expect(on.locator(".tk-run-text, pre").first).to_contain_text("Rv")
    shot(on.page, "lesson-01-text-board")
    on.get_by_role("button", name="Clear", exact=True).click()
    expect(laid(on)).to_have_count(0)
