"""A table in real JupyterLab, by keyboard, mouse and touch; what is kept is what the rules made."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.core.editing import EditRow
from teachkit.core.flow import PickSome, WriteProgram
from teachkit.games import game
from teachkit.play.sitting import Sitting

from .attable import AtTable
from .conftest import OpenNotebook, Shot
from .hands import Keys, Pointer
from .labpage import (
    LAPTOP,
    NOTEBOOK,
    axe,
    becomes,
    cell_sources,
    open_lesson,
    restart_kernel,
    run_all,
    running_lab,
)

PEOPLE = ("Ada", "Bo")


def cell(name: str, players: Sequence[str], **more: Any) -> str:
    options = "".join(f", {key}={value!r}" for key, value in more.items())
    return f"tk.table({name!r}, {list(players)!r}{options})"


def sitting(name: str, players: Sequence[str], seed: int, edition: str = "") -> Sitting:
    """The same game, by the rules alone."""
    rules = game(name)
    return Sitting(rules, rules.OPENING.match(len(players), edition), players, seed)


def opened(open_notebook: OpenNotebook, by: str, *calls: str) -> Page:
    """Tables on the screen of a school's laptop, on which nothing glides."""
    cells = ["import teachkit as tk", *calls]
    return open_notebook(cells, touch=by == "touch", size=LAPTOP, still=True)


def at(page: Page, number: int, by: str, same_game: Sitting) -> AtTable:
    """Somebody who plays at this table, beside the same game by the rules alone."""
    table = page.locator(".tk-table").nth(number)
    table.scroll_into_view_if_needed()
    if by == "keys":
        table.locator(".tk-asking .tk-ask").focus()
    hands = Keys(page) if by == "keys" else Pointer(page, finger=by == "touch")
    return AtTable(table, same_game, hands)


def until(table: AtTable, kind: type) -> None:
    """They play until somebody is asked this."""
    while not isinstance(table.sitting.decision, kind):
        table.step()


def is_kept(folder: Path, table: AtTable, name: str) -> None:
    """The newest file of this game holds just this match."""

    def match() -> Any:
        files = folder.glob(f"table-{name}-*.json")
        newest = max(files, key=lambda file: file.stat().st_mtime_ns)
        return json.loads(newest.read_text(encoding="utf-8"))["match"]

    becomes(match, json.loads(json.dumps(table.sitting.match.save())))


def fits(table: Locator) -> bool:
    """Whether the table is no higher than the window."""
    box = table.bounding_box()
    return bool(box) and box["height"] <= LAPTOP["height"] - 90


