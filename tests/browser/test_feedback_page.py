"""A learner's feedback in a real browser: accessible, stepped through, and on two sheets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.grading.grade import Graded, Row
from teachkit.classroom.grading.gradebook import Gradebook
from teachkit.widgets.workbench.feedback_pages import feedback_page
from tests.classroom.madeup import course

from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop


@pytest.fixture(scope="module")
def feedback(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a learner who gave the author's first mistake wherever there is one."""
    exercises = {name: each for name, each in course().items() if each.lesson == "04"}
    rows = tuple(
        Row(name, "04", 0, each.possible, mistakes[0].answer if mistakes else "")
        for name, each in exercises.items()
        for mistakes in [each.file.mistakes]
    )
    one = Graded("Zoë", "", rows, comment="You look at each card. Go on like that.")
    file = tmp_path_factory.mktemp("feedback") / "feedback-Zoë.html"
    file.write_text(feedback_page(Gradebook(exercises, (one,)), one), encoding="utf-8")
    return file.as_uri()


def test_nothing_that_axe_complains_about(page: Page, feedback: str, shot: Shot) -> None:
    for scheme, width, height in (("light", 1366, 768), ("dark", 360, 740)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(feedback)
        assert axe(page, "html") == []
        shot(page, f"feedback-{scheme}")
        page.get_by_text("Watch it step by step").first.click()
        assert axe(page, "html") == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_program_is_stepped_through_without_a_network(page: Page, feedback: str) -> None:
    page.context.set_offline(True)
    page.goto(feedback)
    expect(page.locator(f"{PLAYER}:visible")).to_have_count(0)
    work = page.locator(".work:has(details)").first
    work.locator("summary").first.click()
    expect(work.locator(".mistake > figure")).to_be_hidden()  # the player shows the board
    work.locator(PLAYER).focus()
    page.keyboard.press("ArrowRight")
    at_stop(work, 1)


def test_it_prints_on_two_sheets(page: Page, feedback: str) -> None:
    page.goto(feedback)
    page.get_by_text("Watch it step by step").first.click()
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert 1 <= len(sheets) <= 2
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(f"{PLAYER}:visible")).to_have_count(0)
    boards = page.locator(".mistake > figure").count()
    assert boards > 0
    expect(page.locator(".mistake > figure:visible")).to_have_count(boards)
