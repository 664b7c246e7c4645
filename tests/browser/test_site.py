"""The documentation in a real browser: accessible, searchable, and with runs that step."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.once import Once
from tests.site.test_built import build

from .labpage import LAPTOP, axe
from .playerpage import PLAYER

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Path:
    once: Once = request.getfixturevalue("once")
    return once.path("the site", build)


@pytest.mark.parametrize("name", ["index.html", "reference/exercises.html"])
def test_axe_finds_nothing_on_a_page(page: Page, site: Path, name: str) -> None:
    """In both colour schemes, and never wider than the screen."""
    for scheme, width in (("light", 1366), ("dark", 360)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 768})
        page.goto((site / name).as_uri())
        page.locator(".md-typeset__scrollwrap").first.wait_for()
        assert axe(page, "html") == [], scheme
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_run_in_the_gallery_steps(page: Page, site: Path) -> None:
    page.set_viewport_size(LAPTOP)
    page.goto((site / "gallery" / "games.html").as_uri())
    run = page.frame_locator("iframe.run >> nth=0")
    run.locator(PLAYER).wait_for()
    for stop in range(3):
        expect(run.locator(PLAYER)).to_have_attribute("data-position", str(stop))
        run.get_by_role("button", name="One step forward", exact=True).click()


def test_the_search_finds_a_card(page: Page, site: Path) -> None:
    """From a disk, as a school without internet opens it."""
    page.set_viewport_size(LAPTOP)
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").fill("bubblewrap")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
