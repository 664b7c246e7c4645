"""A table in real JupyterLab, played by the keyboard alone; nothing is lost with the kernel."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from teachkit.core.flow import WriteProgram
from teachkit.games import game
from teachkit.play.sitting import Sitting

from .attable import AtTable
from .conftest import OpenNotebook, Shot
from .labpage import axe, cell_sources, open_lesson, restart_kernel, run_all, running_lab

SCHOOL: Any = {"width": 1366, "height": 768}


def opened(open_notebook: OpenNotebook, name: str, players: Sequence[str], seed: int) -> Page:
    """A table on the screen of a school's laptop, on which nothing glides."""
    cells = ["import teachkit as tk", f"tk.table({name!r}, {list(players)!r}, seed={seed})"]
    page = open_notebook(cells, alone=True)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(SCHOOL)
    page.locator(".tk-table").scroll_into_view_if_needed()
    page.locator(".tk-asking .tk-ask").focus()
    return page


def sitting(name: str, players: Sequence[str], seed: int) -> Sitting:
    """The same game, by the rules alone."""
    return Sitting(game(name), game(name).OPENING.match(len(players)), players, seed)


def is_round_over(table: AtTable, after: int) -> bool:
    """Whether everybody was asked for a program once more after so many frames."""
    return table.sitting.match.is_over or len(table.sitting.match.frames) > after


def fits(page: Page) -> bool:
    """Whether the table is no higher than the window."""
    box = page.locator(".tk-table").bounding_box()
    return bool(box) and box["height"] <= SCHOOL["height"] - 90


def test_two_people_play_a_whole_game_and_the_kernel_goes_in_the_middle(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    players = ("Ada", "Bo")
    page = opened(open_notebook, "algoracing", players, seed=6)
    sources = cell_sources(page)
    expect(page.locator(".tk-run-next")).to_have_text("Nothing has happened yet.")
    table = AtTable(page, sitting("algoracing", players, 6))
    table.answers(9)
    shot(page, "table-algoracing")
    restart_kernel(page)
    run_all(page)
    page.locator(".tk-asking .tk-ask").focus()
    table.sitting.here = None
    table.agrees()
    table.answers(100)
    assert table.sitting.outcome
    expect(page.locator(".tk-run-next")).to_have_text("This is how it stands now.")
    page.wait_for_timeout(1000)  # nothing that was said of the run before moves it
    expect(page.locator(".tk-run-next")).to_have_text("This is how it stands now.")
    assert page.locator(".tk-seat", has=page.locator("strong")).count() == 1
    assert axe(page, ".tk-table") == []
    assert cell_sources(page) == sources
    shot(page, "table-over")


@pytest.mark.parametrize(
    ("name", "players", "seed"),
    [("calamitron", ("Ada", "Bo"), 3), ("roborally", ("Ada", "Bo", "greedy", "random"), 2)],
)
def test_one_round_is_played_by_keys(
    name: str, players: tuple[str, ...], seed: int, open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = opened(open_notebook, name, players, seed)
    table = AtTable(page, sitting(name, players, seed))
    while not isinstance(table.sitting.decision, WriteProgram):
        table.step()
    shot(page, f"table-{name}")
    assert axe(page, ".tk-table") == []
    assert fits(page)
    before = len(table.sitting.match.frames)
    while not is_round_over(table, before) or table.sitting.here is None:
        table.step()
    shot(page, f"table-{name}-after")
    assert axe(page, ".tk-table") == []


def test_time_that_is_up_sends_what_lies_there(open_notebook: OpenNotebook) -> None:
    cells = ["import teachkit as tk", 'tk.table("roborally", ["Ada", "greedy"], seed=2, seconds=8)']
    page = open_notebook(cells, alone=True)
    clock = page.locator(".tk-clock")
    expect(page.locator(".tk-ask")).to_have_text("Ada: Fill 5 registers.")
    expect(clock).to_contain_text("seconds left")
    shown = page.locator(".tk-asking").get_attribute("data-shown")
    expect(page.locator(".tk-asking")).not_to_have_attribute(
        "data-shown", str(shown), timeout=20_000
    )
    if clock.is_visible():
        page.get_by_role("button", name="No clock").press("Enter")
    expect(clock).not_to_be_visible()


def players_command(notebooks: Path) -> list[str]:
    """What two who want to play type."""
    play = [sys.executable, "-m", "teachkit", "play", "algoracing", "--players", "Ada, Bo"]
    return [*play, "--folder", str(notebooks), "--"]


def test_a_table_is_there_without_a_cell_written(tmp_path: Path, page: Page, shot: Shot) -> None:
    page.set_viewport_size(SCHOOL)
    with running_lab(tmp_path, players_command) as lab:
        open_lesson(page, lab, "algoracing-Ada-Bo.ipynb")
        expect(page.locator(".tk-ask")).to_have_text("It is your turn, Bo.")
        assert not page.locator(".jp-CodeCell .cm-content").filter(has_text="tk.table").is_visible()
        assert fits(page)
        shot(page, "table-play")
