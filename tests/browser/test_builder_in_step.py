"""The builder beside its text, in both themes, and in a real JupyterLab."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .bare import show_bare, told
from .builderpage import IF_BLOCKED, NESTED, builder, card, in_tray, press, says
from .conftest import OpenNotebook
from .labpage import axe, cell_sources, dark_theme


class TestTyping:
    def kernel_says(self, page: Page, **traits: Any) -> None:
        page.evaluate(
            "traits => Object.entries(traits).forEach(([k, v]) => model.set(k, v))", traits
        )

    def test_typed_text_is_handed_over_and_a_complaint_keeps_it(self, page: Page) -> None:
        show_bare(page, builder(["forward"]))
        area = page.get_by_role("textbox", name="Cards as text")
        area.fill("left,\njmp")
        area.press("Control+Enter")
        draft = {"notation": "text", "source": "left,\njmp", "n": 1}
        assert told(page, "draft") == draft
        complaint = {"notation": "text", "says": "No card is called jmp.", "line": 2, "column": 1}
        self.kernel_says(page, complaint=complaint, draft_read=1)
        expect(page.get_by_role("alert")).to_contain_text("Line 2: No card is called jmp.")
        expect(area).to_have_value("left,\njmp")
        in_tray(page, "Left").click()
        expect(area).to_have_value("left,\njmp")
        page.get_by_role("button", name="Back to my cards").click()
        expect(area).to_have_value('["forward"]')

    def test_the_cards_follow_the_text_and_it_can_be_undone(self, page: Page) -> None:
        show_bare(page, builder(["forward"]))
        page.get_by_role("tab", name="Python").click()
        area = page.get_by_role("textbox", name="Python")
        area.fill("left ()")
        area.blur()
        self.kernel_says(page, program=["left"], python="left()", draft_read=1)
        expect(area).to_have_value("left()")
        says(page, "Understood. The cards follow your text.")
        page.get_by_role("button", name="Undo").click()
        assert told(page, "program") == ["forward"]

    def test_enter_keeps_the_indent_and_goes_in_after_a_colon(self, page: Page) -> None:
        show_bare(page, builder(python_first=True))
        area = page.get_by_role("textbox", name="Python")
        area.fill("")
        page.keyboard.type("while blocked():\nleft()\nleft()")
        expect(area).to_have_value("while blocked():\n    left()\n    left()")

    def test_a_folded_side_can_be_opened(self, page: Page) -> None:
        show_bare(page, builder(show_python=False))
        area = page.get_by_role("textbox", name="Cards as text")
        expect(area).to_be_hidden()
        page.get_by_text("Your program as text").click()
        expect(area).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_that_axe_complains_about(page: Page, dark: bool) -> None:
    program = [*NESTED, IF_BLOCKED, ["shove", "left"]]
    judge = [{"card": 1, "says": "Too far."}]
    show_bare(page, builder(program, fixed=[2], judge=lambda nodes: judge), dark=dark)
    card(page, 1).click()
    page.wait_for_timeout(300)
    assert axe(page, ".tk-builder") == []


LAB_CELL = """
from teachkit.core.program import Program
from teachkit.widgets.builder import ProgramBuilder

def read(notation, source):
    reader = Program.from_python if notation == "python" else Program.read
    return reader(source).to_json()

def write(nodes):
    program = Program.from_json(nodes)
    return str(program), program.to_python()

tray = [{"id": "left", "node": "left", "symbol": "↰", "label": "Left", "limit": 3},
        {"id": "twice", "node": {"repeat": 2, "body": []}, "symbol": "2×", "label": "Twice"}]
builder = ProgramBuilder(tray=tray, read=read, write=write)
builder
"""


def test_in_jupyterlab_cards_and_text_stay_in_step(open_notebook: OpenNotebook) -> None:
    page = open_notebook([LAB_CELL, "1 + 1"])
    in_tray(page, "Left").click()
    area = page.get_by_role("textbox", name="Cards as text")
    expect(area).to_have_value("left")
    area.fill("2x(left, jump")
    area.press("Control+Enter")
    expect(page.get_by_role("alert").first).not_to_be_empty()
    expect(area).to_have_value("2x(left, jump")
    area.fill("2x(left,jump)")
    area.press("Control+Enter")
    expect(area).to_have_value("2x(left, jump)")
    expect(page.get_by_role("treeitem", name="Twice, around cards 1 to 2")).to_be_visible()
    expect(page.get_by_role("alert").first).to_be_empty()


def test_in_jupyterlab_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    page = open_notebook([LAB_CELL, "1 + 1"])
    in_tray(page, "Left").click()
    for _ in range(3):
        press(page, *"ddxabm00v", "ArrowDown", "Shift+M", "Alt+ArrowLeft", "Tab")
    assert cell_sources(page) == [LAB_CELL, "1 + 1"]
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    assert page.evaluate("!!document.activeElement.closest('.tk-builder')")


def test_in_jupyterlab_both_themes_can_be_read(open_notebook: OpenNotebook) -> None:
    page = open_notebook([LAB_CELL.replace("tray=tray", f"tray=tray, program={NESTED}")])
    card(page, 2).click()
    page.wait_for_timeout(300)
    assert axe(page, ".tk-builder") == []
    dark_theme(page)
    page.wait_for_timeout(300)
    assert axe(page, ".tk-builder") == []
