"""What comes of a run: said once, seen without scrolling, and never silence."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from teachkit.widgets.feedback import Feedback

from .bare import show_bare, told
from .labpage import axe

COUNT_DRAWINGS = """() => {
  window.drawings = 0;
  const region = document.querySelector('.tk-says');
  new MutationObserver(() => { window.drawings += 1 }).observe(region, { childList: true });
  return null;
}"""
SAY = """traits => new Promise(done => {
  for (const [name, value] of Object.entries(traits)) {
    setTimeout(() => window.model.set(name, value));
  }
  setTimeout(() => requestAnimationFrame(done));
})"""


def answer(page: Page, **traits: Any) -> None:
    """What the kernel tells, one message after the other."""
    page.evaluate(SAY, traits)


def test_a_result_is_said_once_and_once_more_when_it_comes_again(page: Page) -> None:
    show_bare(page, Feedback(possible=3))
    page.evaluate(COUNT_DRAWINGS)
    answer(page, says=["It works."], mood="good", points=3, hints_left=2, results=1)
    assert page.evaluate("window.drawings") == 1
    answer(page, results=2)
    assert page.evaluate("window.drawings") == 2
    expect(page.get_by_role("status")).to_have_text("It works.")


def test_what_par_is_stands_at_every_badge_and_is_read_once(page: Page) -> None:
    badges = [{"says": "Par: 4 steps", "earned": True}, {"says": "Par: 2 cards", "earned": False}]
    show_bare(page, Feedback(badges=badges))
    means = "Par is the fewest possible: an extra, without points."
    shown = page.locator(".tk-badge")
    expect(shown).to_have_count(2)
    for badge in shown.all():
        expect(badge).to_have_attribute("title", means)
    expect(shown).to_have_text([f"Par: 4 steps. {means}", "Par: 2 cards"])
    assert axe(page, ".tk-feedback") == []


def test_only_the_new_hint_is_said(page: Page) -> None:
    show_bare(page, Feedback(hints=["Look."], hints_left=1))
    page.evaluate("() => { window.first = document.querySelector('.tk-hints li'); return null }")
    answer(page, hints=["Look.", "Count."], hints_left=0)
    expect(page.locator(".tk-hints li")).to_have_text(["Look.", "Count."])
    assert page.evaluate("window.first.isConnected")


def test_a_locked_run_asks_whether_it_still_waits(page: Page) -> None:
    """What was said a moment ago may be on its way: Python answers, not the page."""
    show_bare(page, Feedback(locked=True))
    run = page.get_by_role("button", name="Run")
    expect(run).to_have_attribute("title", "Say first how it will end.")
    run.click(force=True)  # it looks switched off
    assert told(page, "pressed")["button"] == "run"
    answer(page, locked=False)
    expect(page.get_by_role("status")).to_have_text("")


def test_silence_is_said_too(page: Page) -> None:
    """As when the kernel was started anew and the cell was not."""
    page.clock.install()
    show_bare(page, Feedback())
    page.get_by_role("button", name="Run").click()
    page.clock.run_for(6000)
    expect(page.get_by_role("status")).to_have_text(
        "No answer yet. If nothing comes, open this page again."
    )
    page.evaluate("model.set('says', ['It works.'])")
    expect(page.get_by_role("status")).to_have_text("It works.")


def test_a_result_below_the_window_comes_into_view_with_its_board(page: Page) -> None:
    """By one movement: the words wholly, the board as far as there is room."""
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
    answer(page, results=1)
    expect(page.locator(".tk-says")).to_be_in_viewport(ratio=1)
    expect(page.locator(".tk-run-board")).to_be_in_viewport(ratio=1)
