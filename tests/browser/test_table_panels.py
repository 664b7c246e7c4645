"""The panels of players at a table, its rules and the end of a game, without JupyterLab."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Page, expect

from teachkit.games import game
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.variant.state import with_seat
from teachkit.play.match import Match
from teachkit.play.sitting import Sitting
from teachkit.play.strategies import house
from teachkit.widgets.table.ending import Ending
from teachkit.widgets.table.panels import Panels

from .bare import show_bare
from .conftest import Shot
from .labpage import axe

OTHERS = ("lovelace", "calamitron", "roborally")
PEOPLE = ("Ada", "Bartholomew the Great", "random", "Cy")


@cache
def answers(name: str, edition: str) -> list[list[object]]:
    """Return the answers of a whole match between four players of the house."""
    rules = game(name)
    setup = rules.opening.match(len(PEOPLE), edition)
    plays = {piece: house(rules, "greedy", piece) for piece in setup.players}
    return Match(rules, setup, 4, plays).answers


def sitting_at(name: str, edition: str, given: int | None) -> Sitting:
    """Return a sitting after this many answers of that match, or at its end."""
    rules = game(name)
    sitting = Sitting(rules, rules.opening.match(len(PEOPLE), edition), PEOPLE, 4)
    sitting.match = Match(rules, sitting.match.setup, 4, answers=answers(name, edition)[:given])
    if given is not None and not sitting.waiting:  # it is the house's turn
        return sitting_at(name, edition, given + 1)
    if sitting.waiting:
        sitting.sit(sitting.waiting[0].name)
    return sitting


def variant() -> Sitting:
    """Return a sitting of the variant in which the current person holds four cards."""
    sitting = sitting_at("roborally", "variant", 60)
    assert sitting.here
    held = Held("Weak Motor"), Held("Ablative Coat", 2), Held("Light Feet")
    state = sitting.match.state.with_facts(sitting.here.piece, held=held)
    sitting.match.state = with_seat(state, sitting.here.piece, goal="Bulldozer")
    return sitting


@pytest.mark.parametrize("width", [690, pytest.param(780, marks=pytest.mark.nightly)])
def test_panels_and_rules(page: Page, shot: Shot, width: int) -> None:
    """The panels are low, no text is cut off, and the rules open by key and by press."""
    page.set_viewport_size({"width": width, "height": 620})
    panels = Panels(sitting := variant())
    panels.show(sitting)
    show_bare(page, panels)
    root = page.locator(".tk-panels")
    expect(root.locator(".tk-seat")).to_have_count(4)
    shot(page, f"panels-{width}")
    box = root.bounding_box()
    assert box
    assert box["height"] < 230
    assert axe(page, "main") == []
    root.get_by_role("button", name="Bulldozer").press("Enter")
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("heading", name="Secret goal")).to_be_focused()
    expect(rules).to_contain_text("Push other robots a total of three squares in one round.")
    shot(page, f"rules-{width}")
    assert axe(page, "main") == []
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(root.get_by_role("button", name="Bulldozer")).to_be_focused()


@pytest.mark.parametrize(
    "name",
    ["algoracing", *(pytest.param(name, marks=pytest.mark.nightly) for name in OTHERS)],
)
def test_the_end(page: Page, shot: Shot, name: str) -> None:
    page.set_viewport_size({"width": 690, "height": 620})
    panels = Panels(sitting := sitting_at(name, "", None))
    panels.show(sitting)
    show_bare(page, Ending(sitting, panels.seats))
    expect(page.locator(".tk-ending svg[role=img]")).to_be_visible()
    shot(page, f"ending-{name}")
    assert axe(page, "main") == []
