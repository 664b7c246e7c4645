"""The gallery of a class in a real browser: accessible, stepped through, and on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from teachkit.classroom.grading.grade import course_in
from teachkit.classroom.grading.made_boards import class_boards
from teachkit.classroom.grading.submissions import submissions_in
from teachkit.widgets.workbench.run_pages import gallery_page
from tests.classroom.makers import make_class, make_lesson

from .conftest import Shot
from .labpage import axe
from .playerpage import PLAYER, at_stop


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("gallery")
    course = course_in(make_lesson(folder / "lessons"))
    boards, _ = class_boards(course, submissions_in(make_class(folder / "class")))
    file = folder / "gallery.html"
    file.write_text(gallery_page(boards, ["Cleo"]), encoding="utf-8")
    return file.as_uri()


def test_nothing_that_axe_complains_about(page: Page, gallery: str, shot: Shot) -> None:
    """In both colour schemes, at a beamer's size and on a phone; and never too wide."""
    for scheme, width, height in (("light", 1366, 768), ("dark", 360, 740)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(gallery)
        assert axe(page, "html") == []
        shot(page, f"gallery-{scheme}")
        page.get_by_text("Watch a shortest program").first.click()
        assert axe(page, "html") == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_solution_is_hidden_until_it_is_opened_and_then_stepped_by_keyboard(
    page: Page, gallery: str
) -> None:
    page.context.set_offline(True)
    page.goto(gallery)
    expect(page.locator(f"{PLAYER}:visible")).to_have_count(0)
    first = page.locator(".gallery > section").first
    expect(first.get_by_role("heading")).to_have_text("Cleo")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(first.locator("figure")).to_be_hidden()  # the player shows the board
    page.keyboard.press("Tab")
    expect(first.locator(PLAYER)).to_be_focused()
    page.keyboard.press("ArrowRight")
    at_stop(page.locator(".gallery > section").first, 1)


def test_on_paper_there_are_boards_and_codes_but_no_solutions(page: Page, gallery: str) -> None:
    page.goto(gallery)
    page.get_by_text("Watch a shortest program").first.click()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".gallery figure img:visible")).to_have_count(
        page.locator(".gallery > section").count()
    )
    expect(page.locator(f"{PLAYER}:visible")).to_have_count(0)
    expect(page.locator("details:visible")).to_have_count(0)
    assert page.locator("body").evaluate("each => getComputedStyle(each).backgroundColor") in (
        "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"
    )  # fmt: skip
