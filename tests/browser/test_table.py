"""A table in real JupyterLab, by keyboard, mouse and touch; saved matches agree with the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.classroom.notebooks import lay_table
from teachkit.core.game.game import EditRow
from teachkit.core.run.decisions import PickSome, WriteProgram
from teachkit.games import game
from teachkit.play.sitting import Sitting

from .attable import AtTable
from .conftest import OpenNotebook, Shot
from .hands import Keys, Pointer
from .labpage import (
    LAPTOP,
    NOTEBOOK,
    Lab,
    axe,
    becomes,
    cell_sources,
    open_lesson,
    restart_kernel,
    run_all,
)

PEOPLE = ("Ada", "Bo")


def cell(name: str, players: Sequence[str], **more: Any) -> str:
    options = "".join(f", {key}={value!r}" for key, value in more.items())
    return f"tk.table({name!r}, {list(players)!r}{options})"


def sitting(name: str, players: Sequence[str], seed: int, edition: str = "") -> Sitting:
    """Return the same game, played by the rules alone."""
    rules = game(name)
    return Sitting(rules, rules.opening.match(len(players), edition), players, seed)


def opened(open_notebook: OpenNotebook, by: str, *calls: str) -> Page:
    """Open tables on the screen of a school laptop, without animations."""
    cells = ["import teachkit as tk", *calls]
    return open_notebook(cells, touch=by == "touch", size=LAPTOP, still=True)


def at(page: Page, number: int, by: str, same_game: Sitting) -> AtTable:
    """Return a driver of people at this table, beside the same game by the rules alone."""
    table = page.locator(".tk-table").nth(number)
    table.scroll_into_view_if_needed()
    if by == "keys":
        table.locator(".tk-asking .tk-ask").focus()
    hands = Keys(page) if by == "keys" else Pointer(page, finger=by == "touch")
    return AtTable(table, same_game, hands)


def until(table: AtTable, kind: type) -> None:
    """Play until somebody is asked this."""
    while not isinstance(table.sitting.decision, kind):
        table.step()


def is_kept(folder: Path, table: AtTable, name: str) -> None:
    """Assert that the newest file of this game contains exactly this match."""

    def match() -> Any:
        files = folder.glob(f"table-{name}-*.json")
        newest = max(files, key=lambda file: file.stat().st_mtime_ns)
        return json.loads(newest.read_text(encoding="utf-8"))["match"]

    becomes(match, json.loads(json.dumps(table.sitting.match.save())))


def fits(table: Locator) -> bool:
    """Return whether the table is no higher than the window."""
    box = table.bounding_box()
    return bool(box) and box["height"] <= LAPTOP["height"] - 90


@pytest.mark.nightly
def test_two_people_play_a_whole_game(open_notebook: OpenNotebook, shot: Shot) -> None:
    page = opened(open_notebook, "keys", cell("algoracing", PEOPLE, seed=3))
    sources = cell_sources(page)
    table = at(page, 0, "keys", sitting("algoracing", PEOPLE, 3))
    table.answers(9)
    shot(page, "table-algoracing")
    the_kernel_goes(page, table)
    table.answers(100)
    assert table.sitting.match.outcome
    expect(page.locator(".tk-run-next")).to_have_text("This is the current position in the game.")
    assert page.locator(".tk-seat[data-state=wins]").count() == 1
    assert axe(page, ".tk-table") == []
    assert cell_sources(page) == sources
    shot(page, "table-over")


def the_kernel_goes(page: Page, table: AtTable) -> None:
    """End the kernel; the table is then as before, with nobody seated."""
    restart_kernel(page)
    run_all(page)
    page.locator(".tk-asking .tk-ask").first.focus()
    table.sitting.here = None
    table.agrees()


FOUR = ("Ada", "Bo", "greedy", "random")


@pytest.mark.parametrize(
    ("name", "players", "seed"),
    [
        ("calamitron", PEOPLE, 3),
        pytest.param("roborally", FOUR, 2, marks=pytest.mark.nightly),
    ],
)
def test_one_round_is_played_by_keys(
    open_notebook: OpenNotebook, shot: Shot, name: str, players: Sequence[str], seed: int
) -> None:
    page = opened(open_notebook, "keys", cell(name, players, seed=seed))
    table = at(page, 0, "keys", sitting(name, players, seed))
    until(table, WriteProgram)
    shot(page, f"table-{name}")
    assert fits(table.table)
    match = table.sitting.match
    before = len(match.frames)
    while not (match.is_over or len(match.frames) > before) or table.sitting.here is None:
        table.step()
    shot(page, f"table-{name}-after")
    assert axe(page, ".tk-table") == []


def two_people_take_turns(page: Page, table: AtTable, folder: Path) -> None:
    """An answer is taken back, the kernel is restarted; the other player sees no hand."""
    now = table.table.locator(".tk-run-next")
    expect(table.table.locator("p.tk-run-said")).to_have_text("Nothing has happened yet.")
    expect(now).to_be_empty()
    until(table, WriteProgram)
    answers = len(table.sitting.match.answers)
    table.take_back()
    assert len(table.sitting.match.answers) == answers - 1
    is_kept(folder, table, "algoracing")
    table.answers(2)  # the same again, and a program
    expect(table.table.locator(".tk-ask-answers")).to_contain_text("I am Bo")
    expect(table.table.locator(".tk-builder")).to_have_count(0)
    expect(now).to_have_text("This is the current position in the game.")
    the_kernel_goes(page, table)
    table.answers(2)
    is_kept(folder, table, "algoracing")


def cards_are_changed_and_the_row_is_edited(page: Page, table: AtTable, folder: Path) -> None:
    """One of several options is selected, and deselected; each answer is stored."""
    until(table, EditRow)
    table.step()
    is_kept(folder, table, "algoracing")
    table.step()
    table.choose("pass")
    asked = table.sitting.decision
    assert isinstance(asked, PickSome)
    second = table.table.locator(".tk-ask-answers button").nth(1)
    for is_pressed in ("true", "false"):
        table.hands.press(second)
        expect(second).to_have_attribute("aria-pressed", is_pressed)
    table.choose((asked.options[0], asked.options[2]))
    is_kept(folder, table, "algoracing")
    until(table, EditRow)
    assert axe(page, ".tk-table") == []
    table.step()
    is_kept(folder, table, "algoracing")


def five_registers_are_filled(page: Page, table: AtTable, folder: Path) -> None:
    """Ada fills them against the house."""
    asked, frames = table.sitting.decision, len(table.sitting.match.frames)
    assert isinstance(asked, WriteProgram)
    [ada] = table.sitting.people
    program = table.strategies[ada.piece](table.sitting.view, asked)
    table.lay(list(asked.hand), program.instructions)
    table.press(table.table.locator(".tk-bar").get_by_role("button", name="Send"))
    table.sitting.answer(program)
    table.agrees()
    assert len(table.sitting.match.frames) > frames + 5
    is_kept(folder, table, "roborally")
    assert axe(page, ".tk-table") == []


TURNS = (two_people_take_turns, "algoracing", PEOPLE, 6, "")
CHANGES = (cards_are_changed_and_the_row_is_edited, "algoracing", PEOPLE, 6, "complete")
REGISTERS = (five_registers_are_filled, "roborally", ("Ada", "greedy"), 2, "")
DAILY = [("keys", TURNS), ("mouse", CHANGES), ("touch", REGISTERS)]


@pytest.mark.parametrize(
    ("by", "journey"),
    [
        pytest.param(
            by, journey, id=f"{by}-{journey[0].__name__}",
            marks=() if (by, journey) in DAILY else pytest.mark.nightly,
        )
        for by in ("keys", "mouse", "touch")
        for journey in (TURNS, CHANGES, REGISTERS)
    ],
)  # fmt: skip
def test_the_table_is_played_by_hand(
    open_notebook: OpenNotebook, folder: Path, shot: Shot, by: str, journey: Any
) -> None:
    """Daily tests play one of the three with each way of input, nightly tests all of them."""
    plays, name, players, seed, edition = journey
    more = {"edition": edition} if edition else {}
    page = opened(open_notebook, by, cell(name, players, seed=seed, **more))
    plays(page, at(page, 0, by, sitting(name, players, seed, edition)), folder)
    shot(page, f"table-{by}-{name}-{edition}")


ANSWERS = "() => !!document.activeElement.closest('.tk-asking, .tk-builder, .tk-places')"
FEW = [("algoracing", 4, 7), ("calamitron", 4, 8), ("roborally", 0, 9)]


@pytest.mark.parametrize(
    ("name", "opening", "most"),
    [
        pytest.param(*each, marks=pytest.mark.nightly if number else ())
        for number, each in enumerate(FEW)
    ],
)
def test_a_turn_takes_few_presses(
    open_notebook: OpenNotebook, shot: Shot, name: str, opening: int, most: int
) -> None:
    """Nobody presses anything to watch a run; the next question comes by itself, and in reach."""
    page = opened(open_notebook, "mouse", cell(name, PEOPLE, seed=3))
    hands = Pointer(page, finger=False)
    table = AtTable(page.locator(".tk-table"), sitting(name, PEOPLE, 3), hands)
    table.answers(opening)
    table.patient = True
    frames, before, turns = len(table.sitting.match.frames), hands.presses, Counter[str]()
    while len(table.sitting.match.frames) <= frames + 4:
        who = (table.sitting.here or table.sitting.waiting[0]).name
        table.step()
        turns[who] += hands.presses - before
        before = hands.presses
    assert 4 < max(turns.values()) <= most
    shot(page, f"table-watched-{name}")
    page.locator(".jp-Cell", has=table.table).focus()
    for _ in range(3):
        page.keyboard.press("Tab")
        if page.evaluate(ANSWERS):
            break
    assert page.evaluate(ANSWERS)


@pytest.mark.nightly
def test_time_that_is_up_sends_what_lies_there(open_notebook: OpenNotebook) -> None:
    page = opened(open_notebook, "keys", cell("roborally", ("Ada", "greedy"), seed=2, seconds=3))
    clock, asking = page.locator(".tk-clock"), page.locator(".tk-asking")
    expect(page.locator(".tk-ask")).to_have_text("Ada: Fill 5 registers.")
    expect(clock).to_contain_text("left")
    expect(asking).not_to_have_attribute("data-shown", str(asking.get_attribute("data-shown")))
    if clock.is_visible():
        page.get_by_role("button", name="No clock").press("Enter")
    expect(clock).not_to_be_visible()


def test_a_table_is_there_without_a_cell_written(ada: Lab, page: Page, shot: Shot) -> None:
    """The notebook that `teachkit play` opens."""
    page.set_viewport_size(LAPTOP)
    notebook = lay_table(ada.folder, "algoracing", PEOPLE, {})
    open_lesson(page, ada, notebook.name)
    expect(page.locator(".tk-ask")).to_have_text("It is your turn, Bo.")
    assert not page.locator(".jp-CodeCell .cm-content").filter(has_text="tk.table").is_visible()
    box = page.locator(f"{NOTEBOOK} .tk-table").bounding_box()
    assert box
    assert box["y"] + box["height"] <= LAPTOP["height"], "nothing is below the fold"
    shot(page, "table-play")
