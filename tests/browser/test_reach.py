"""Everything can be reached: by Tab in visual order, and at double size."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from teachkit.classroom.library import exercise_files, find_exercise
from tests.thorough import THOROUGH

from .conftest import OpenNotebook, Shot
from .labpage import LAPTOP, NOTEBOOK, cell_sources, settle

TWICE = {"width": 683, "height": 384}  # a laptop of 1366 x 768 at 200 %
LOOPS = """import teachkit as tk
bench = tk.exercise("06-07-which-loop")
bench.lay("jump, left, 3x(forward)")
bench.run()
bench"""
OTHERS = [
    'tk.watch("algoracing", board="two-hills", rovers={"red": "a1 east"}, program="forward, left")',
    'tk.watch("lovelace", edition="machine", program="B2-, A3+, A4x")',
    'tk.board("algoracing", board="canyon")',
    'tk.roads("lovelace", edition="machine", steps=2, components={"A4": "/2", "B4": "swap"})',
    'tk.finish("00")',
]
PARTS = {
    "task": ".tk-task", "board": ".tk-player", "cards": ".tk-lay-tray",
    "program": ".tk-lay-strip", "run": "[data-press=run]", "verdict": ".tk-after",
}  # fmt: skip
WHERE = """parts => {
  const here = document.activeElement;
  return Object.keys(parts).find(name => here.closest(parts[name])) ?? null;
}"""
TOO_WIDE = f"""() => {{
  const notebook = document.querySelector({NOTEBOOK!r});
  const scroller = notebook.querySelector('.jp-WindowedPanel-outer') ?? notebook;
  const room = scroller.getBoundingClientRect().left + scroller.clientWidth;
  const wide = [...notebook.querySelectorAll('.tk-root, .tk-root *, .tk-still *')]
    .filter(part => part.checkVisibility({{ visibilityProperty: true }}))
    .filter(part => !part.closest('.tk-unseen, .tk-run-sheet, .tk-run-track'))
    .filter(part => part.getBoundingClientRect().right > room + 1);
  const scrolls = [...notebook.querySelectorAll('.jp-OutputArea-output')]
    .filter(part => part.scrollWidth > part.clientWidth + 1);
  return [...wide, ...scrolls].map(part =>
    `${{part.tagName}} ${{part.className}} in ${{part.closest('.jp-Cell').innerText.slice(0, 9)}}`);
}}"""


def one_of_each_kind() -> list[str]:
    """Return the exercises with the longest text of their kind; in thorough tests, of each game."""
    found: dict[tuple[str, str], Any] = {}
    for name in exercise_files():
        exercise = find_exercise(name)
        key = exercise.file.kind, exercise.file.game if THOROUGH else ""
        if key not in found or len(found[key].file.text) < len(exercise.file.text):
            found[key] = exercise
    return [exercise.id for exercise in found.values()]


def test_everything_is_in_sight_and_in_reach(open_notebook: OpenNotebook, shot: Shot) -> None:
    cells = [f"tk.exercise({name!r})" for name in one_of_each_kind()]
    page = open_notebook(["import teachkit as tk", LOOPS, *cells, *OTHERS], size=TWICE, still=True)
    expect(page.locator(f"{NOTEBOOK} .tk-feedback")).to_have_count(len(cells) + 1)
    page.locator(f"{NOTEBOOK} .tk-bench").first.scroll_into_view_if_needed()
    settle(page)
    shot(page, "twice-the-size")
    assert page.evaluate(TOO_WIDE) == []

    page.set_viewport_size(LAPTOP)
    settle(page)
    tab_follows_the_eye(page)
    a_press_on_the_ground_changes_no_cell(page)


GROUND = [
    (".tk-lay-felt", 0.95, 0.5), (".tk-lay-strip", 0.97, 0.9), (".tk-lay-bar", 0.99, 0.5),
    (".tk-task h2", 0.9, 0.5), (".tk-feedback .tk-says", 0.9, 0.5), (".tk-score", 0.98, 0.5),
    (".tk-run-board", 0.5, 0.5), (".tk-run-caption", 0.9, 0.5), (".tk-bench-parts", 0.2, 0.99),
]  # fmt: skip


def tab_follows_the_eye(page: Page) -> None:
    """Task, board, cards, program, Run, verdict; the same way back by Shift+Tab."""
    page.locator(".tk-task").first.click(position={"x": 5, "y": 5})
    for key, order in (("Tab", list(PARTS)), ("Shift+Tab", list(reversed(PARTS)))):
        met = [page.evaluate(WHERE, PARTS)]
        while met[-1] != order[-1] and len(met) < 80:
            page.keyboard.press(key)
            met.append(page.evaluate(WHERE, PARTS))
            if key == "Shift+Tab" and met[-1] == "board" and met[-2] == "board":
                break
        seen = list(dict.fromkeys(part for part in met if part))
        assert seen == [part for part in order if part in seen]
        assert set(seen) >= {"board", "cards", "program", "run", "verdict"}


def a_press_on_the_ground_changes_no_cell(page: Page) -> None:
    """In unmodified JupyterLab, with all its keys that delete and move cells."""
    page.set_viewport_size({"width": 1366, "height": 1000})
    before = cell_sources(page)
    for part, across, down in GROUND:
        place = page.locator(part).first
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
        has_focus = "bench => bench.contains(document.activeElement)"
        assert page.locator(".tk-bench").first.evaluate(has_focus), part
        for key in ("d", "d", "x", "a", "b", "0", "0", "m"):
            page.keyboard.press(key)
        assert cell_sources(page) == before, part
        assert page.locator(".jp-Dialog").count() == 0, part
