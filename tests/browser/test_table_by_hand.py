"""The table played by mouse and by touch; what is kept is what the rules made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from teachkit.core.editing import EditRow
from teachkit.core.flow import PickSome, WriteProgram
from teachkit.games import game
from teachkit.play.sitting import Sitting

from .attable import AtTable
from .conftest import Shot
from .hands import Pointer
from .labpage import Lab, axe, cell_errors, go_to_notebook, run_all, write_notebook

SCHOOL: Any = {"width": 1366, "height": 768}


@pytest.fixture(params=["mouse", "touch"])
def by(request: pytest.FixtureRequest) -> str:
    """What the table is played with."""
    return str(request.param)


@pytest.fixture
def screen(browser: Browser, by: str) -> Iterator[Page]:
    """A school's laptop, perhaps one that is touched; nothing glides on it."""
    context = browser.new_context(viewport=SCHOOL, has_touch=by == "touch", reduced_motion="reduce")
    yield context.new_page()
    context.close()


def opened(
    page: Page, lab: Lab, by: str, name: str, players: Sequence[str], seed: int, edition: str = ""
) -> AtTable:
    """A table in a notebook, and beside it the same game by the rules alone."""
    call = f"tk.table({name!r}, {list(players)!r}, seed={seed}, edition={edition!r})"
    notebook = f"{by}-{name}-{edition}.ipynb"
    write_notebook(lab.folder / notebook, ["import teachkit as tk", call])
    go_to_notebook(page, lab, notebook, alone=True)
    run_all(page)
    assert cell_errors(page) == []
    page.locator(".tk-table").scroll_into_view_if_needed()
    rules = game(name)
    sitting = Sitting(rules, rules.OPENING.match(len(players), edition), players, seed)
    return AtTable(page, sitting, Pointer(page, finger=by == "touch"))


def until(table: AtTable, kind: type) -> None:
    """They play until somebody is asked this."""
    while not isinstance(table.sitting.decision, kind):
        table.step()


def is_kept(lab: Lab, table: AtTable, name: str) -> None:
    """The newest file of this game holds just this match."""
    files = lab.folder.rglob(f"table-{name}-*.json")
    newest = max(files, key=lambda file: file.stat().st_mtime_ns)
    kept = json.loads(newest.read_text(encoding="utf-8"))
    assert kept["match"] == json.loads(json.dumps(table.sitting.match.save()))


@pytest.fixture(autouse=True)
def afterwards(lab: Lab) -> Iterator[None]:
    yield
    lab.stop_kernels()
    for file in lab.folder.rglob("table-*.json"):  # the same game begins anew by another hand
        file.unlink()


def test_two_people_take_turns_at_algoracing(screen: Page, lab: Lab, shot: Shot, by: str) -> None:
    players = ("Ada", "Bo")
    table = opened(screen, lab, by, "algoracing", players, seed=6)
    until(table, WriteProgram)
    answers = len(table.sitting.match.answers)
    table.take_back()
    assert len(table.sitting.match.answers) == answers - 1
    is_kept(lab, table, "algoracing")
    table.answers(2)  # the same once more, and a program
    expect(screen.locator(".tk-ask-answers")).to_contain_text("I am Bo")
    expect(screen.locator(".tk-builder")).to_have_count(0)
    expect(screen.locator(".tk-run-next")).to_have_text("This is how it stands now.")
    shot(screen, f"table-{by}-algoracing")
    table.answers(4)
    is_kept(lab, table, "algoracing")
    assert axe(screen, ".tk-table") == []


def test_ada_fills_five_registers_against_the_house(
    screen: Page, lab: Lab, shot: Shot, by: str
) -> None:
    table = opened(screen, lab, by, "roborally", ("Ada", "greedy"), seed=2)
    asked, frames = table.sitting.decision, len(table.sitting.match.frames)
    assert isinstance(asked, WriteProgram)
    [ada] = table.sitting.people
    program = table.strategies[ada.piece](table.sitting.view, asked)
    table.lay(list(asked.hand), program.instructions)
    shot(screen, f"table-{by}-roborally")
    table.press(screen.locator(".tk-bar").get_by_role("button", name="Send"))
    table.sitting.answer(program)
    table.agrees()
    assert len(table.sitting.match.frames) > frames + 5
    is_kept(lab, table, "roborally")
    shot(screen, f"table-{by}-roborally-after")


def test_cards_are_changed_and_the_row_is_edited(
    screen: Page, lab: Lab, shot: Shot, by: str
) -> None:
    table = opened(screen, lab, by, "algoracing", ("Ada", "Bo"), seed=6, edition="complete")
    until(table, EditRow)
    table.step()
    is_kept(lab, table, "algoracing")
    table.step()
    table.choose("pass")
    asked = table.sitting.decision
    assert isinstance(asked, PickSome)
    buttons = screen.locator(".tk-ask-answers button")
    table.hands.press(buttons.nth(1))
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    table.hands.press(buttons.nth(1))
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "false")
    shot(screen, f"table-{by}-some")
    table.choose((asked.options[0], asked.options[2]))
    is_kept(lab, table, "algoracing")
    until(table, EditRow)
    shot(screen, f"table-{by}-edit")
    assert axe(screen, ".tk-table") == []
    table.step()
    is_kept(lab, table, "algoracing")
