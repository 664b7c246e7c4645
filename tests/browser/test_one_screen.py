"""Every shipped exercise and every watch fits on one screen, including the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.explaining.bughunt import is_asked, right_marks
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.forms import ROWS
from teachkit.games import NAMES, game
from tests.lessons.lessonbook import code_cells, lessons, read

from .builderpage import laid, lay_by_keyboard
from .conftest import OpenNotebook, Shot
from .labpage import FREE, LAPTOP, TABLET, axe, settle

MOST = 10  # cards of a program that must fit; a longer one scrolls in its strip
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
  return { bench: box(bench), title: bench.querySelector('h2').textContent,
    over: bench.scrollWidth - bench.clientWidth,
    scrolls: strip ? strip.scrollHeight > strip.clientHeight + 1 : false,
    laid: bench.querySelectorAll('.tk-lay-strip .tk-lay-instruction').length,
    ...Object.fromEntries(found.filter(([, part]) => part).map(([n, part]) => [n, box(part)])) };
})"""
LAY = """import teachkit as tk
bench = tk.exercise({name!r})
bench.lay({answer!r})
if bench.exercise.file.predict:
    bench.form.answer = "a1 north"
bench.run()
bench"""
FILL = """bench = tk.exercise({name!r})
bench.form.answer = {answer!r}
bench.run()
bench"""
MARK = """bench = tk.exercise({name!r})
bench.run()
bench.hunt.mark({card})
bench"""
TEN = {
    "00-05-free-drive": ", ".join(["forward, right"] * 5),
    "01-08-one-program-two-boards": ", ".join(["north, east"] * 5),
    "06-06-roll-it-up": ", ".join(["forward, jump"] * 5),
    "06-09-fewest-cards": ", ".join(["forward, left"] * 5),
    "10-07-three-cogwheels": ", ".join(["A1+"] * 10),
}


def shipped() -> list[Exercise]:
    return [find_exercise(name) for name in exercise_files()]


def height(part: dict[str, float]) -> float:
    return part["bottom"] - part["top"]


def span(measured: dict[str, Any], parts: Iterable[str]) -> float:
    there = [measured[part] for part in parts if part in measured]
    return max(part["bottom"] for part in there) - min(part["top"] for part in there)


def measured(page: Page, size: Any) -> list[dict[str, Any]]:
    """Return the positions of the parts of all workbenches in a window of this size."""
    page.set_viewport_size(size)
    settle(page)
    found: list[dict[str, Any]] = page.evaluate(MEASURE, PARTS)
    return found


def is_asked_for_nothing(page: Page, number: int) -> None:
    """Assert that this many workbenches have shown the result of a run without a dialog."""
    said = page.locator(".tk-bench .tk-says:not(:empty)")
    expect(said).to_have_count(number)


def lay(name: str, answer: str = "") -> str:
    """Put an answer, by default its own solution, on a bench, and press Run."""
    return LAY.format(name=name, answer=answer or find_exercise(name).file.solution.answer)


def fit_a_laptop(names: list[str], rows: list[dict[str, Any]]) -> None:
    """Assert that nothing is too wide or too high, except that a long program scrolls."""
    for each, row in zip(names, rows, strict=True):
        assert row["over"] <= 0, each
        assert height(row["bench"]) <= FREE, each
        assert not row["scrolls"] or row["laid"] > MOST, each


def fit_a_tablet(names: list[str], rows: list[dict[str, Any]]) -> None:
    """Assert that task and board come first, and that board and Run are visible together."""
    for each, row in zip(names, rows, strict=False):
        assert row["over"] <= 0, each
        tops = [row[part]["top"] for part in ("task", "board", "cards", "strip", "run", "verdict")]
        assert tops == sorted(tops), each
        reach = span(row, ("board", "strip", "run"))
        assert reach <= TABLET["height"] - (LAPTOP["height"] - FREE), each


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_what_is_laid_fits(open_notebook: OpenNotebook, shot: Shot, name: str) -> None:
    laid = [each.id for each in shipped()
            if each.game is game(name) and each.kind.form.lays_cards]  # fmt: skip
    ten = [each for each in TEN if find_exercise(each).game is game(name)]
    cells = [*map(lay, laid), *(lay(each, TEN[each]) for each in ten)]
    page = open_notebook(cells, size=LAPTOP, still=True)
    is_asked_for_nothing(page, len(cells))
    rows = measured(page, LAPTOP)
    fit_a_laptop([*laid, *ten], rows)
    assert [row["laid"] for row in rows[len(laid) :]] == [MOST] * len(ten)
    assert axe(page, ".tk-bench") == []
    shot(page, f"screen-{name}-laptop")
    fit_a_tablet(laid, measured(page, TABLET))
    shot(page, f"screen-{name}-tablet")


