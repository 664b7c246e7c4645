"""The teacher's report in a real browser: accessible, in dark mode, and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from teachkit.classroom.grading.grade import course_in, grade_submission
from teachkit.classroom.grading.gradebook import gradebook
from teachkit.classroom.grading.submissions import submissions_in
from teachkit.classroom.report.page import page as report_page
from tests.classroom.madeup import HTML_NAME, make_class

from .labpage import axe

SOME = {"Emil", "Hal", HTML_NAME}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A part of the made-up class as a page; all of it is graded elsewhere."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "class").mkdir()
    make_class(folder / "class")
    course = course_in()
    some = [each for each in submissions_in(folder / "class") if each.learner in SOME]
    graded = [grade_submission(course, each) for each in some]
    file = folder / "report.html"
    cannot = ["The network is open while a function runs."]
    file.write_text(report_page(gradebook(course, graded), cannot), encoding="utf-8")
    return file


def test_nothing_that_axe_complains_about(page: Page, report: Path) -> None:
    """In both colour schemes, and never wider than the screen."""
    for scheme, width in (("light", 1280), ("dark", 360)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(report.as_uri())
        page.locator("summary").first.click()
        assert axe(page, "html") == [], scheme
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_minute_is_enough(page: Page, report: Path) -> None:
    """The learners who need help, and the topics, are on the first screen with links.

    Nothing is fetched, and no name becomes an element; on paper the learners follow one another.
    """
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 1400})
    page.goto(report.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [report.as_uri()]
    assert page.locator("script").count() == 0
    assert page.get_by_role("heading", name=HTML_NAME).count() == 1
    for heading in ("Who needs help", "What to talk about tomorrow"):
        box = page.get_by_role("heading", name=heading).bounding_box()
        assert box
        assert box["y"] < 1000
    page.get_by_role("link", name="Emil").first.click()
    section = page.locator("section:target")
    assert section.get_by_role("heading", name="Emil").is_visible()

    page.emulate_media(media="print")
    learners = page.locator(".learner")
    assert learners.count() == len(SOME)
    breaks = learners.evaluate_all("all => all.map(one => getComputedStyle(one).breakBefore)")
    assert set(breaks) == {"auto"}  # a page for each would be nearly empty
