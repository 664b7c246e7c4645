"""Every shipped exercise that is built from cards stands on one screen, verdict and all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.kinds import kind_of
from tests.lessons.lessonbook import code_cells, lessons, read

from .conftest import OpenNotebook, Shot
from .labpage import axe

LAPTOP = {"width": 1366, "height": 768}
TABLET = {"width": 800, "height": 1280}
TAKEN = 95  # pixels of the height that `teachkit lab` needs for itself
MOST = 10  # cards in a program that has to fit; a longer one scrolls in its strip
PARTS = {
    "task": ".tk-task",
    "board": ".tk-run-board",
    "transport": ".tk-run-transport",
    "cards": ".tk-lay-tray",
    "strip": ".tk-lay-strip, .tk-edit-row:last-of-type",
    "run": "[data-press=run]",
    "verdict": ".tk-says",
}
MEASURE = """parts => [...document.querySelectorAll('.tk-bench')].map(bench => {
  const box = element => { const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom }; };
  const found = Object.entries(parts).map(([name, part]) => [name, bench.querySelector(part)]);
  const strip = bench.querySelector('.tk-lay-strip');
  return { bench: box(bench), title: bench.querySelector('h3').textContent,
    over: bench.scrollWidth - bench.clientWidth,
    scrolls: strip ? strip.scrollHeight > strip.clientHeight + 1 : false,
    laid: bench.querySelectorAll('.tk-lay-strip .tk-lay-instruction').length,
    ...Object.fromEntries(found.filter(([, part]) => part).map(([n, part]) => [n, box(part)])) };
})"""
CELL = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise({name!r})
lay(bench.builder, bench.exercise, {answer!r})
if bench.exercise.file.predict:
    bench.form.answer = "a1 north"
bench.run()
bench"""


TO_THE_END = "player => player.querySelector('[aria-label=\"To the end\"]').click()"
HEIGHT = "player => player.getBoundingClientRect().height"


def watches() -> list[str]:
    """The cells of all lessons in which a run is watched."""
    cells = [cell.source for path in lessons() for cell in code_cells(read(path))]
    return [cell for cell in cells if "tk.watch(" in cell]


def built_from_cards() -> dict[str, list[Exercise]]:
    """The exercises that are laid, lesson by lesson."""
    laid = [find_exercise(name) for name in exercise_files()]
    laid = [exercise for exercise in laid if kind_of(exercise).FORM.lays_cards]
    groups = itertools.groupby(laid, key=lambda exercise: exercise.lesson)
    return {lesson: list(group) for lesson, group in groups}


def answer(exercise: Exercise) -> str:
    """What solves it, in its own words."""
    return exercise.file.solution.answer


def height(part: dict[str, float]) -> float:
    return part["bottom"] - part["top"]


def span(measured: dict[str, Any], parts: Iterable[str]) -> float:
    there = [measured[part] for part in parts if part in measured]
    return max(part["bottom"] for part in there) - min(part["top"] for part in there)


def table(title: str, rows: list[dict[str, Any]], free: int) -> None:
    print(f"\n{title}: {free} px free")
    for row in rows:
        sizes = "  ".join(f"{part} {height(row[part]):4.0f}" for part in PARTS if part in row)
        print(f"  {height(row['bench']):5.0f}  laid {row['laid']:2}  {sizes}  {row['title']}")


@pytest.mark.parametrize("lesson", built_from_cards())
def test_it_fits(open_notebook: OpenNotebook, page: Page, shot: Shot, lesson: str) -> None:
    """On a laptop all of it; on a tablet task and board first, and board and Run together."""
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    exercises = built_from_cards()[lesson]
    cells = [CELL.format(name=each.id, answer=answer(each)) for each in exercises]
    open_notebook(cells, alone=True)
    page.wait_for_timeout(500)
    wide: list[dict[str, Any]] = page.evaluate(MEASURE, PARTS)
    page.locator(".tk-bench").first.scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.tk-bench').scrollIntoView()")
    shot(page, f"screen-{lesson}-laptop")
    assert axe(page, ".tk-bench") == []
    page.set_viewport_size(TABLET)
    page.wait_for_timeout(500)
    page.evaluate("document.querySelector('.tk-bench').scrollIntoView()")
    narrow: list[dict[str, Any]] = page.evaluate(MEASURE, PARTS)
    shot(page, f"screen-{lesson}-tablet")

    table(f"{lesson}, 1366 x 768", wide, LAPTOP["height"] - TAKEN)
    table(f"{lesson}, 800 x 1280", narrow, TABLET["height"] - TAKEN)
    assert len(wide) == len(narrow) == len(exercises)
    for row in wide:
        assert row["over"] <= 0, row["title"]
        assert height(row["bench"]) <= LAPTOP["height"] - TAKEN, row["title"]
        assert not row["scrolls"] or row["laid"] > MOST, row["title"]
    for row in narrow:
        assert row["over"] <= 0, row["title"]
        tops = [row[part]["top"] for part in ("task", "board", "cards", "strip", "run", "verdict")]
        assert tops == sorted(tops), row["title"]
        assert span(row, ("board", "strip", "run")) <= TABLET["height"] - TAKEN, row["title"]


TEN = {
    "00-05-free-drive": ", ".join(["forward, right"] * 5),
    "01-08-one-program-two-boards": ", ".join(["north, east"] * 5),
    "06-06-roll-it-up": ", ".join(["forward, jump"] * 5),
    "06-09-fewest-cards": ", ".join(["forward, left"] * 5),
    "09-07-three-cogwheels": ", ".join(["A1+"] * 10),
}


def test_ten_cards_fit_without_scrolling_in_their_strip(
    open_notebook: OpenNotebook, page: Page, shot: Shot
) -> None:
    """Where no tray ends before: ten cards lie there, and what came of them is told."""
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    cells = [CELL.format(name=name, answer=cards) for name, cards in TEN.items()]
    open_notebook(cells, alone=True)
    page.wait_for_timeout(500)
    rows: list[dict[str, Any]] = page.evaluate(MEASURE, PARTS)
    table("ten cards, 1366 x 768", rows, LAPTOP["height"] - TAKEN)
    for number, bench in enumerate(page.locator(".tk-bench").all()):
        bench.evaluate("bench => bench.scrollIntoView()")
        shot(page, f"screen-ten-cards-{number}")
    assert [row["laid"] for row in rows] == [MOST] * len(TEN)
    for row in rows:
        assert not row["scrolls"], row["title"]
        assert height(row["bench"]) <= LAPTOP["height"] - TAKEN, row["title"]


def test_each_watch_fits_too(open_notebook: OpenNotebook, page: Page, shot: Shot) -> None:
    """At its start and at its end; where it asks, at its question."""
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    cells = watches()
    open_notebook(["import teachkit as tk", *cells], alone=True)
    players = page.locator(".tk-player")
    expect(players).to_have_count(len(cells))
    starts = [player.evaluate(HEIGHT) for player in players.all()]
    for player in players.all():
        player.evaluate(TO_THE_END)
    page.wait_for_timeout(500)
    ends = [player.evaluate(HEIGHT) for player in players.all()]
    players.nth(1).evaluate("player => player.scrollIntoView()")
    shot(page, "screen-watch")
    print(f"\nwatches, 1366 x 768: {starts}\n at the end: {ends}")
    assert max(starts + ends) <= LAPTOP["height"] - TAKEN
