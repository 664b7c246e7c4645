"""A run as a page of its own: opened from a file, without a kernel and without a network."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from teachkit.widgets.common.page import page as page_of
from teachkit.widgets.player import Player

from .conftest import Shot, new_page
from .labpage import axe
from .playerpage import PLAYER, at_stop, control, run_of

IDS = "[...document.querySelectorAll('[id]')].map(({ id }) => id)"


def saved(html: str, folder: Path) -> str:
    file = folder / "run.html"
    file.write_text(html, encoding="utf-8")
    return file.as_uri()


def test_a_page_is_stepped_by_keyboard_from_a_file(page: Page, tmp_path: Path, shot: Shot) -> None:
    """In light and dark; the page asks for nothing but its own pictures."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    page.context.set_offline(True)
    papers = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(saved(run_of().to_html("A dance"), tmp_path))
        papers.add(page.locator(PLAYER).evaluate("each => getComputedStyle(each).backgroundColor"))
        page.keyboard.press("Tab")
        expect(page.locator(PLAYER)).to_be_focused()
        for key, position in (("ArrowRight", 1), ("n", 1), ("End", 9), ("ArrowLeft", 8)):
            page.keyboard.press(key)
            at_stop(page, position)
        expect(page.get_by_role("status")).to_contain_text("Card 4: forward.")
        assert page.locator("img.tk-run-background").evaluate("image => image.naturalWidth") > 99
        expect(page.get_by_role("heading", level=1)).to_have_text("A dance")
        shot(page, f"page-{scheme}")
        assert axe(page, "html") == []
    assert set(asked) == {"file", "blob"}
    assert len(papers) == 2


def told(page: Page) -> None:
    """Assert that the page shows a still and the steps in words, and no player."""
    expect(page.locator(".told img")).to_be_visible()
    expect(page.locator(".told li")).to_have_count(9)
    expect(page.locator(".told li").last).to_have_text(
        "Card 5: left. The red rover now faces east."
    )
    expect(page.locator(f"{PLAYER}:visible")).to_have_count(0)


def test_the_run_in_words_is_printed_and_shown_without_scripts(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    file = saved(run_of().to_html(), tmp_path)
    page.goto(file)
    expect(page.locator(".told")).to_be_hidden()
    page.emulate_media(media="print", color_scheme="dark")
    told(page)
    still = new_page(browser, java_script_enabled=False)
    still.goto(file)
    told(still)
    still.context.close()


def test_several_runs_on_a_page_do_not_disturb_each_other(page: Page, tmp_path: Path) -> None:
    views = [run_of().as_view("Left"), run_of("forward").as_view("Right")]
    views += [Player({"source": "x = 1", "stops": [{}, {"line": 1}]}).as_view("Nowhere")]
    page.goto(saved(page_of("Three runs", views), tmp_path))
    left, right = (
        page.locator("section", has=page.get_by_role("heading", name=name))
        for name in ("Left", "Right")
    )
    control(left, "To the end")
    control(right, "One step forward")
    at_stop(left, 9)
    at_stop(right, 1)
    expect(page.locator(".tk-run-board:visible")).to_have_count(2)  # code runs without a board
    ids = page.evaluate(IDS)
    assert len(ids) == len(set(ids)) > 2
    assert axe(page, "html") == []
