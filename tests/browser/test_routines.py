"""Browser tests of routines: defined, named, filled, called and watched, by keyboard and touch."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.answers import Answers
from teachkit.exercises.authoring.files import make_exercise
from teachkit.widgets.builder.cards import routine_card
from teachkit.widgets.workbench.workbench import Workbench

from .bare import show_bare, told
from .builderpage import (
    TRAY,
    builder,
    card,
    drag,
    focused,
    in_tray,
    is_large,
    lay_by_keyboard,
    point,
    press,
)
from .conftest import OpenNotebook
from .labpage import axe, settle
from .test_access import show_all

FETCH = {"define": "fetch", "body": ["forward", "left"]}
CALLS = [FETCH, "fetch", {"repeat": 2, "body": ["fetch"]}]


def with_routines(program: list[Any] | None = None, **traits: Any) -> Any:
    widget = builder(program, **traits)
    widget.tray = [*TRAY, routine_card(1)]
    return widget


def name_field(page: Page) -> Any:
    return page.get_by_role("textbox", name="Name of the routine")


def test_by_keyboard(page: Page) -> None:
    """Define, name, fill and call a routine; then remove it, and bring it back."""
    show_bare(page, with_routines())
    page.locator(".tk-lay-tray [tabindex='0']").focus()
    press(page, "End", "Enter")
    expect(page.get_by_role("tree", name="Routines")).to_be_visible()
    name_field(page).focus()
    press(page, "Control+a")
    page.keyboard.type("fetch")
    expect(name_field(page)).to_be_focused()
    expect(name_field(page)).to_have_value("fetch")
    lay_by_keyboard(page.locator(".tk-builder"), "Forward", "Left")
    page.get_by_role("tree", name="Program").get_by_role("treeitem").first.focus()
    lay_by_keyboard(page.locator(".tk-builder"), "fetch")
    assert told(page, "program") == [FETCH, "fetch"]
    page.get_by_role("treeitem", name="Routine fetch, card 2: Left").focus()
    press(page, "Alt+ArrowRight")
    assert told(page, "program") == [{"define": "fetch", "body": ["forward"]}, "left", "fetch"]
    press(page, "Control+z", "Home")
    assert focused(page) == "Routine fetch, around cards 1 to 2"
    press(page, "Delete")
    assert told(page, "program") == []
    press(page, "Control+z")
    assert told(page, "program") == [FETCH, "fetch"]


def test_by_touch(phone: Page) -> None:
    show_bare(phone, with_routines())
    in_tray(phone, "Define").tap()
    assert is_large(name_field(phone))
    name_field(phone).tap()
    name_field(phone).fill("go")
    in_tray(phone, "Forward").tap()
    in_tray(phone, "Left").tap()
    phone.locator(".tk-lay-start").tap()
    in_tray(phone, "go").tap()
    body = ["forward", "left"]
    assert told(phone, "program") == [{"define": "go", "body": body}, "go"]
    card(phone, 1).tap()
    phone.get_by_role("button", name="Later").tap()
    phone.get_by_role("button", name="Remove").tap()
    assert told(phone, "program") == [{"define": "go", "body": ["left"]}, "go"]


def test_by_mouse(page: Page) -> None:
    show_bare(page, with_routines(["left"]))
    drag(page, point(in_tray(page, "Define")), point(card(page, 1)))
    assert told(page, "program") == [{"define": "routine", "body": []}, "left"]
    routines = page.get_by_role("tree", name="Routines")
    drag(page, point(in_tray(page, "Forward")), point(routines.locator(".tk-lay-slot")))
    drag(page, point(in_tray(page, "routine")), point(card(page, 2), 0.95))
    assert told(page, "program") == [{"define": "routine", "body": ["forward"]}, "left", "routine"]
    text = page.get_by_role("textbox", name="Cards as text")
    drag(page, point(routines.locator(".tk-lay-band"), 0.1), point(text))
    assert told(page, "program") == ["left"]


def test_a_name_and_a_press_right_after_it(page: Page) -> None:
    """The press that leaves the field finds its card, although that card has just been renamed."""
    show_bare(page, with_routines([{"define": "routine", "body": ["left"]}]))
    name_field(page).fill("turn")
    in_tray(page, "turn").click()
    assert told(page, "program") == [{"define": "turn", "body": ["left"]}, "turn"]
    name_field(page).fill("go on")
    expect(page.get_by_role("alert").first).to_have_text(
        "Use only letters, digits and _, and start with a letter."
    )
    expect(name_field(page)).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("width", [1366, 320])
def test_axe_in_both_themes(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    for dark in (False, True):
        show_bare(page, with_routines(CALLS), dark=dark)
        name_field(page).fill("go on")
        card(page, 1).click()
        settle(page)
        assert axe(page, ".tk-builder") == [], f"{dark=}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_both_cards_are_marked_during_a_run(page: Page, tmp_path: Any) -> None:
    starts = [
        {
            "edition": "routines",
            "floor": ". . . .",
            "rovers": {"red": "a1 east"},
            "samples": {"d1": "blue"},
        }
    ]
    keys = {
        "title": "To the sample", "text": "Drive.", "lesson": "99", "game": "algoracing",
        "kind": "program", "starts": starts, "edition": "routines",
        "checks": [{"check": "carries", "samples": 1, "points": 1}],
        "cards": {"forward": 1, "define": 1},
        "solution": {"answer": "define go(forward), go, go, go"},
    }  # fmt: skip
    bench = Workbench(make_exercise("99-01-x", keys), Answers(tmp_path, ""))
    bench.lay("define go(forward), go, go, go")
    bench.run()
    show_all(page, [bench])
    calling = page.locator(".tk-lay-strip [data-calling] .tk-lay-number")
    step = page.get_by_role("button", name="One step forward")
    step.click()
    expect(page.locator(".tk-lay-strip [data-ran] .tk-lay-number")).to_have_text("2")
    step.click()
    expect(calling).to_have_text("2")
    expect(page.locator(".tk-run-caption")).to_contain_text("Card 1: forward (called by card 2).")
    step.click()
    step.click()
    expect(calling).to_have_text("3")
    page.get_by_role("button", name="One step back").click()
    expect(calling).to_have_count(0)
    page.get_by_role("button", name="One step back").click()
    expect(calling).to_have_text("2")


LAB_CELL = """
from teachkit.widgets.builder import ProgramBuilder
from teachkit.widgets.builder.cards import routine_card

tray = [{"id": "left", "node": "left", "symbol": "↰", "label": "Left"}, routine_card(2)]
builder = ProgramBuilder(tray=tray)
builder
"""


def test_in_jupyterlab_routines_and_text_stay_in_step(open_notebook: OpenNotebook) -> None:
    page = open_notebook([LAB_CELL])
    in_tray(page, "Define").click()
    in_tray(page, "Left").click()
    name_field(page).fill("turn")
    text = page.get_by_role("textbox", name="Cards as text")
    expect(text).to_have_value("define turn(left)")
    page.get_by_role("tab", name="Python").click()
    area = page.get_by_role("textbox", name="Python")
    expect(area).to_have_value("def turn():\n    left()")
    area.fill("def go_on():\n    left()\n    left()\ngo_on()")
    area.press("Control+Enter")
    expect(page.get_by_role("treeitem", name="Routine go_on, around cards 1 to 2")).to_be_visible()
    expect(in_tray(page, "go_on")).to_be_visible()
    area.fill("def left():\n    left()\nleft()")
    area.press("Control+Enter")
    expect(page.get_by_role("alert").filter(has_text="left")).not_to_be_empty()
    expect(name_field(page)).to_have_value("go_on")
