"""A watch that waits at a question, in a real JupyterLab: say it, then it happens."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import OpenNotebook, Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop

WATCH = """import teachkit as tk
tk.watch("algoracing", board="two-hills", rovers={"red": "a1 east"},
         program="forward, left, forward",
         ask={2: "Where will the rover be after this card?", 3: "And after this one?"})"""


def test_the_run_waits_for_an_answer_and_then_tells(
    open_notebook: OpenNotebook, shot: Shot
) -> None:
    page = open_notebook([WATCH])
    root, question = page.locator(PLAYER), page.locator(".tk-run-question")
    expect(question).to_be_hidden()
    root.press("End")
    at_stop(page, 1)
    field = question.get_by_role("textbox")
    expect(field).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("Where will the rover be after this card?")
    assert "b1 north" not in root.evaluate("root => root.outerHTML")
    shot(page, "hold-asks")
    assert axe(page, PLAYER) == []
    field.fill("over there")
    field.press("Enter")
    expect(question).to_contain_text("Write a square and a heading, like: a1 north.")
    at_stop(page, 1)
    field.fill("b1 s")
    field.press("Enter")
    at_stop(page, 2)
    expect(question).to_contain_text("You said b1 south; it is b1 north.")
    expect(page.locator(".tk-run-caption")).to_contain_text("Card 2: left.")
    shot(page, "hold-tells")
    root.press(" ")
    at_stop(page, 2)
    expect(field).to_be_focused()
    field.fill("north b2")
    question.get_by_role("button", name="Say it").click()
    at_stop(page, 3)
    expect(question).to_contain_text("As you said: b2 north.")
    assert axe(page, PLAYER) == []
    root.press("Home")
    root.press("End")
    at_stop(page, 3)
