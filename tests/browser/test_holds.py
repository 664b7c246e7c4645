"""A run that waits at a question, in a real JupyterLab, and continues after the answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.games import algoracing
from teachkit.widgets.prediction import pointing

from .conftest import OpenNotebook, Shot
from .labpage import FREE, LAPTOP, axe
from .playerpage import PLAYER, at_stop

WATCH = """import teachkit as tk
tk.watch("algoracing", board="two-hills", rovers={"red": "a1 east"},
         program="forward, left, forward",
         ask={2: "Where will the rover be after this card?", 3: "And after this one?"})"""
SQUARES = pointing(
    algoracing.GAME, algoracing.Setup(board="two-hills", rovers={"red": "a1 east"}).state()
)["squares"]


def arrows_follow_what_is_seen(cell: Locator) -> None:
    """With the board turned to the view of a rover facing east, arrow up goes east."""
    cell.get_by_role("button", name="Turn the board with the rover").click()
    cell.locator(PLAYER).press("End")
    board = cell.get_by_role("application", name="Point at the board")
    for key in ["ArrowUp", "ArrowLeft"]:
        board.press(key)
    expect(cell.locator(".tk-run-question").get_by_role("textbox")).to_have_value("c2 east")


def test_it_is_answered_by_keys(open_notebook: OpenNotebook, shot: Shot) -> None:
    """In the field, where letters are not shortcuts of the player, and on the board."""
    page = open_notebook([WATCH, WATCH.replace("left, forward", "left, left")])
    arrows_follow_what_is_seen(page.locator(".jp-Cell").last)
    cell = page.locator(".jp-Cell").first
    root, question = cell.locator(PLAYER), cell.locator(".tk-run-question")
    field = question.get_by_role("textbox")
    expect(question).to_be_hidden()
    root.press("End")
    at_stop(cell, 1)
    expect(field).to_be_focused()
    assert "b1 north" not in root.evaluate("root => root.outerHTML")
    shot(page, "hold-asks")
    assert axe(page, PLAYER) == []
    page.keyboard.type("over there")
    page.keyboard.press("Enter")
    expect(question).to_contain_text(
        "Write the square and which way it faces, like this: a1 north."
    )
    at_stop(cell, 1)
    field.fill("")
    page.keyboard.type("b1 s")
    page.keyboard.press("Enter")
    at_stop(cell, 2)
    expect(question).to_contain_text("You said b1 south, but it is b1 north.")
    expect(root).to_be_focused()
    page.keyboard.press("Tab")
    expect(cell.get_by_role("application", name="Point at the board")).to_be_focused()
    for key in ["ArrowRight", "ArrowUp", "w"]:
        page.keyboard.press(key)
    expect(field).to_have_value("c2 west")
    page.keyboard.press("Enter")
    at_stop(cell, 3)
    expect(question).to_contain_text("You said c2 west, but it is b2 north.")


MIDDLE = """piece => {
  const [own, board] = [piece, piece.closest('.tk-run-board')].map(e => e.getBoundingClientRect());
  return [100 * (own.left + own.width / 2 - board.left) / board.width,
    100 * (own.top + own.height / 2 - board.top) / board.height];
}"""


def stands_as_told(page: Page, position: int, square: str) -> None:
    """Assert that the rover's picture is on the square that the text board names."""
    player = page.locator(PLAYER)
    at_stop(page, position)
    expect(player.locator("pre")).to_contain_text(f"Red rover: on {square},")
    middle = player.get_by_role("img", name="red rover", exact=True).evaluate(MIDDLE)
    assert middle == pytest.approx([100 * share for share in SQUARES[square]], abs=1)


def tap(page: Page, square: str, down: float = 0) -> None:
    """Press the middle of a square of the board, or this far below it, in squares."""
    box = page.locator(".tk-point").bounding_box()
    assert box is not None
    (x, y), side = SQUARES[square], abs(SQUARES["b1"][0] - SQUARES["a1"][0]) * box["width"]
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"] + down * side)


def test_it_is_pointed_at_by_mouse(open_notebook: OpenNotebook, shot: Shot) -> None:
    """On a laptop: field and ghost agree, and the rover is where the text says."""
    page = open_notebook([WATCH], size=LAPTOP, still=True)
    root, question = page.locator(PLAYER), page.locator(".tk-run-question")
    field, ghost = question.get_by_role("textbox"), page.locator(".tk-ghost")
    stands_as_told(page, 0, "a1")
    root.press("End")
    stands_as_told(page, 1, "b1")
    expect(ghost).to_be_hidden()
    tap(page, "b2")
    expect(field).to_have_value("b2 east")
    tap(page, "b2", down=-0.36)
    expect(field).to_have_value("b2 north")
    expect(ghost.get_by_role("img")).to_have_attribute(
        "alt", "Your prediction: red rover on b2, facing north"
    )
    box = root.bounding_box()
    assert box is not None
    shot(page, "hold-points")
    assert box["height"] <= FREE
    assert axe(page, PLAYER) == []
    question.get_by_role("button", name="south").click()
    question.get_by_role("button", name="Answer").click()
    expect(question).to_contain_text("You said b2 south, but it is b1 north.")
    stands_as_told(page, 2, "b1")
    tap(page, "b2")
    tap(page, "b2", down=-0.36)
    question.get_by_role("button", name="Answer").click()
    expect(question).to_contain_text("You were right: b2 north.")
    stands_as_told(page, 3, "b2")
    expect(ghost).to_have_attribute("data-right", "true")
    shot(page, "hold-pointed")
    assert axe(page, PLAYER) == []
