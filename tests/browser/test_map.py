"""Browser tests of the map: by keyboard, in both themes, and on wide and narrow pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import teachkit as tk
from teachkit.classroom.library import exercises_of
from teachkit.widgets.map import Map

from .bare import show_bare
from .conftest import OpenNotebook, Shot
from .labpage import LAPTOP, NOTEBOOK, TABLET, axe


def write_answers(folder: Path, *done: str) -> None:
    """Write the answers of somebody who has done these lessons and begun lesson 03."""
    solved = {"best": "x", "points": 2, "possible": 2, "changed": "2026-01-01"}
    names = [each.id for lesson in done for each in exercises_of(lesson)]
    begun = {exercises_of("03")[0].id: solved | {"changed": "2026-02-02"}}
    kept = {"teachkit": 1, "learner": "", "answers": dict.fromkeys(names, solved) | begun}
    (folder / "answers.json").write_text(json.dumps(kept))


@pytest.fixture
def travelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Map:
    """The map of a learner who has finished two lessons and begun a third one."""
    monkeypatch.chdir(tmp_path)
    write_answers(tmp_path, "00", "01", "02")
    for number in range(25):
        (tmp_path / f"{number:02}-lesson.ipynb").touch()
    shown = tk.map()
    assert isinstance(shown, Map)
    shown.tell()
    return shown


@pytest.mark.parametrize("width", [1366, 800, 320])
def test_the_map_in_both_themes(page: Page, shot: Shot, travelled: Map, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1000})
    for dark in (False, True):
        show_bare(page, travelled, dark=dark)
        shot(page, f"map-{width}-{'dark' if dark else 'light'}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe(page, ".tk-root") == [], f"{dark=}"


@pytest.mark.parametrize("width", [800, 620, 320])
def test_no_name_covers_the_number_of_another_place(page: Page, travelled: Map, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1000})
    show_bare(page, travelled)
    covered = page.locator(".tk-map-number").evaluate_all("""numbers => numbers.filter(number => {
      number.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = number.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) !== number;
    }).map(number => number.textContent)""")
    assert covered == []


def test_the_map_by_keyboard(page: Page, travelled: Map) -> None:
    page.set_viewport_size({"width": 1000, "height": 900})
    show_bare(page, travelled)
    page.keyboard.press("Tab")
    expect(page.locator(".tk-map-next a")).to_be_focused()
    page.keyboard.press("Tab")
    here = page.locator(".tk-map-place:focus")
    expect(here).to_have_accessible_name(re.compile("^03 Blind Valley: 1 of "))
    page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("href", "04-lesson.ipynb")
    expect(page.locator(".tk-map-told")).to_contain_text("04 Dust Gully: 0 of ")
    page.keyboard.press("Home")
    page.evaluate("""addEventListener('click', event => {
      event.preventDefault();
      window.opened = event.target.closest('a').href;
    })""")
    page.keyboard.press("Enter")
    assert page.evaluate("window.opened").endswith("00-lesson.ipynb")


@pytest.mark.parametrize("size", [LAPTOP, TABLET], ids=["laptop", "tablet"])
def test_the_map_in_a_lesson(
    open_notebook: OpenNotebook, folder: Path, shot: Shot, size: Any
) -> None:
    """It shows what was solved since it was last seen, and leads to the lesson."""
    cells = ["import teachkit as tk", "tk.map()", 'tk.place("03")', 'tk.exercise("02-01")']
    (folder / "03-blind.ipynb").write_text(
        json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    )
    page = open_notebook(cells, size=size, still=True)
    sheet = page.locator(f"{NOTEBOOK} .tk-map")
    expect(sheet.locator(".tk-map-says")).to_contain_text("You solved 0 of ")
    expect(page.locator(f"{NOTEBOOK} .tk-still img[alt^='A map of Mars']")).to_be_hidden()
    shot(page, f"lab-map-{size['width']}")
    picture = page.locator(f"{NOTEBOOK} img[alt^='Blind Valley']")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    shot(page, f"lab-place-{size['width']}")
    write_answers(folder, "01", "02")
    page.locator(".tk-bench").scroll_into_view_if_needed()
    sheet.scroll_into_view_if_needed()
    expect(sheet.locator(".tk-map-parts")).to_have_text("Your rover has: big wheels, stripe.")
    expect(sheet.locator("[data-state='next']")).to_have_accessible_name(re.compile("^03 Blind"))
    shot(page, f"lab-map-won-{size['width']}")
    expect(sheet.get_by_role("link", name="Next: 03")).to_have_attribute("href", "03-blind.ipynb")
    assert axe(page, f"{NOTEBOOK} .tk-map") == []
