"""Browser tests of the studio: a level is painted, proven, tried and saved in JupyterLab."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from teachkit.classroom.notebooks import notebook_of
from teachkit.exercises.authoring.files import load_exercise
from teachkit.widgets.easel import Findings, Terms
from teachkit.widgets.studio.studio import Form

from .bare import show_bare, told
from .conftest import Shot
from .labpage import LAPTOP, Lab, axe, change_theme, open_lesson, settle

LEVEL = """# Mine, with a comment
title    = "Two steps"
lesson   = "99"
game     = "algoracing"
kind     = "program"
text     = "Drive to **c1**."
cards    = { forward = 6, left = 2, right = 2 }
hints    = ["Look east."]

[[starts]]
floor  = ". . .\\n. . ."
rovers = { red = "a1 east" }

[[checks]]
check  = "stands_on"
square = "c1"

[solution]
answer = "forward, forward"
"""
SIZES = {"laptop": LAPTOP, "tablet": {"width": 1024, "height": 768}}


def lines(page: Page) -> list[str]:
    return page.locator(".tk-find-line").all_inner_texts()


def is_proven(page: Page, says: str) -> None:
    """Wait until the proof has ended with a line that says this."""
    expect(
        page.locator(".tk-find:not([data-busy]) .tk-find-line").get_by_text(says)
    ).to_be_visible()


def test_a_level_is_painted_proven_tried_saved_and_opened_again(
    ada: Lab, page: Page, shot: Shot
) -> None:
    """By keys alone, in JupyterLab as `teachkit studio` opens it."""
    file = ada.folder / "level.toml"
    file.write_text(LEVEL)
    notebook = json.dumps(notebook_of(f"tk.studio({str(file)!r})"))
    (ada.folder / "studio.ipynb").write_text(notebook)
    page.set_viewport_size(LAPTOP)
    page.emulate_media(reduced_motion="reduce")
    open_lesson(page, ada, "studio.ipynb")
    is_proven(page, "Par: 2 cards. 1 program reaches it.")

    page.locator(".tk-easel-board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("h")
    is_proven(page, "Par: 7 cards. 1 program reaches it.")
    page.keyboard.press("Control+z")
    is_proven(page, "Par: 2 cards. 1 program reaches it.")
    page.keyboard.press("Control+y")
    is_proven(page, "Par: 7 cards. 1 program reaches it.")

    press(page, "Program")
    press(page, "Use this: left, forward, right, forward, forward, right, forward")
    press(page, "Words")
    page.get_by_label("Title", exact=True).fill("Around the hill")
    press(page, "Save")
    expect(page.locator(".tk-studio-says")).to_have_text(f"Saved to {file}.")
    saved = load_exercise(file)
    assert (saved.title, saved.file.solution.answer) == (
        "Around the hill", "left, forward, right, forward, forward, right, forward",
    )  # fmt: skip
    assert file.read_text().startswith("# Mine, with a comment\n")

    press(page, "Try it")
    expect(page.get_by_role("heading", name="Around the hill")).to_be_visible()
    press(page, "Back to the studio")
    expect(page.locator(".tk-easel-board")).to_be_visible()
    assert not [*Path(ada.folder).glob("answers*.json")]

    for dark in (False, True):
        change_theme(page, dark=dark)
        for tab in ("Ask", "Program", "Words", "Wishes", "Share"):
            press(page, tab)
            for name, size in SIZES.items():
                page.set_viewport_size(size)
                settle(page)
                shot(page, f"studio-{tab.lower()}-{name}-{'dark' if dark else 'light'}")
            assert axe(page, ".tk-studio") == [], (tab, dark)
    page.set_viewport_size(LAPTOP)
    high = page.locator(".tk-studio").bounding_box()["height"]  # type: ignore[index]
    assert high <= LAPTOP["height"] - 30


def press(page: Page, name: str) -> None:
    """Press a button by keys, as a person without a mouse does."""
    button = page.locator(".tk-studio").get_by_role("button", name=name, exact=True).first
    button.focus()
    page.keyboard.press("Enter")


def test_cards_are_offered_by_keys_and_by_mouse(page: Page) -> None:
    show_bare(page, Terms({"game": "algoracing", "cards": {"forward": 1}}))
    page.get_by_role("button", name="Forward, 1 on offer").focus()
    page.keyboard.press("Enter")
    assert told(page, "cards") == {"forward": 2}
    page.keyboard.press("ArrowRight")
    page.keyboard.press("*")
    assert told(page, "cards") == {"forward": 2, "all-forward": None}
    expect(page.get_by_role("button", name="All forward, any number on offer")).to_be_focused()
    page.keyboard.press("-")
    page.get_by_role("button", name="One less: Forward").click()
    assert told(page, "cards") == {"forward": 1}


def test_a_kind_that_the_studio_does_not_make_stays_on_the_list(page: Page) -> None:
    show_bare(page, Terms({"game": "algoracing", "kind": "trace"}, ["kind"]))
    kinds = page.get_by_label("Kind")
    expect(kinds).to_have_value("trace")
    kinds.select_option("repair")
    assert told(page, "kind") == "repair"


def test_checks_are_chosen_as_sentences_and_changed_in_them(page: Page) -> None:
    show_bare(page, Terms({"game": "algoracing"}))
    add = page.get_by_label("Add…")
    add.select_option(
        label=next(each for each in add.inner_text().split("\n") if "fewer cards" in each)
    )
    page.get_by_label("cards", exact=True).focus()
    assert told(page, "checks") == [{"check": "uses_at_most", "cards": 1}]  # only once
    page.get_by_label("cards", exact=True).fill("4")
    page.keyboard.press("Tab")
    points = page.get_by_label("points")
    expect(points).to_be_focused()
    points.fill("2")
    page.keyboard.press("Tab")
    assert told(page, "checks") == [{"check": "uses_at_most", "cards": 4, "points": 2}]
    page.get_by_role("button", name="Remove: uses 4 or fewer cards").click()
    assert told(page, "checks") == []


def test_a_line_keeps_its_focus_while_others_come_and_nothing_jumps(page: Page) -> None:
    walled = {"mood": "look", "says": "c4 is walled in.", "square": "c4"}
    show_bare(page, Findings(lines=[walled]))
    line = page.get_by_role("button", name="c4 is walled in.")
    line.focus()
    place = line.bounding_box()
    page.evaluate("model.set('busy', true); model.set('lines', [])")
    expect(line).to_be_focused()
    page.evaluate("line => model.set('lines', [line, { mood: 'good', says: 'More.' }])", walled)
    page.evaluate("model.set('busy', false)")
    expect(line).to_be_focused()
    assert line.bounding_box() == place
    page.keyboard.press("Enter")
    assert told(page, "pressed")["fact"] == "c4"
    expect(page.get_by_role("status")).to_have_text("c4 is walled in. More.")


def test_what_is_typed_stays_while_the_kernel_answers_about_another_field(page: Page) -> None:
    show_bare(page, Form(page="words", values={"title": "One", "text": "Two"}))
    page.get_by_label("Title").fill("New")
    page.keyboard.press("Tab")
    assert told(page, "edited") == {"name": "title", "value": "New", "n": 1}
    page.keyboard.press("End")
    page.keyboard.type(" squ")
    page.evaluate("model.set('values', { title: 'New', text: 'Two' })")
    assert told(page, "edited")["n"] == 1
    page.keyboard.press("Tab")
    assert told(page, "edited") == {"name": "text", "value": "Two squ", "n": 2}
    page.get_by_label("Task").focus()
    page.evaluate("model.set('values', { title: 'New', text: 'Two squ' })")
    page.evaluate("model.set('values', { title: 'One', text: 'Undone' })")
    expect(page.get_by_label("Task")).to_have_value("Undone")
