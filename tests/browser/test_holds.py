"""A watch that waits at a question, in a real JupyterLab: say it, then it happens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.games import algoracing
from teachkit.widgets.prediction.pointing import pointing

from .conftest import OpenNotebook, Shot
from .labpage import FREE, LAPTOP, TABLET, axe
from .playerpage import PLAYER, at_stop

WATCH = """import teachkit as tk
tk.watch("algoracing", board="two-hills", rovers={"red": "a1 east"},
         program="forward, left, forward",
         ask={2: "Where will the rover be after this card?", 3: "And after this one?"})"""
UNASKED = """import teachkit as tk
tk.watch("algoracing", board="two-hills", rovers={"red": "a1 east"},
         program="forward, left, forward")"""


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


SQUARES = pointing(
    algoracing, algoracing.Setup(board="two-hills", rovers={"red": "a1 east"}).state()
)["squares"]


def tap(page: Page, square: str, across: float = 0, down: float = 0) -> None:
    """A press in the middle of a square of the board, or so far beside it, in squares."""
    page.mouse.click(*middle_of(page, square, across, down))


def middle_of(page: Page, square: str, across: float = 0, down: float = 0) -> tuple[float, float]:
    """Where that is on the page."""
    box = page.locator(".tk-point").bounding_box()
    assert box is not None
    (x, y), side = SQUARES[square], abs(SQUARES["b1"][0] - SQUARES["a1"][0]) * box["width"]
    return box["x"] + x * box["width"] + across * side, box["y"] + y * box["height"] + down * side


def test_it_is_pointed_at_by_mouse(open_notebook: OpenNotebook, shot: Shot) -> None:
    """Field and ghost say the same; afterwards the ghost stays, with what came of it."""
    page = open_notebook([WATCH], size=LAPTOP)
    root, question = page.locator(PLAYER), page.locator(".tk-run-question")
    field, ghost = question.get_by_role("textbox"), page.locator(".tk-ghost")
    expect(page.locator(".tk-point")).to_have_count(0)
    root.press("End")
    expect(ghost).to_be_hidden()
    tap(page, "b2")
    expect(field).to_have_value("b2 east")
    tap(page, "b2", down=-0.36)
    expect(field).to_have_value("b2 north")
    expect(question).to_contain_text("red rover on b2, facing north")
    expect(ghost.get_by_role("img")).to_have_attribute(
        "alt", "Your prediction: red rover on b2, facing north"
    )
    at_stop(page, 1)
    box = root.bounding_box()
    assert box is not None
    shot(page, "hold-points")
    assert box["height"] <= FREE
    assert axe(page, PLAYER) == []
    question.get_by_role("button", name="south").click()
    field.press_sequentially("!")
    expect(ghost).to_be_hidden()
    field.press("Backspace")
    expect(ghost).to_be_visible()
    question.get_by_role("button", name="Say it").click()
    at_stop(page, 2)
    expect(question).to_contain_text("You said b2 south; it is b1 north.")
    tap(page, "b2")
    tap(page, "b2", down=-0.36)
    question.get_by_role("button", name="Say it").click()
    at_stop(page, 3)
    expect(question).to_contain_text("As you said: b2 north.")
    expect(ghost).to_have_attribute("data-right", "true")
    shot(page, "hold-pointed")
    assert axe(page, PLAYER) == []
    root.press("ArrowLeft")
    expect(ghost).to_have_attribute("data-right", "false")
    root.press("ArrowLeft")
    expect(page.locator(".tk-point")).to_have_count(0)


def test_it_is_answered_by_touch(open_notebook: OpenNotebook, shot: Shot) -> None:
    """On a tablet: the square, the side it will face, and Say it are all tapped."""
    tablet = open_notebook([WATCH], touch=True, size=TABLET)
    question = tablet.locator(".tk-run-question")
    tablet.get_by_role("button", name="To the end", exact=True).tap()
    at_stop(tablet, 1)
    expect(question).to_contain_text("Where will the rover be after this card?")
    tablet.touchscreen.tap(*middle_of(tablet, "b1"))
    question.get_by_role("button", name="north").tap()
    expect(question.get_by_role("textbox")).to_have_value("b1 north")
    shot(tablet, "hold-touched")
    question.get_by_role("button", name="Say it").tap()
    at_stop(tablet, 2)
    expect(question).to_contain_text("As you said: b1 north.")
    assert axe(tablet, PLAYER) == []


def test_it_is_pointed_at_by_keys(open_notebook: OpenNotebook) -> None:
    """On the board and in the field; a letter that is written is not a key of the player.

    With the board turned to look along with a rover that faces east, the arrow up goes east.
    """
    page = open_notebook([WATCH, WATCH])
    cells = page.locator(".jp-Cell")
    arrows_follow_what_is_seen(cells.last)
    written_and_pointed_at(page, cells.first)


def written_and_pointed_at(page: Page, cell: Locator) -> None:
    root, question = cell.locator(PLAYER), cell.locator(".tk-run-question")
    field = question.get_by_role("textbox")
    root.press("End")
    expect(field).to_be_focused()
    page.keyboard.type("b1 north")
    expect(field).to_have_value("b1 north")
    page.keyboard.press("Enter")
    at_stop(cell, 2)
    expect(question).to_contain_text("As you said: b1 north.")
    expect(root).to_be_focused()
    page.keyboard.press("Tab")
    expect(cell.get_by_role("application", name="Point at the board")).to_be_focused()
    for key in ["ArrowRight", "ArrowUp", "w"]:
        page.keyboard.press(key)
    expect(field).to_have_value("c2 west")
    page.keyboard.press("Enter")
    at_stop(cell, 3)
    expect(question).to_contain_text("You said c2 west; it is b2 north.")


def arrows_follow_what_is_seen(cell: Locator) -> None:
    cell.get_by_role("button", name="Look along with the rover").click()
    cell.locator(PLAYER).press("End")
    board = cell.get_by_role("application", name="Point at the board")
    for key in ["ArrowUp", "ArrowLeft"]:
        board.press(key)
    expect(cell.locator(".tk-run-question").get_by_role("textbox")).to_have_value("c2 east")


MIDDLE = """piece => {
  const [own, board] = [piece, piece.closest('.tk-run-board')].map(e => e.getBoundingClientRect());
  return [100 * (own.left + own.width / 2 - board.left) / board.width,
    100 * (own.top + own.height / 2 - board.top) / board.height];
}"""


def stands_as_told(player: Locator, position: int, square: str) -> None:
    """The middle of the rover's picture is that of the square that the text board says."""
    expect(player).to_have_attribute("data-position", str(position))
    expect(player.locator("pre")).to_contain_text(f"Red rover on {square},")
    middle = player.get_by_role("img", name="red rover", exact=True).evaluate(MIDDLE)
    assert middle == pytest.approx([100 * share for share in SQUARES[square]], abs=1)


def test_the_picture_stands_where_the_text_says(open_notebook: OpenNotebook, shot: Shot) -> None:
    """On a laptop, at every stop: a run that asks is drawn like the same run that does not."""
    page = open_notebook([UNASKED, WATCH], size=LAPTOP, still=True)
    unasked, asking = page.locator(PLAYER).first, page.locator(PLAYER).last
    stops = list(enumerate(["a1", "b1", "b1", "b2"]))
    for position, square in stops:
        stands_as_told(unasked, position, square)
        unasked.press("ArrowRight")
    field = asking.locator(".tk-run-question").get_by_role("textbox")
    for position, square in stops:
        stands_as_told(asking, position, square)
        shot(page, f"hold-stands-{position}")
        if position == 0:
            asking.press("ArrowRight")
        elif position < len(stops) - 1:
            field.fill("a1 north")
            field.press("Enter")
