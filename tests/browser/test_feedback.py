"""What comes of a run: said once, seen without scrolling, and never silence."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from teachkit.widgets.feedback import Feedback
from teachkit.widgets.task import Task

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


def test_what_is_said_of_a_run(page: Page) -> None:
    """A result is said once, and once more when it comes again; of the hints only the new one."""
    show_bare(page, Feedback(possible=3))
    page.evaluate(COUNT_DRAWINGS)
    answer(page, says=["It works."], mood="good", points=3, hints_left=2, results=1)
    assert page.evaluate("window.drawings") == 1
    answer(page, results=2)
    assert page.evaluate("window.drawings") == 2
    expect(page.get_by_role("status")).to_have_text("It works.")

    show_bare(page, Feedback(hints=["Look."], hints_left=1))
    page.evaluate("() => { window.first = document.querySelector('.tk-hints li'); return null }")
    answer(page, hints=["Look.", "Count."], hints_left=0)
    expect(page.locator(".tk-hints li")).to_have_text(["Look.", "Count."])
    assert page.evaluate("window.first.isConnected")


def test_what_par_is_stands_at_every_badge_and_is_read_once(page: Page) -> None:
    badges = [{"says": "Par: 4 steps", "earned": True}, {"says": "Par: 2 cards", "earned": False}]
    show_bare(page, Feedback(badges=badges))
    means = "Par is the fewest possible: an extra, without points."
    shown = page.locator(".tk-badge")
    expect(shown).to_have_text([f"Par: 4 steps. {means}", "Par: 2 cards"])
    for badge in shown.all():
        expect(badge).to_have_attribute("title", means)
    assert axe(page, ".tk-feedback") == []


def test_a_run_that_cannot_start_is_not_silent(page: Page) -> None:
    """A locked Run asks Python whether it still waits; a kernel that is gone says nothing."""
    page.clock.install()
    show_bare(page, Feedback(locked=True))
    run, status = page.get_by_role("button", name="Run"), page.get_by_role("status")
    expect(run).to_have_attribute("title", "Say first how it will end.")
    run.click(force=True)  # it looks switched off
    assert told(page, "pressed")["button"] == "run"
    answer(page, locked=False)
    expect(status).to_have_text("")

    show_bare(page, Feedback())
    run.click()
    page.clock.run_for(6000)
    expect(status).to_have_text("No answer yet. If nothing comes, open this page again.")
    page.evaluate("model.set('says', ['It works.'])")
    expect(status).to_have_text("It works.")


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


CELL = "%%exercise 10-03-swap\ndef swap(n):\n    return n < 10\n\nswap(3)"


def test_the_task_of_a_function_is_a_cell_to_copy(page: Page) -> None:
    """Beside it stands how the cell begins; all of it on request; and there is nothing to run."""
    show_bare(page, Task("Swap", "Write `swap(n)`.", cell=CELL))
    expect(page.get_by_text("%%exercise 10-03-swap", exact=True)).to_be_visible()
    expect(page.locator("pre")).to_be_hidden()
    page.get_by_text("A copy of the code").click()
    block = page.get_by_role("group", name="Write it in the box that begins")
    expect(block).to_be_visible()
    assert block.evaluate("node => node.textContent") == CELL
    assert block.evaluate("node => getComputedStyle(node).whiteSpace") == "pre-wrap"
    page.evaluate("cell => { window.model.set('cell', cell); return null }", "%%exercise x\n# <b>")
    page.get_by_text("A copy of the code").click()
    expect(block).to_have_text("%%exercise x\n# <b>")

    show_bare(page, Task("Swap", "Drive to **b4**."))
    expect(page.locator("pre")).to_have_count(0)

    show_bare(page, Feedback(run="", possible=3, hints_left=1))
    expect(page.get_by_role("button", name="Hint, 1 left")).to_be_visible()
    for name in ("Run", "Check"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
