"""Two people play whole games at a table, by keyboard on a laptop and by touch on a tablet."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.games.starts import PLAYED

from .attable import AtTable
from .conftest import OpenNotebook, Shot
from .hands import Hands, Keys, Pointer
from .labpage import LAPTOP, TABLET, axe, settle
from .test_table import PEOPLE, cell, is_kept, sitting

SEEN = {"curtain": 1, "choosing": 1, "laying": 3, "watching": 2, "over": 1}
"""How often each moment must have come before it is photographed; few rounds are not yet a game."""


class Photographed(AtTable):
    """A table that is photographed once in each moment."""

    def __init__(self, page: Page, shot: Shot, called: str, *table: Any) -> None:
        self.page, self.shot, self.called = page, shot, called
        self.seen = Counter[str]()
        super().__init__(*table)

    def agrees(self) -> None:
        self.look()
        super().agrees()
        self.look()

    def look(self) -> None:
        moment = str(self.asking.get_attribute("data-moment"))
        self.seen[moment] += 1
        if self.seen[moment] == SEEN[moment]:
            settle(self.page)
            self.shot(self.page, f"game-{self.called}-{moment}")


def on_screen(table: Locator, width: int) -> None:
    """Assert that the table is no wider than the screen, and that its question can be seen."""
    expect(table.locator(".tk-ask")).to_be_in_viewport()
    box = table.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


@pytest.mark.nightly
@pytest.mark.parametrize(("by", "size"), [("keys", LAPTOP), ("touch", TABLET)])
@pytest.mark.parametrize(("name", "edition"), PLAYED)
def test_two_people_play_to_the_end(
    open_notebook: OpenNotebook, folder: Path, shot: Shot,
    name: str, edition: str, by: str, size: Any,
) -> None:  # fmt: skip
    call = cell(name, PEOPLE, seed=3, edition=edition)
    page = open_notebook(
        ["import teachkit as tk", call], touch=by == "touch", size=size, still=True
    )
    place = page.locator(".tk-table")
    place.scroll_into_view_if_needed()
    if by == "keys":
        place.locator(".tk-asking .tk-ask").focus()
    hands: Hands = Keys(page) if by == "keys" else Pointer(page, finger=True)
    same_game = sitting(name, PEOPLE, 3, edition)
    table = Photographed(page, shot, f"{name}-{edition}-{by}", place, same_game, hands)
    while not same_game.match.is_over:
        table.step()
        on_screen(place, size["width"])
    assert {"watching", "laying", "over"} <= table.seen.keys()
    is_kept(folder, table, name)
    assert axe(page, ".tk-table") == []
