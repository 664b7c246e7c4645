"""The ladder of help in JupyterLab: by mouse, by keyboard, and still there after a restart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.widgets.feedback import Feedback

from .bare import show_bare, told
from .builderpage import in_tray, laid
from .conftest import OpenNotebook, Shot
from .labpage import axe, becomes, restart_kernel, run_all

NAME = "00-04-only-the-keyboard"
CELLS = ["import teachkit as tk", f'tk.exercise("{NAME}")']
STARTS = 'Begin with "left".'
ONLY_THE_END = "So far it can still work. Only the end is missing."
ASTRAY = "It takes another beginning. Look at card 1."


@pytest.fixture
def bench(open_notebook: OpenNotebook) -> Locator:
    """An exercise that nobody has tried yet."""
    page = open_notebook(CELLS)
    output = page.locator(".jp-Cell").filter(has=page.locator(".tk-feedback"))
    output.scroll_into_view_if_needed()
    return output


def kept(folder: Path) -> dict:
    return json.loads((folder / "answers.json").read_text())["answers"][NAME]


def helper(bench: Locator) -> Locator:
    """The one button that helps, whatever it is called now."""
    return bench.locator("[data-press=hint]")


def hints(bench: Locator) -> Locator:
    return bench.locator(".tk-hints li")


def lay(bench: Locator, label: str) -> None:
    before = laid(bench).count()
    in_tray(bench, label).click()
    expect(laid(bench)).to_have_count(before + 1)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.press"))


def test_the_ladder_on_a_page(page: Page, shot: Shot) -> None:
    """No double click shows a solution; a hint that goes leaves the others; telephones show all."""
    show_bare(page, Feedback(help="spare", hints=["Look."]))
    help_button = helper(page.locator("body"))
    help_button.dblclick()
    assert told(page, "pressed")["button"] == "hint"
    assert page.evaluate("window.model.saves.length") == 1
    page.evaluate("() => { model.set('help', 'solution'); model.set('sure', true); return null }")
    expect(page.get_by_role("button", name="Yes, show it")).to_be_visible()
    expect(page.locator(".tk-hints")).to_contain_text("Press once more")
    page.evaluate("() => { model.set('sure', false); model.set('help', ''); return null }")
    expect(help_button).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".tk-hints")).not_to_contain_text("Press once more")

    show_bare(page, Feedback(hints=["Look.", "Lay a card.", "A solution:\nleft, jump"]))
    page.evaluate("() => { window.first = document.querySelector('.tk-hints li'); return null }")
    expect(page.locator(".tk-hints pre")).to_have_text("left, jump")
    page.evaluate("model.set('hints', ['Look.', 'A solution:\\nleft, jump'])")
    expect(page.locator(".tk-hints li")).to_have_text(["Look.", "A solution:left, jump"])
    page.evaluate("model.set('hints', ['Look.', 'Another.', 'A solution:\\nleft, jump'])")
    expect(page.locator(".tk-hints li").nth(1)).to_have_text("Another.")
    assert page.evaluate("window.first.isConnected")

    page.set_viewport_size({"width": 390, "height": 700})
    code = "def swap(number):\n    return number % 10 * 10 + number // 10"
    hints = ["Look at the board.", "It takes these cards:\n" + ", ".join(["forward"] * 12),
             f"A solution:\n{code}"]  # fmt: skip
    says = ["The rover carries 0 of 1 sample."]
    for dark in (False, True):
        show_bare(page, Feedback(says=says, mood="look", astray=True, astray_says=ASTRAY,
                                 help="solution", sure=True, hints=hints), dark=dark)  # fmt: skip
        shot(page, f"hints-narrow-{'dark' if dark else 'light'}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert axe(page, ".tk-root") == [], f"{dark=}"


def test_the_ladder_by_mouse(bench: Locator, folder: Path, shot: Shot) -> None:
    page = bench.page
    expect(bench.get_by_role("button", name="Where did it go astray?")).to_be_hidden()
    lay(bench, "Right")
    lay(bench, "Forward")
    bench.get_by_role("button", name="Run", exact=True).click()
    astray = bench.get_by_role("button", name="Where did it go astray?")
    expect(astray).to_be_visible()
    says = bench.locator(".tk-astray p")
    expect(says).to_have_text("")
    expect(bench.locator(".tk-says")).to_contain_text(ONLY_THE_END)
    astray.click()
    expect(says).to_have_text("")  # the verdict has told it; now the board shows it
    expect(bench.locator(".tk-player")).not_to_have_attribute("data-position", "0")
    shot(page, "hints-astray")

    own = int(helper(bench).get_attribute("aria-label").split()[1])
    for number in range(own):
        helper(bench).click()
        expect(hints(bench)).to_have_count(number + 1)
    expect(helper(bench)).to_have_text("Next card")
    helper(bench).click()
    expect(hints(bench).last).to_contain_text('Keep what you have; lay "')
    bench.get_by_role("button", name="Undo", exact=True).click()
    bench.get_by_role("button", name="Undo", exact=True).click()
    expect(hints(bench)).to_have_count(own)
    expect(says).to_have_text("")
    helper(bench).click()
    expect(hints(bench).last).to_have_text(STARTS)
    expect(helper(bench)).to_have_text("Take a card away")
    helper(bench).click()
    expect(bench.get_by_role("button", name="Right, none left")).to_be_visible()
    becomes(lambda: kept(folder)["hints"], own + 3)  # two next cards and one taken away
    shot(page, "hints-by-mouse")
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-root") == []


def test_the_ladder_by_keyboard_and_after_a_restart(
    bench: Locator, folder: Path, shot: Shot
) -> None:
    page = bench.page
    bench.get_by_role("button", name="Run", exact=True).focus()
    page.keyboard.press("Tab")
    assert focused(page) == "hint"
    for _ in range(12):
        shown, label = hints(bench).count(), helper(bench).inner_text()
        if label == "Show a solution":
            break
        page.keyboard.press("Enter")
        expect(hints(bench)).to_have_count(shown + 1)
        assert focused(page) == "hint"
    page.keyboard.press("Enter")
    expect(helper(bench)).to_have_text("Yes, show it")
    expect(bench.locator(".tk-hints pre")).to_have_count(1)
    page.keyboard.press("Space")
    expect(bench.locator(".tk-hints pre")).to_have_count(2)
    expect(hints(bench).last).to_have_text("A solution:left, forward, forward")
    assert focused(page) == "hint"
    expect(helper(bench)).to_have_attribute("aria-disabled", "true")
    expect(bench.locator(".tk-lay-strip .tk-lay-instruction")).to_have_count(0)
    shot(page, "hints-by-keyboard")
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-root") == []

    before = hints(bench).all_text_contents()
    becomes(lambda: kept(folder)["hints"], len(before))
    restart_kernel(page)
    run_all(page)
    expect(hints(bench)).to_have_text(before)
    expect(bench.get_by_role("button", name="Right, none left")).to_be_visible()
