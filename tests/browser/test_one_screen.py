"""Every shipped exercise and every watch stands on one screen, verdict and all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.library import exercise_files, find_exercise
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.forms import Form
from teachkit.exercises.kinds import kind_of
from teachkit.exercises.marking import is_asked, right_marks
from teachkit.exercises.proof import solution
from teachkit.games import NAMES, game
from tests.lessons.lessonbook import code_cells, lessons, read

from .builderpage import laid, lay_by_keyboard
from .conftest import OpenNotebook, Shot
from .labpage import FREE, LAPTOP, TABLET, axe, settle

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
LAY = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise({name!r})
lay(bench.builder, bench.exercise, {answer!r})
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
bench.mark({card})
bench"""
TEN = {
    "00-05-free-drive": ", ".join(["forward, right"] * 5),
    "01-08-one-program-two-boards": ", ".join(["north, east"] * 5),
    "06-06-roll-it-up": ", ".join(["forward, jump"] * 5),
    "06-09-fewest-cards": ", ".join(["forward, left"] * 5),
    "09-07-three-cogwheels": ", ".join(["A1+"] * 10),
}


def shipped() -> list[Exercise]:
    return [find_exercise(name) for name in exercise_files()]


def height(part: dict[str, float]) -> float:
    return part["bottom"] - part["top"]


def span(measured: dict[str, Any], parts: Iterable[str]) -> float:
    there = [measured[part] for part in parts if part in measured]
    return max(part["bottom"] for part in there) - min(part["top"] for part in there)


def measured(page: Page, size: Any) -> list[dict[str, Any]]:
    """Where the parts of all workbenches are in a window of this size."""
    page.set_viewport_size(size)
    settle(page)
    found: list[dict[str, Any]] = page.evaluate(MEASURE, PARTS)
    return found


def is_asked_for_nothing(page: Page, number: int) -> None:
    """So many workbenches are there, and each has said what came of its run."""
    said = page.locator(".tk-bench .tk-says:not(:empty)")
    expect(said).to_have_count(number)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_laid_fits(open_notebook: OpenNotebook, shot: Shot, name: str) -> None:
    """On a laptop all of it; on a tablet task and board first, and board and Run together."""
    exercises = [exercise for exercise in shipped()
                 if exercise.game is game(name) and kind_of(exercise).FORM.lays_cards]  # fmt: skip
    ten = {each: cards for each, cards in TEN.items() if find_exercise(each).game is game(name)}
    programs = [(each.id, each.file.solution.answer) for each in exercises] + [*ten.items()]
    cells = [LAY.format(name=name, answer=answer) for name, answer in programs]
    page = open_notebook(cells, size=LAPTOP, still=True)
    is_asked_for_nothing(page, len(programs))
    wide = measured(page, LAPTOP)
    names = [name for name, _ in programs]
    assert axe(page, ".tk-bench") == []
    for number in {0, len(programs) - 1}:
        page.locator(".tk-bench").nth(number).evaluate("bench => bench.scrollIntoView()")
        shot(page, f"screen-{names[number]}-laptop")
    narrow = measured(page, TABLET)[: len(exercises)]
    page.locator(".tk-bench").first.evaluate("bench => bench.scrollIntoView()")
    shot(page, f"screen-{names[0]}-tablet")

    assert len(wide) == len(programs)
    for each, row in zip(names, wide, strict=True):
        assert row["over"] <= 0, each
        assert height(row["bench"]) <= FREE, each
        assert not row["scrolls"] or row["laid"] > MOST, each
    assert [row["laid"] for row in wide[len(exercises) :]] == [MOST] * len(ten)
    for each, row in zip(names, narrow, strict=False):
        assert row["over"] <= 0, each
        tops = [row[part]["top"] for part in ("task", "board", "cards", "strip", "run", "verdict")]
        assert tops == sorted(tops), each
        assert span(row, ("board", "strip", "run")) <= TABLET["height"] - (
            LAPTOP["height"] - FREE
        ), each


def hunt(exercise: Exercise) -> str:
    """A wrong mark, with the longest answer to one."""
    cards = {*range(1, len(exercise.given.instructions) + 1)}
    return MARK.format(name=exercise.id, card=min(cards - {*right_marks(exercise)}))


def trace(exercise: Exercise) -> str:
    """A table whose first row is missing."""
    rows = solution(exercise).splitlines()
    return FILL.format(name=exercise.id, answer="\n".join(["", *rows[1:]]))


TO_THE_END = "player => player.querySelector('[aria-label=\"To the end\"]').click()"
HEIGHTS = "players => players.map(player => player.getBoundingClientRect().height)"


def test_what_is_marked_filled_and_watched_fits(open_notebook: OpenNotebook, shot: Shot) -> None:
    """Bug hunts and tables with their verdict; watches at their start and at their end."""
    hunts = [exercise for exercise in shipped() if is_asked(exercise)]
    traces = [exercise for exercise in shipped() if kind_of(exercise).FORM is Form.ROWS]
    sources = [cell.source for path in lessons() for cell in code_cells(read(path))]
    watches = [source for source in sources if "tk.watch(" in source]
    assert hunts
    assert traces
    page = open_notebook(
        ["import teachkit as tk", *map(hunt, hunts), *map(trace, traces), *watches],
        size=LAPTOP, still=True,
    )  # fmt: skip
    is_asked_for_nothing(page, len(hunts) + len(traces))
    expect(page.locator(".tk-builder[data-marking]")).to_have_count(len(hunts))
    for name, row in zip(
        [each.id for each in (*hunts, *traces)], measured(page, LAPTOP), strict=True
    ):
        assert row["over"] <= 0, name
        assert height(row["bench"]) <= FREE, name
    benches = page.locator(".tk-bench")
    for number in range(len(hunts), len(hunts) + len(traces)):
        expect(benches.nth(number).locator(".tk-row-mark").first).to_have_text("not yet")
    for number in (2, len(hunts)):
        benches.nth(number).evaluate("bench => bench.scrollIntoView()")
        shot(page, f"screen-answered-{number}")

    players = page.locator(".tk-player:not(.tk-bench .tk-player)")
    expect(players).to_have_count(len(watches))
    heights = players.evaluate_all(HEIGHTS)
    for player in players.all():
        player.evaluate(TO_THE_END)
    settle(page)
    players.nth(1).evaluate("player => player.scrollIntoView()")
    shot(page, "screen-watch")
    too_high = [(watches[number % len(watches)], high)
                for number, high in enumerate(heights + players.evaluate_all(HEIGHTS))
                if high > FREE]  # fmt: skip
    assert too_high == []


RUSH_HOUR = '''from teachkit.exercises.reading import make_exercise
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
PHASES = """from teachkit.exercises.reading import make_exercise
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


def test_registers_are_filled_and_moments_ordered_by_keyboard(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    """Four robots' cards lie in the table; board, own strip, Run, transport and verdict fit."""
    page = open_notebook([RUSH_HOUR, PHASES], size=LAPTOP, still=True)
    for number, labels, says in ((0, LAID, "d1"), (1, MOMENTS, "Right.")):
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
    registers, moments = measured(page, LAPTOP)
    for number, name in enumerate(("registers", "order")):
        page.locator(".tk-bench").nth(number).evaluate("bench => bench.scrollIntoView()")
        shot(page, f"screen-{name}")
    assert axe(page, ".tk-bench") == []
    assert registers["over"] <= 0
    assert span(registers, PARTS) <= FREE
    assert not registers["scrolls"]
    assert moments["over"] <= 0
    assert height(moments["bench"]) <= FREE
