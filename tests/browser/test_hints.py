"""The ladder of help in JupyterLab: by mouse, by keyboard, and still there after a restart."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.widgets.feedback import Feedback
from teachkit.widgets.player import Player

from .bare import show_bare, told
from .conftest import OpenNotebook, Shot
from .fake_run import SQUARE_DANCE, fake_run
from .labpage import Lab, axe, restart_kernel, run_all
from .playerpage import at_stop

NAME = "00-04-only-the-keyboard"
CELLS = ["import teachkit as tk", f'tk.exercise("{NAME}")']
STARTS = 'Begin with "left".'
ONLY_THE_END = "So far it can still work. Only the end is missing."
ASTRAY = "It takes another beginning. Look at card 1."


@pytest.fixture
def bench(open_notebook: OpenNotebook, lab: Lab) -> Locator:
    """An exercise that nobody has tried yet."""
    for answers in lab.folder.glob("answers*.json"):
        answers.unlink()
    page = open_notebook(CELLS)
    output = page.locator(".jp-Cell").filter(has=page.locator(".tk-feedback"))
    output.scroll_into_view_if_needed()
    return output


def kept(lab: Lab) -> dict:
    (file,) = lab.folder.glob("answers*.json")
    return json.loads(file.read_text())["answers"][NAME]


def helper(bench: Locator) -> Locator:
    """The one button that helps, whatever it is called now."""
    return bench.locator("[data-press=hint]")


def hints(bench: Locator) -> Locator:
    return bench.locator(".tk-hints li")


def lay(bench: Locator, label: str) -> None:
    laid = bench.locator(".tk-lay-strip .tk-lay-instruction")
    before = laid.count()
    bench.locator(".tk-lay-tray-card").filter(has=bench.page.get_by_text(label, exact=True)).click()
    expect(laid).to_have_count(before + 1)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.press"))


def test_a_solution_is_not_shown_by_a_double_click(page: Page) -> None:
    show_bare(page, Feedback(help="spare", hints=["Look."]))
    helper(page.locator("body")).dblclick()
    assert told(page, "pressed")["button"] == "hint"
    assert page.evaluate("window.model.saves.length") == 1
    page.evaluate("() => { model.set('help', 'solution'); model.set('sure', true); return null }")
    expect(page.get_by_role("button", name="Yes, show it")).to_be_visible()
    expect(page.locator(".tk-hints")).to_contain_text("Press once more")
    page.evaluate("() => { model.set('sure', false); model.set('help', ''); return null }")
    expect(helper(page.locator("body"))).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".tk-hints")).not_to_contain_text("Press once more")


def test_a_hint_that_has_gone_leaves_the_others_where_they_are(page: Page) -> None:
    """Only what is new is read aloud."""
    show_bare(page, Feedback(hints=["Look.", "Lay a card.", "A solution:\nleft, jump"]))
    page.evaluate("() => { window.first = document.querySelector('.tk-hints li'); return null }")
    expect(page.locator(".tk-hints pre")).to_have_text("left, jump")
    page.evaluate("model.set('hints', ['Look.', 'A solution:\\nleft, jump'])")
    expect(page.locator(".tk-hints li")).to_have_text(["Look.", "A solution:left, jump"])
    page.evaluate("model.set('hints', ['Look.', 'Another.', 'A solution:\\nleft, jump'])")
    expect(page.locator(".tk-hints li").nth(1)).to_have_text("Another.")
    assert page.evaluate("window.first.isConnected")


def test_a_step_that_is_worth_a_look_is_marked_and_the_stop_before_it_is_shown(page: Page) -> None:
    show_bare(page, Player(fake_run(SQUARE_DANCE)))
    page.evaluate("model.set('mark', 3)")
    at_stop(page, 2)
    line = page.locator(".tk-run-log li").filter(has_text="look here")
    expect(line.locator(".tk-run-number")).to_have_text("3")
    expect(page.locator(".tk-run-tick[data-mark]")).to_be_visible()
    page.evaluate("model.set('mark', 0)")
    expect(line).to_have_count(0)
    expect(page.locator(".tk-run-tick[data-mark]")).to_be_hidden()
    at_stop(page, 2)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_hints_can_be_read_on_a_telephone(page: Page, shot: Shot, dark: bool) -> None:
    """Nothing is wider than the window, in either theme."""
    page.set_viewport_size({"width": 390, "height": 700})
    code = "def swap(number):\n    return number % 10 * 10 + number // 10"
    says = ["The rover carries 0 of 1 sample."]
    show_bare(page, Feedback(
        says=says, mood="look", astray=True, astray_says=ASTRAY, help="solution", sure=True,
        hints=["Look at the board.", "It takes these cards:\n" + ", ".join(["forward"] * 12),
               f"A solution:\n{code}"],
    ), dark=dark)  # fmt: skip
    shot(page, f"hints-narrow-{'dark' if dark else 'light'}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page, ".tk-root") == []


def test_the_ladder_by_mouse(bench: Locator, page: Page, lab: Lab, shot: Shot) -> None:
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
    assert kept(lab)["hints"] == own + 3  # two next cards and one taken away
    shot(page, "hints-by-mouse")
    assert axe(page, ".jp-NotebookPanel:not(.lm-mod-hidden) .tk-root") == []


def test_the_ladder_by_keyboard_and_after_a_restart(
    bench: Locator, page: Page, lab: Lab, shot: Shot
) -> None:
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
    assert kept(lab)["hints"] == len(before)
    restart_kernel(page)
    run_all(page)
    expect(hints(bench)).to_have_text(before)
    expect(bench.get_by_role("button", name="Right, none left")).to_be_visible()
