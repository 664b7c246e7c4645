"""Browser tests of the map: by keyboard, in both themes, and on wide and narrow pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import teachkit as tk
from teachkit.classroom.library import exercises_of
from teachkit.widgets.map import Map

from .bare import show_bare
from .conftest import Shot
from .labpage import axe


@pytest.fixture
def travelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Map:
    """The map of a learner who has finished two lessons and begun a third one."""
    monkeypatch.chdir(tmp_path)
    solved = {"best": "x", "points": 2, "possible": 2, "changed": "2026-01-01"}
    names = [each.id for lesson in ("00", "01", "02") for each in exercises_of(lesson)]
    names.append(exercises_of("03")[0].id)
    kept = {"teachkit": 1, "learner": "", "answers": dict.fromkeys(names, solved)}
    (tmp_path / "answers.json").write_text(json.dumps(kept))
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


@pytest.mark.parametrize("width", [800, 320])
def test_no_name_covers_the_number_of_another_place(page: Page, travelled: Map, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1000})
    show_bare(page, travelled)
    page.emulate_media(reduced_motion="reduce")
    for link in page.locator(".tk-map-place").all():
        link.locator(".tk-map-number").click(trial=True)


def test_the_map_by_keyboard(page: Page, travelled: Map) -> None:
    page.set_viewport_size({"width": 1000, "height": 900})
    show_bare(page, travelled)
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
    page.keyboard.press("Tab")
    expect(page.locator(".tk-map-below a")).to_be_focused()
