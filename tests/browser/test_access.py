"""axe on the widgets of every lesson and of a table for each game, without JupyterLab.

They are on a page with the lesson's texts, so that names and headings are checked across widgets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import ipywidgets
import pytest
from nbconvert.filters.markdown import markdown2html
from playwright.sync_api import Page

import teachkit as tk
from teachkit.games import NAMES
from tests.every_exercise import exercises
from tests.lessons.lessonbook import lessons, read

from .bare import DARK, LIGHT, MODEL, PAGE, state
from .labpage import axe, settle

ALWAYS = ("00", "08", "10", "17", "18", "20", "22")
LESSONS = [
    path if path.stem[:2] in ALWAYS else pytest.param(path, marks=pytest.mark.nightly)
    for path in lessons()
]
ADDRESS = "http://lesson.invalid/"  # a page without an address has no storage


def html_of(widget: Any, leaves: list[Any]) -> str:
    """Return the boxes of a widget as elements; `leaves` gets the widgets to show in them."""
    classes = " ".join(widget._dom_classes)
    if isinstance(widget, ipywidgets.HTML):
        return f'<div class="{classes}">{widget.value}</div>'
    if isinstance(widget, ipywidgets.Box):
        inner = "".join(html_of(child, leaves) for child in widget.children)
        return f'<div class="{classes}">{inner}</div>'
    leaves.append(widget)
    return f'<div class="{classes}" data-leaf="{len(leaves) - 1}"></div>'


def show_all(page: Page, parts: Iterable[Any]) -> None:
    """Show texts and widgets below each other, in the light theme."""
    leaves: list[Any] = []
    shown = [part if isinstance(part, str) else html_of(part, leaves) for part in parts]
    css = "\n".join({getattr(leaf, "_css", ""): None for leaf in leaves})
    theme = {"theme": LIGHT, "light": "true", "css": css}
    html = (PAGE % theme).replace("<main>", f"<main>{''.join(shown)}")
    page.route(
        ADDRESS, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8")
    )
    page.goto(ADDRESS)
    for number, leaf in enumerate(leaves):
        page.evaluate(MODEL, [leaf._esm, state(leaf), f"[data-leaf='{number}']"])


def parts_of(lesson: Path) -> Iterator[Any]:
    """Yield a lesson's texts as HTML, and its widgets."""
    for cell in read(lesson).cells:
        if cell.cell_type == "markdown":
            yield markdown2html(cell.source)
        elif cell.metadata.get("teachkit", {}).get("live"):
            line = cell.source.removeprefix("import teachkit as tk").strip()
            shown = line and eval(line, {"tk": tk})
            if isinstance(shown, ipywidgets.DOMWidget):
                yield shown


def is_clean(page: Page) -> None:
    """Assert that axe finds nothing in the light theme, nor then in the dark one."""
    settle(page)
    assert axe(page, "main") == []
    page.add_style_tag(content=DARK)
    page.locator("body").evaluate("body => { body.dataset.jpThemeLight = false }")
    assert axe(page, "main") == [], "in the dark"


def test_each_run_looks_at_every_kind_of_exercise_and_at_each_game() -> None:
    looked_at = [each for each in exercises() if each.lesson in ALWAYS]
    assert {each.kind.name for each in looked_at} == {each.kind.name for each in exercises()}
    assert {each.game.name for each in looked_at} == {*NAMES}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem[:2])
def test_axe_finds_nothing_in_a_lesson(page: Page, lesson: Path) -> None:
    show_all(page, parts_of(lesson))
    for player in page.locator(".tk-player").all():
        player.press("End")
    is_clean(page)


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_at_a_table(
    page: Page, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the match is saved
    show_all(page, ["<h1>A table</h1>", tk.table(name, ["Ada", "Bo"], seed=1)])
    is_clean(page)
