"""A table fits on one screen, with squares that are large enough and letters that can be read."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from teachkit.draw.scene import scene
from teachkit.games import NAMES, game
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from tests.draw.letters import font_sizes

from .conftest import OpenNotebook, Shot
from .labpage import FREE, LAPTOP, TABLET, axe, settle

PEOPLE = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SQUARE, LETTER = 40, 11  # pixels: the least side of a square, and the least font size
SQUARES_MATTER = ("roborally", "calamitron")
MOST = {LAPTOP["width"]: FREE, TABLET["width"]: TABLET["height"] - (LAPTOP["height"] - FREE)}
HELPERS = """import teachkit as tk
from teachkit.core.game.game import EditRow
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import WriteProgram
from teachkit.widgets.table.table import Table
from tests.widgets.test_table import asked, builder_of

def asks_for_cards(sitting):
    is_asked = isinstance(sitting.decision, (WriteProgram, EditRow))
    return is_asked and not sitting.is_watching

def go_on(sitting, pick):
    if sitting.is_watching:
        sitting.stop_watching()
    elif sitting.here is None:
        sitting.sit(sitting.waiting[0].name)
    else:
        sitting.answer(sitting.decision.compose(pick))

def with_cards(*args, sent, **options):
    sitting, chance = tk.table(*args, seed=3, **options).sitting, Chance(1)
    while sent or not asks_for_cards(sitting):
        sent -= asks_for_cards(sitting)
        go_on(sitting, chance.pick)
    table = Table(sitting)
    answers = [asked(table).compose(chance.pick) for number in range(20)]
    if isinstance(asked(table), WriteProgram):
        longest = max(answers, key=lambda answer: len(answer.instructions))
        builder_of(table).program = longest.to_json()
    else:
        builder_of(table).edits = list(max(answers, key=len))
    return table"""
PARTS = {
    "board": ".tk-run-board",
    "hand": ".tk-lay-tray",
    "program": ".tk-lay-strip, .tk-edit-row:last-of-type",
    "send": ".tk-bar [aria-keyshortcuts='Control+Enter']",
}
MEASURE = """(table, parts) => {
  const { top, left, right } = table.getBoundingClientRect();
  const found = Object.entries(parts).map(([name, part]) => [name, table.querySelector(part)]);
  return { width: table.querySelector('.tk-run-sheet').getBoundingClientRect().width,
    parts: Object.fromEntries(found.map(([name, part]) => {
      const box = part.getBoundingClientRect();
      const isInside = box.width > 0 && box.left >= left - 1 && box.right <= right + 1;
      return [name, { top: box.top - top, bottom: box.bottom - top, isInside }]; })) };
}"""


class Case(NamedTuple):
    """A game at a table: its name, its edition, the number of people, and of programs sent."""

    name: str
    edition: str
    people: int
    sent: int = 0

    def __str__(self) -> str:
        return f"{self.name}-{self.edition}-{self.people}-{self.sent}"

    @property
    def cell(self) -> str:
        people = list(PEOPLE[: self.people])
        more = f"edition={self.edition!r}, sent={self.sent}"
        return f"with_cards({self.name!r}, {people}, {more})"

    def match(self) -> Match:
        rules = game(self.name)
        players = {piece: at_random(piece) for piece in rules.opening.pieces[: self.people]}
        return Match(rules, rules.opening.match(self.people, self.edition), 3, players)


def cases() -> list[Case]:
    """Return tables of each printed edition for 2 to 4 people and for as many as can play.

    One more of each edition is in its fourth round.
    """
    editions = [(name, each) for name in NAMES for each in game(name).opening.editions]
    return [
        Case(*edition, *rest)
        for edition in editions
        for rest in ((2,), (3,), (4,), (4, 12), (max(game(edition[0]).opening.seats),))
    ]


DAILY = [
    Case("algoracing", "complete", 4),
    Case("calamitron", "standard", 4),
    Case("roborally", "base", 8),
    Case("lovelace", "english", 4, sent=12),
]


def measured(page: Page, size: ViewportSize) -> dict[str, Any]:
    page.set_viewport_size(size)
    settle(page)
    found: dict[str, Any] = page.locator(".tk-table").evaluate(MEASURE, PARTS)
    return found


def fits(case: Case, row: dict[str, Any], height: int) -> None:
    """Assert that board, hand, program and Send are on one screen, and the squares large enough."""
    parts = row["parts"].values()
    assert all(part["isInside"] for part in parts), (case, row)
    reach = max(part["bottom"] for part in parts) - min(part["top"] for part in parts)
    assert reach <= height, (case, row)
    if case.name in SQUARES_MATTER:
        start = case.match().frames[0].state
        assert row["width"] / scene(start).width >= SQUARE, (case, row)


def can_be_read(case: Case, row: dict[str, Any]) -> None:
    """Assert that no letter on the board is too small, at any of a match's moments."""
    frames = case.match().frames
    for frame in [*frames[:: max(1, len(frames) // 40)], frames[-1]]:
        seen = scene(frame.state)
        for letter, size in font_sizes(seen).items():
            assert size * row["width"] / seen.width >= LETTER, (case, letter, size)


TABLES = [
    pytest.param(case, id=str(case), marks=[] if case in DAILY else pytest.mark.nightly)
    for case in dict.fromkeys([*DAILY, *cases()])
]


@pytest.mark.parametrize("case", TABLES)
def test_a_table_fits_on_a_screen(open_notebook: OpenNotebook, shot: Shot, case: Case) -> None:
    page = open_notebook([HELPERS, case.cell], size=LAPTOP, still=True)
    expect(page.locator(PARTS["send"])).to_be_visible()
    for size in (LAPTOP, TABLET):
        row = measured(page, size)
        page.locator(".tk-table").evaluate("table => table.scrollIntoView()")
        shot(page, f"table-screen-{case}-{size['width']}")
        fits(case, row, MOST[size["width"]])
        if size is LAPTOP:
            can_be_read(case, row)
    assert axe(page, ".tk-table") == []
