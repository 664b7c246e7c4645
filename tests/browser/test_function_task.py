"""The task of a function exercise: a cell to copy, and no Run, for it is run in the cell."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from teachkit.widgets.feedback import Feedback
from teachkit.widgets.task import Task

from .bare import show_bare

CELL = "%%exercise 10-03-swap\ndef swap(n):\n    return n < 10\n\nswap(3)"


def test_the_code_is_shown_once_in_its_cell_and_a_copy_waits(page: Page) -> None:
    """Beside the task stands only how the cell begins; all of it on request, as it is typed."""
    show_bare(page, Task("Swap", "Write `swap(n)`.", cell=CELL))
    expect(page.get_by_text("%%exercise 10-03-swap", exact=True)).to_be_visible()
    block = page.locator("pre")
    expect(block).to_be_hidden()
    page.get_by_text("A copy of the code").click()
    block = page.get_by_role("group", name="Write it in the box that begins")
    expect(block).to_be_visible()
    assert block.evaluate("node => node.textContent") == CELL
    assert block.evaluate("node => getComputedStyle(node).whiteSpace") == "pre-wrap"
    page.evaluate("cell => { window.model.set('cell', cell); return null }", "%%exercise x\n# <b>")
    page.get_by_text("A copy of the code").click()
    expect(block).to_have_text("%%exercise x\n# <b>")


def test_what_is_not_written_in_a_cell_shows_none(page: Page) -> None:
    show_bare(page, Task("Swap", "Drive to **b4**."))
    expect(page.locator("pre")).to_have_count(0)


def test_there_is_nothing_to_run_beside_the_cell(page: Page) -> None:
    show_bare(page, Feedback(run="", possible=3, hints_left=1))
    expect(page.get_by_role("button", name="Hint, 1 left")).to_be_visible()
    expect(page.get_by_role("button", name="Run")).to_have_count(0)
    expect(page.get_by_role("button", name="Check")).to_have_count(0)