def hunt(exercise: Exercise) -> str:
    """Make a wrong mark, with the longest answer to one."""
    cards = {*range(1, len(exercise.given.instructions) + 1)}
    return MARK.format(name=exercise.id, card=min(cards - {*right_marks(exercise)}))


def trace(exercise: Exercise) -> str:
    """Fill in a table except for its first row."""
    rows = solution(exercise).splitlines()
    return FILL.format(name=exercise.id, answer="\n".join(["", *rows[1:]]))


TO_THE_END = "player => player.querySelector('[aria-label=\"To the end\"]').click()"
HEIGHTS = "players => players.map(player => player.getBoundingClientRect().height)"


def all_watches_fit(page: Page, sources: list[str]) -> None:
    """A run that is only watched, at its start and at its end."""
    players = page.locator(".tk-player:not(.tk-bench .tk-player)")
    expect(players).to_have_count(len(sources))
    heights = players.evaluate_all(HEIGHTS)
    for player in players.all():
        player.evaluate(TO_THE_END)
    settle(page)
    for each, *high in zip(sources, heights, players.evaluate_all(HEIGHTS), strict=True):
        assert max(high) <= FREE, each


@pytest.mark.nightly
def test_what_is_marked_filled_and_watched_fits(open_notebook: OpenNotebook, shot: Shot) -> None:
    hunts = [exercise for exercise in shipped() if is_asked(exercise)]
    traces = [exercise for exercise in shipped() if exercise.kind.form is ROWS]
    sources = [cell.source for path in lessons() for cell in code_cells(read(path))]
    watches = [source for source in sources if "tk.watch(" in source]
    assert hunts
    assert traces
    cells = ["import teachkit as tk", *map(hunt, hunts), *map(trace, traces), *watches]
    page = open_notebook(cells, size=LAPTOP, still=True)
    is_asked_for_nothing(page, len(hunts) + len(traces))
    expect(page.locator(".tk-builder[data-marking]")).to_have_count(len(hunts))
    fit_a_laptop([each.id for each in (*hunts, *traces)], measured(page, LAPTOP))
    for bench in page.locator(".tk-bench").all()[len(hunts) :]:
        expect(bench.locator(".tk-row-mark").first).to_have_text("not yet")
    shot(page, "screen-answered")
    all_watches_fit(page, watches)
    shot(page, "screen-watch")


RUSH_HOUR = '''from teachkit.exercises.authoring.files import make_exercise
from teachkit.widgets.workbench.workbench import Workbench

start = {
    "floor": """
.  >> >> vv f1 .
.  ^^ .  vv .  .
gr >  >  v  .  .
.  .  w  .  .  .
.  o  .  .  gl .
""",
    "walls": ["a5 west", "c2 south"],
    "lasers": ["a5 east 2"],
    "robots": {"red": "a2 east", "green": "d1 north", "blue": "f3 west", "yellow": "a4 east"},
    "programs": {
        "green": "move-1 500, left 90, move-1 520, right 100, move-1 560",
        "blue": "u-turn 10, move-1 510, left 110, left 130, u-turn 30",
        "yellow": "left 150, right 120, u-turn 20, u-turn 40, left 170",
    },
    "hands": {"red": "move-1 490, move-1 550, left 70, left 210, right 80, move-2 670, move-2 700, "
                     "back-up 440, u-turn 50"},
}
exercise = make_exercise("99-01-rush-hour", {
    "title": "Rush hour", "lesson": "99", "game": "roborally", "edition": "base",
    "kind": "program", "text": "Lay five cards. Red must stand on **d1** and survive.",
    "starts": [start], "hints": ["Count the belts."],
    "checks": [{"check": "survives"}, {"check": "stands_on", "square": "d1"}],
    "solution": {"answer": "move-1 490"},
})
bench = Workbench(exercise)
bench'''
PHASES = """from teachkit.exercises.authoring.files import make_exercise
from teachkit.widgets.workbench.workbench import Workbench

exercise = make_exercise("99-02-phases", {
    "title": "What comes first?", "lesson": "99", "game": "roborally", "edition": "base",
    "kind": "order", "text": "Put in order what the factory does.", "given": "right 80",
    "starts": [{
        "floor": ">> > . f1\\n. . gl .", "walls": ["c2 north", "a1 west"],
        "pushers": ["c2 south 1"], "lasers": ["a1 east"],
        "robots": {"red": "a2 east", "green": "d2 west"}, "programs": {"green": "u-turn 10"},
    }],
    "choices": [
        {"says": "Lasers fire", "when": "lasers"}, {"says": "Gears turn", "when": "gears"},
        {"says": "Express belts", "when": "express"}, {"says": "All belts", "when": "belts"},
    ],
    "hints": ["Who is fast is early."],
})
bench = Workbench(exercise)
bench"""
LAID = ("Move 1", "Rotate left", "Move 2", "Rotate right", "U-turn")
MOMENTS = ("Express belts", "All belts", "Gears turn", "Lasers fire")


