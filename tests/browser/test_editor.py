"""A row of cards is edited: by mouse, by keyboard, by touch and by typing; then in JupyterLab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from teachkit.core.editing import Way
from teachkit.core.program import Program
from teachkit.exercises.reading import load_exercise
from teachkit.widgets.editor import RowEditor, Seen
from teachkit.widgets.workbench.builders import builder_of

from .bare import show_bare, told
from .builderpage import focused, in_tray, press
from .conftest import OpenNotebook, Shot
from .labpage import Lab, axe, cell_sources, dark_theme, restart_kernel, run_all

EDITS = Path(__file__).parents[1] / "exercises" / "edits"
TRAY: list[dict[str, Any]] = [
    {"id": "jump", "node": "jump", "symbol": "⤒", "label": "Jump", "limit": 2},
    {"id": "2x", "node": {"repeat": 2, "body": []}, "symbol": "×2", "label": "Repeat ×2"},
]
WAYS = [
    Way("insert jump at 1", "jump", 1, 0),
    Way("insert jump at 4", "jump", 4, 3),
    Way("cover 2 with jump", "jump", 2, 2),
    Way("loop 2x over 1", "2x", 1, 1),
    Way("unloop 2", "", 2, 3),
]


def editor(**traits: Any) -> RowEditor:
    row = Program.read("left, 2x(right, jump)")
    faces = {"left": {"symbol": "↰", "label": "Left"}, "right": {"symbol": "↱", "label": "Right"}}
    return RowEditor(lambda edits: Seen(row, (), WAYS), row, tray=TRAY, faces=faces, **traits)


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def places(page: Page) -> list[str]:
    return [str(each.get_attribute("aria-label")) for each in page.locator(".tk-edit-place").all()]


def test_a_chosen_card_shows_its_places_and_no_others(page: Page) -> None:
    show_bare(page, editor())
    assert places(page) == ["Take ×2 off cards 2 and 3"]
    in_tray(page, "Jump").click()
    assert places(page) == ["Jump before card 1", "Jump on card 2", "Jump at the end"]
    in_tray(page, "Repeat ×2").click()
    assert places(page) == ["Repeat ×2 around card 1"]
    in_tray(page, "Repeat ×2").click()
    assert places(page) == ["Take ×2 off cards 2 and 3"]


def test_a_place_makes_an_edit_and_a_button_takes_it_back(page: Page) -> None:
    show_bare(page, editor())
    in_tray(page, "Jump").click()
    button(page, "Jump on card 2").click()
    assert told(page, "edits") == ["cover 2 with jump"]
    expect(page.get_by_role("status")).to_have_text("Added: cover 2 with jump.")
    button(page, "Take ×2 off cards 2 and 3").click()
    assert told(page, "edits") == ["cover 2 with jump", "unloop 2"]
    button(page, "Take back: cover 2 with jump").click()
    assert told(page, "edits") == ["unloop 2"]
    button(page, "Undo").click()
    assert told(page, "edits") == []
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")


def test_everything_can_be_done_with_keys(page: Page) -> None:
    show_bare(page, editor())
    press(page, "Tab")
    assert focused(page) == "Jump, 2 left"
    press(page, "ArrowRight", "ArrowLeft", "Enter", "Tab", "Tab", "ArrowRight")
    assert focused(page) == "Jump on card 2"
    press(page, "Enter")
    assert told(page, "edits") == ["cover 2 with jump"]
    assert focused(page) == "Jump, 2 left"
    press(page, "Space")
    expect(in_tray(page, "Jump")).to_have_attribute("aria-pressed", "true")
    press(page, "Escape")
    expect(in_tray(page, "Jump")).to_have_attribute("aria-pressed", "false")
    assert focused(page) == "Jump, 2 left"


def test_edits_can_be_typed(page: Page) -> None:
    show_bare(page, editor(edits=["unloop 2"]))
    page.get_by_text("Your edits as text").click()
    area = page.get_by_role("textbox", name="Edits as text, one in each line")
    expect(area).to_have_value("unloop 2")
    area.fill("unloop 2\ninsert jump at 1")
    area.press("Control+Enter")
    assert told(page, "draft") == {"source": "unloop 2\ninsert jump at 1", "n": 1}


def test_what_may_not_be_made_is_marked_and_told(page: Page) -> None:
    show_bare(page, editor(edits=["unloop 2", "cover 9 with jump"]))
    problem = {"edit": 2, "says": "There is no place 9."}
    page.evaluate("problem => { model.set('problem', problem); return null }", problem)
    expect(page.get_by_role("alert")).to_have_text("Edit 2: There is no place 9.")
    expect(page.locator("li[data-wrong]")).to_contain_text("cover 9 with jump")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_that_axe_complains_about(page: Page, dark: bool) -> None:
    show_bare(page, editor(edits=["insert jump at 1"]), dark=dark)
    in_tray(page, "Jump").click()
    assert axe(page, ".tk-editor") == []


def test_every_place_is_as_large_as_a_finger(browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 420, "height": 900}, has_touch=True)
    page = context.new_page()
    exercise = load_exercise(EDITS / "17-02-cover-the-turn.toml")
    show_bare(page, builder_of(exercise, ""))
    in_tray(page, "Right").tap()
    for place in page.locator(".tk-edit-place").all():
        box = place.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] + box["width"] <= 420
    page.get_by_role("button", name="Right on card 2").tap()
    assert told(page, "edits") == ["cover 2 with right"]
    context.close()


def test_a_finger_that_rests_on_a_button_opens_no_menu(page: Page) -> None:
    show_bare(page, editor())
    reached = """finger => {
      let reached = false;
      document.addEventListener('contextmenu', () => { reached = true; }, { once: true });
      const button = document.querySelector('.tk-lay-tray-card');
      const pointerType = finger ? 'touch' : 'mouse';
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }));
      button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
      return reached;
    }"""
    assert page.evaluate(reached, False)
    assert not page.evaluate(reached, True)


# In JupyterLab ----------------------------------------------------------------------------------

BENCH = """
from pathlib import Path
from teachkit.exercises.reading import load_exercise
from teachkit.widgets.workbench.workbench import Workbench
Workbench(load_exercise(Path({path!r})))
"""


@pytest.fixture
def open_bench(open_notebook: OpenNotebook, lab: Lab):  # type: ignore[no-untyped-def]
    def open_with(name: str) -> Page:
        for answers in lab.folder.glob("answers*.json"):
            answers.unlink()
        page = open_notebook([BENCH.format(path=str(EDITS / f"{name}.toml")), "1 + 1"])
        page.locator(".tk-editor").scroll_into_view_if_needed()
        return page

    return open_with


def row_now(page: Page) -> list[str]:
    row = page.get_by_role("list", name="Now")
    return [str(each.get_attribute("aria-label")) for each in row.get_by_role("img").all()]


def kept(lab: Lab, name: str) -> dict[str, Any]:
    (file,) = lab.folder.glob("answers*.json")
    found: dict[str, Any] = json.loads(file.read_text())["answers"][name]
    return found


def test_in_jupyterlab_by_mouse(open_bench, lab: Lab, shot: Shot) -> None:  # type: ignore[no-untyped-def]
    page = open_bench("17-03-a-loop-around-two")
    in_tray(page, "Repeat ×2").click()
    shot(page, "edit-1-chosen")
    button(page, "Repeat ×2 around cards 1 and 2").click()
    expect(page.get_by_role("list", name="Now")).to_contain_text("×2")
    assert row_now(page) == ["Card 1: Forward, 2 times", "Card 2: Left, 2 times"]
    shot(page, "edit-2-edited")
    page.get_by_role("button", name="Run").first.click()
    expect(page.locator(".tk-feedback")).to_contain_text("It works", timeout=20_000)
    assert kept(lab, "17-03-a-loop-around-two")["answer"] == "loop 2x over 1..2"
    shot(page, "edit-3-solved")
    restart_kernel(page)
    run_all(page)
    expect(button(page, "Take back: loop 2x over 1..2")).to_be_visible()
    assert axe(page, ".tk-editor") == []
    dark_theme(page)
    page.wait_for_timeout(300)
    assert axe(page, ".tk-editor") == []
    shot(page, "edit-4-dark")


def test_in_jupyterlab_by_keyboard_alone(open_bench, lab: Lab) -> None:  # type: ignore[no-untyped-def]
    page = open_bench("17-01-one-card-more")
    sources = cell_sources(page)
    in_tray(page, "Forward").focus()
    press(page, "Enter")
    expect(button(page, "Forward before card 1")).to_be_visible()
    for _ in range(8):
        if focused(page) == "Forward before card 1":
            break
        press(page, "Tab")
    press(page, "Enter")
    expect(page.locator(".tk-edit-list li")).to_have_text(["insert forward at 1"])
    expect(button(page, "Forward, none left")).to_be_focused()
    press(page, *"ddxabm00", "Escape", "ArrowDown")
    assert cell_sources(page) == sources
    page.get_by_role("button", name="Run").first.focus()
    press(page, "Enter")
    expect(page.locator(".tk-feedback")).to_contain_text("It works", timeout=20_000)
    assert kept(lab, "17-01-one-card-more")["points"] == 1


def test_in_jupyterlab_by_touch_and_typing(browser: Browser, lab: Lab, shot: Shot) -> None:
    from .labpage import go_to_notebook, write_notebook

    for answers in lab.folder.glob("answers*.json"):
        answers.unlink()
    name = "17-02-cover-the-turn"
    write_notebook(lab.folder / "touch.ipynb", [BENCH.format(path=str(EDITS / f"{name}.toml"))])
    context = browser.new_context(viewport={"width": 900, "height": 1100}, has_touch=True)
    page = context.new_page()
    go_to_notebook(page, lab, "touch.ipynb")
    run_all(page)
    page.locator(".tk-editor").scroll_into_view_if_needed()
    in_tray(page, "Left").tap()
    page.get_by_role("button", name="Left on card 1").tap()
    expect(page.locator(".tk-edit-list li")).to_have_text(["cover 1 with left"])
    button(page, "Take back: cover 1 with left").tap()
    expect(page.locator(".tk-edit-list li")).to_have_count(0)
    page.get_by_text("Your edits as text").tap()
    area = page.get_by_role("textbox", name="Edits as text, one in each line")
    area.fill("cover 9 with right")
    button(page, "Take this text").tap()
    expect(page.locator(".tk-editor").get_by_role("alert")).to_contain_text("There is no place 9")
    area.fill("cover 2 with right")
    button(page, "Take this text").tap()
    expect(page.locator(".tk-edit-list li")).to_have_text(["cover 2 with right"])
    shot(page, "edit-5-touch")
    page.get_by_role("button", name="Run").first.tap()
    expect(page.locator(".tk-feedback")).to_contain_text("It works", timeout=20_000)
    assert kept(lab, name)["points"] == 2
    context.close()
    lab.stop_kernels()
