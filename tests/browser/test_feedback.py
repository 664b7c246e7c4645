"""Browser tests of results: visible without scrolling, and readable on a narrow page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.widgets.feedback import Feedback

from .bare import show_bare
from .conftest import Shot
from .labpage import axe


def test_a_result_below_the_window_comes_into_view_with_its_board(page: Page) -> None:
    """In one movement: all of the words, and as much of the board as there is room for."""
    page.set_viewport_size({"width": 600, "height": 500})
    page.emulate_media(reduced_motion="reduce")
    show_bare(page, Feedback(says=["Go on."]))
    page.evaluate("""() => {
      const board = Object.assign(document.createElement('div'), { className: 'tk-run-board' });
      board.style.cssText = 'height: 150px; margin: 600px 0 200px';
      document.querySelector('main').prepend(board);
      document.querySelector('main').classList.add('tk-bench');
      document.body.style.paddingBottom = '900px';
      return null;
    }""")
    page.get_by_role("button", name="Run").scroll_into_view_if_needed()
    page.evaluate("model.set('results', 1)")
    expect(page.locator(".tk-says")).to_be_in_viewport(ratio=1)
    expect(page.locator(".tk-run-board")).to_be_in_viewport(ratio=1)


def test_narrow_pages_in_both_themes(page: Page, shot: Shot) -> None:
    """Hints with code, and badges; axe checks all of it."""
    page.set_viewport_size({"width": 390, "height": 700})
    code = "def swap(number):\n    return number % 10 * 10 + number // 10"
    cards = "It takes these cards:\n" + ", ".join(["forward"] * 12)
    badges = [{"says": "Par: 4 steps", "earned": True}, {"says": "Par: 2 cards", "earned": False}]
    for dark in (False, True):
        feedback = Feedback(
            says=["The rover carries 0 of 1 sample."], mood="look", badges=badges, help="solution",
            sure=True, astray=True, astray_says="Change card 1.",
            hints=["Look.", cards, f"A solution:\n{code}"],
        )  # fmt: skip
        show_bare(page, feedback, dark=dark)
        shot(page, f"hints-narrow-{'dark' if dark else 'light'}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert axe(page, ".tk-root") == [], f"{dark=}"