def test_two_people_play_a_whole_game_and_the_kernel_goes_in_the_middle(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = opened(open_notebook, "keys", cell("algoracing", PEOPLE, seed=3))
    sources = cell_sources(page)
    now = page.locator(".tk-run-next")
    expect(now).to_have_text("Nothing has happened yet.")
    table = at(page, 0, "keys", sitting("algoracing", PEOPLE, 3))
    table.answers(9)
    shot(page, "table-algoracing")
    restart_kernel(page)
    run_all(page)
    page.locator(".tk-asking .tk-ask").focus()
    table.sitting.here = None
    table.agrees()
    table.answers(100)
    assert table.sitting.outcome
    expect(now).to_have_text("This is how it stands now.")
    assert page.locator(".tk-seat", has=page.locator("strong")).count() == 1
    assert axe(page, ".tk-table") == []
    assert cell_sources(page) == sources
    expect(now).to_have_text("This is how it stands now.")
    shot(page, "table-over")


FOUR = ("Ada", "Bo", "greedy", "random")


def test_one_round_is_played_by_keys(open_notebook: OpenNotebook, shot: Shot) -> None:
    games = (("calamitron", PEOPLE, 3), ("roborally", FOUR, 2))
    calls = [cell(name, players, seed=seed) for name, players, seed in games]
    page = opened(open_notebook, "keys", *calls)
    for number, (name, players, seed) in enumerate(games):
        table = at(page, number, "keys", sitting(name, players, seed))
        until(table, WriteProgram)
        shot(page, f"table-{name}")
        assert fits(table.table), name
        match = table.sitting.match
        before = len(match.frames)
        while not (match.is_over or len(match.frames) > before) or table.sitting.here is None:
            table.step()
        shot(page, f"table-{name}-after")
    assert axe(page, ".tk-table") == []


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_the_table_is_played_by_hand(
    open_notebook: OpenNotebook, folder: Path, shot: Shot, by: str
) -> None:
    """Turns at Algoracing, cards that are changed and a row that is edited, and registers."""
    page = opened(
        open_notebook,
        by,
        cell("algoracing", PEOPLE, seed=6),
        cell("roborally", ("Ada", "greedy"), seed=2),
    )
    two_people_take_turns(at(page, 0, by, sitting("algoracing", PEOPLE, 6)), folder)
    shot(page, f"table-{by}-algoracing")
    five_registers(at(page, 1, by, sitting("roborally", ("Ada", "greedy"), 2)), folder)
    shot(page, f"table-{by}-roborally")
    assert axe(page, ".tk-table") == []


def two_people_take_turns(table: AtTable, folder: Path) -> None:
    """And an answer is taken back; whose turn it is not sees no hand."""
    until(table, WriteProgram)
    answers = len(table.sitting.match.answers)
    table.take_back()
    assert len(table.sitting.match.answers) == answers - 1
    is_kept(folder, table, "algoracing")
    table.answers(2)  # the same once more, and a program
    expect(table.table.locator(".tk-ask-answers")).to_contain_text("I am Bo")
    expect(table.table.locator(".tk-builder")).to_have_count(0)
    expect(table.table.locator(".tk-run-next")).to_have_text("This is how it stands now.")
    table.answers(4)
    is_kept(folder, table, "algoracing")


def five_registers(table: AtTable, folder: Path) -> None:
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


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_cards_are_changed_and_the_row_is_edited(
    open_notebook: OpenNotebook, folder: Path, shot: Shot, by: str
) -> None:
    page = opened(open_notebook, by, cell("algoracing", PEOPLE, seed=6, edition="complete"))
    table = at(page, 0, by, sitting("algoracing", PEOPLE, 6, "complete"))
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
    shot(page, f"table-{by}-some")
    table.choose((asked.options[0], asked.options[2]))
    is_kept(folder, table, "algoracing")
    until(table, EditRow)
    shot(page, f"table-{by}-edit")
    assert axe(page, ".tk-table") == []
    table.step()
    is_kept(folder, table, "algoracing")


def test_time_that_is_up_sends_what_lies_there(open_notebook: OpenNotebook) -> None:
    page = opened(open_notebook, "keys", cell("roborally", ("Ada", "greedy"), seed=2, seconds=3))
    clock, asking = page.locator(".tk-clock"), page.locator(".tk-asking")
    expect(page.locator(".tk-ask")).to_have_text("Ada: Fill 5 registers.")
    expect(clock).to_contain_text("left")
    expect(asking).not_to_have_attribute("data-shown", str(asking.get_attribute("data-shown")))
    if clock.is_visible():
        page.get_by_role("button", name="No clock").press("Enter")
    expect(clock).not_to_be_visible()


def players_command(notebooks: Path) -> list[str]:
    """What two who want to play type."""
    play = [sys.executable, "-m", "teachkit", "play", "algoracing", "--players", "Ada, Bo"]
    return [*play, "--folder", str(notebooks), "--"]


def test_a_table_is_there_without_a_cell_written(tmp_path: Path, page: Page, shot: Shot) -> None:
    page.set_viewport_size(LAPTOP)
    with running_lab(tmp_path, players_command) as lab:
        open_lesson(page, lab, "algoracing-Ada-Bo.ipynb")
        expect(page.locator(".tk-ask")).to_have_text("It is your turn, Bo.")
        assert not page.locator(".jp-CodeCell .cm-content").filter(has_text="tk.table").is_visible()
        assert fits(page.locator(f"{NOTEBOOK} .tk-table"))
        shot(page, "table-play")