PROGRAMS = ["01-06-three-samples", "01-05-change-one-card", "20-07-no-room-to-pass"]
OPEN = ["01-01-where-does-it-stop", "01-03-same-cards"]
DESKTOP: ViewportSize = {"width": 1920, "height": 1080}
ZOOMED: ViewportSize = {"width": 683, "height": 384}  # a laptop at 200 %
WATCH = """tk.watch("algoracing", board="two-hills", rovers={"red": "a1 east"},
         program="forward, left")"""


def in_view(page: Page, size: ViewportSize) -> dict[str, Any]:
    """Scroll to the last card of the first program, and return where it and its board are."""
    page.set_viewport_size(size)
    bench = page.locator(".tk-bench").nth(2)
    card = laid(bench).last
    card.evaluate("card => card.scrollIntoView({ block: 'end' })")
    settle(page)
    board = bench.locator(".tk-run-board")
    return {"card": card.bounding_box(), "board": board.bounding_box()}


def test_each_kind_of_bench_fits(open_notebook: OpenNotebook, shot: Shot) -> None:
    """Program, repair, lanes, ten cards, marks, table, and answers that are written or chosen.

    Registers and moments are filled by keyboard; the table holds the cards of four robots.
    """
    ten = "06-09-fewest-cards"
    marked, filled = find_exercise("04-02-the-swapped-turn"), find_exercise("03-04-all-forward")
    run = [*map(lay, PROGRAMS), lay(ten, TEN[ten]), hunt(marked), trace(filled)]
    open_ones = [f"tk.exercise({name!r})" for name in OPEN]
    cells = [RUSH_HOUR, PHASES, *run, *open_ones, WATCH]
    page = open_notebook(cells, size=LAPTOP, still=True)
    is_asked_for_nothing(page, len(run))
    expect(page.locator(".tk-builder[data-marking]")).to_have_count(1)
    expect(page.locator(".tk-row-mark").first).to_have_text("not yet")
    for number, labels, says in ((0, LAID, "d1"), (1, MOMENTS, "right.")):
        bench = page.locator(".tk-bench").nth(number)
        lay_by_keyboard(bench, *labels)
        for card, label in zip(laid(bench).all(), labels, strict=True):
            expect(card).to_contain_text(label)
        bench.locator("[data-press=run]").focus()
        page.keyboard.press("Enter")
        expect(bench.locator(".tk-says")).to_contain_text(says)
    player = page.locator(".tk-player").first
    player.press("End")
    expect(player.get_by_role("table", name="Registers").locator("tbody tr")).to_have_count(4)

    names = [*PROGRAMS, ten, marked.id, filled.id, *OPEN]
    registers, moments, *rows = measured(page, LAPTOP)
    assert axe(page, ".tk-bench") == []
    assert registers["over"] <= 0
    assert span(registers, PARTS) <= FREE
    assert not registers["scrolls"]
    fit_a_laptop(["order", *names], [moments, *rows])
    assert rows[len(PROGRAMS)]["laid"] == MOST
    shot(page, "screen-each-kind")
    all_watches_fit(page, [WATCH])
    fit_a_tablet(PROGRAMS, measured(page, TABLET)[2:])
    assert in_view(page, DESKTOP)["card"]["width"] >= 95
    zoomed = in_view(page, ZOOMED)
    assert zoomed["board"]["height"] >= 200
    for part in zoomed.values():
        assert 0 <= part["y"] <= ZOOMED["height"] - part["height"]
