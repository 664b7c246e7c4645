"""Places on the board of a table are chosen by keys and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .attable import AtTable
from .conftest import OpenNotebook, Shot
from .labpage import axe
from .test_table import PEOPLE, at, cell, opened, sitting


def until_asked(table: AtTable, text: str) -> None:
    """Play until somebody is asked a question with this text."""
    while text not in getattr(table.sitting.decision, "question", ""):
        table.step()


@pytest.mark.parametrize("by", ["keys", pytest.param("touch", marks=pytest.mark.nightly)])
def test_a_square_and_a_side_are_chosen_on_the_board(
    open_notebook: OpenNotebook, shot: Shot, by: str
) -> None:
    """Each of more than a hundred squares has a button of its own, and so has each facing."""
    page = opened(open_notebook, by, cell("roborally", PEOPLE, seed=2, edition="variant"))
    table = at(page, 0, by, sitting("roborally", PEOPLE, 2, "variant"))
    until_asked(table, "Where do you want to start")
    places = page.locator(".tk-place")
    options = table.sitting.decision.options  # type: ignore[union-attr]  # a PickOne
    expect(places).to_have_count(len(options))
    assert len(options) > 100
    assert axe(page, ".tk-table") == []
    shot(page, f"table-places-{by}")
    table.choose(options[26])
    expect(places).to_have_count(len(table.sitting.decision.options))  # type: ignore[union-attr]
    shot(page, f"table-sides-{by}")
    table.choose(table.sitting.decision.options[-1])  # type: ignore[union-attr]
    expect(places).to_have_count(0)
