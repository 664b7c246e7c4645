"""Browser tests of the builder beside its text, in both themes, and in a real JupyterLab."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .bare import show_bare, told
from .builderpage import IF_BLOCKED, NESTED, builder, card, focused, in_tray, press
from .conftest import OpenNotebook
from .labpage import axe, cell_sources, change_theme, settle


def test_typing(page: Page) -> None:
    """Keys in the text stay in the text, Enter indents Python, and a folded side opens."""
    show_bare(page, builder(["forward"], show_python=False))
    area = page.get_by_role("textbox", name="Cards as text")
    expect(area).to_be_hidden()
    page.get_by_text("Your program as text").click()
    area.fill("left,\njmp")
    area.press("Control+Enter")
    assert told(page, "draft") == {"notation": "text", "source": "left,\njmp", "n": 1}

    show_bare(page, builder(["forward"]))
    page.get_by_role("tab", name="Python").click()
    area = page.get_by_role("textbox", name="Python")
    area.fill("")
    page.keyboard.type("while blocked():\nleft()\nleft()")
    expect(area).to_have_value("while blocked():\n    left()\n    left()")
    area.blur()
    assert told(page, "draft")["notation"] == "python"


def test_axe_in_both_themes(page: Page) -> None:
    program = [*NESTED, IF_BLOCKED, ["shove", "left"]]
    wrong = [{"card": 1, "says": "Too far."}]
    for dark in (False, True):
        show_bare(page, builder(program, fixed=[2], judge=lambda nodes: wrong), dark=dark)
        card(page, 1).click()
        settle(page)
        assert axe(page, ".tk-builder") == [], f"{dark=}"


LAB_CELL = """
from teachkit.widgets.builder import ProgramBuilder

tray = [{"id": "left", "node": "left", "symbol": "↰", "label": "Left", "limit": 3},
        {"id": "twice", "node": {"repeat": 2, "body": []}, "symbol": "2×", "label": "Twice"}]
builder = ProgramBuilder(tray=tray)
builder
"""


def test_in_jupyterlab_cards_and_text_stay_in_step(open_notebook: OpenNotebook) -> None:
    """No key reaches the notebook, and both themes are readable."""
    page = open_notebook([LAB_CELL, "1 + 1"])
    in_tray(page, "Left").click()
    area, alert = page.get_by_role("textbox", name="Cards as text"), page.get_by_role("alert").first
    expect(area).to_have_value("left")
    for _ in range(3):
        press(page, *"ddxabm00v", "ArrowDown", "Shift+M", "Alt+ArrowLeft", "Tab")
        assert page.evaluate("!!document.activeElement.closest('.tk-builder')"), focused(page)
    assert cell_sources(page) == [LAB_CELL, "1 + 1"]
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    area.fill("2x(left, jump")
    area.press("Control+Enter")
    expect(alert).not_to_be_empty()
    expect(area).to_have_value("2x(left, jump")
    area.fill("2x(left,jump)")
    area.press("Control+Enter")
    expect(area).to_have_value("2x(left, jump)")
    expect(page.get_by_role("treeitem", name="Twice, around cards 1 to 2")).to_be_visible()
    expect(alert).to_be_empty()
    card(page, 1).click()
    change_theme(page)
    assert axe(page, ".tk-builder") == []
