"""Editing a row of cards: by mouse, by keyboard, by touch and by typing; then in JupyterLab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from teachkit.core.game.game import Edited, EditOption
from teachkit.core.language.program import Program
from teachkit.exercises.authoring.files import load_exercise
from teachkit.widgets.row_editor import RowEditor
from teachkit.widgets.workbench.workbench import Workbench

from .bare import show_bare, told
from .builderpage import focused, in_tray, press
from .conftest import OpenNotebook, Shot
from .labpage import axe, becomes, cell_sources, change_theme, restart_kernel, run_all

EDITS = Path(__file__).parents[1] / "exercises" / "edits"
TRAY: list[dict[str, Any]] = [
    {"id": "jump", "node": "jump", "symbol": "⤒", "label": "Jump", "limit": 2},
    {"id": "2x", "node": {"repeat": 2, "body": []}, "symbol": "×2", "label": "Repeat ×2"},
]
WAYS = [
    EditOption("insert jump at 1", "jump", 1, 0),
    EditOption("insert jump at 4", "jump", 4, 3),
    EditOption("cover 2 with jump", "jump", 2, 2),
    EditOption("loop 2x over 1", "2x", 1, 1),
    EditOption("unloop 2", "", 2, 3),
]


def editor(**traits: Any) -> RowEditor:
    row = Program.read("left, 2x(right, jump)")
    faces = {"left": {"symbol": "↰", "label": "Left"}, "right": {"symbol": "↱", "label": "Right"}}
    made = Edited(row, ())
    return RowEditor(lambda edits: made, lambda edits: WAYS, row, tray=TRAY, faces=faces, **traits)


def button(where: Page | Locator, name: str) -> Locator:
    return where.get_by_role("button", name=name, exact=True)


def edits(where: Page | Locator) -> Locator:
    return where.locator(".tk-edit-list li")


def has_places(page: Page, *names: str) -> None:
    places = page.locator(".tk-edit-place").all()
    assert [each.get_attribute("aria-label") for each in places] == [*names]


def test_edits_by_mouse(page: Page) -> None:
    """A selected card shows only its places; a button takes an edit back."""
    show_bare(page, editor())
    loops = "Cards 2 and 3: remove ×2"
    has_places(page, loops)
    in_tray(page, "Jump").click()
    has_places(page, "Jump before card 1", "Jump on card 2", "Jump at the end")
    button(page, "Jump on card 2").click()
    assert told(page, "edits") == ["cover 2 with jump"]
    expect(page.get_by_role("status")).to_have_text("Added: cover 2 with jump.")
    button(page, loops).click()
    assert told(page, "edits") == ["cover 2 with jump", "unloop 2"]
    button(page, "Remove: cover 2 with jump").click()
    assert told(page, "edits") == ["unloop 2"]


def test_edits_by_keys(page: Page) -> None:
    """With the arrows, and by typing."""
    show_bare(page, editor())
    press(page, "Tab")
    assert focused(page) == "Jump, 2 left"
    press(page, "ArrowRight", "ArrowLeft", "Enter", "Tab", "Tab", "ArrowRight")
    assert focused(page) == "Jump on card 2"
    press(page, "Enter")
    assert told(page, "edits") == ["cover 2 with jump"]
    assert focused(page) == "Jump, 2 left"

    show_bare(page, editor(edits=["unloop 2"]))
    page.get_by_text("Your edits as text").click()
    area = page.get_by_role("textbox", name="Edits as text, one on each line")
    expect(area).to_have_value("unloop 2")
    area.fill("unloop 2\ninsert jump at 1")
    area.press("Control+Enter")
    assert told(page, "draft") == {"source": "unloop 2\ninsert jump at 1", "n": 1}


def test_edits_by_finger(phone: Page) -> None:
    """Every place is large enough for a finger."""
    phone.set_viewport_size({"width": 420, "height": 900})
    show_bare(phone, Workbench(load_exercise(EDITS / "17-02-cover-the-turn.toml")).builder)
    in_tray(phone, "Right").tap()
    for place in phone.locator(".tk-edit-place").all():
        box = place.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] + box["width"] <= 420
    button(phone, "Right on card 2").tap()
    assert told(phone, "edits") == ["cover 2 with right"]


BENCH = """
from pathlib import Path
from teachkit.exercises.authoring.files import load_exercise
from teachkit.widgets.workbench.workbench import Workbench
Workbench(load_exercise(Path({path!r})))
"""


def cell(name: str) -> str:
    return BENCH.format(path=str(EDITS / f"{name}.toml"))


def bench(page: Page, number: int) -> Locator:
    shown = page.locator(".tk-bench").nth(number)
    shown.locator(".tk-editor").scroll_into_view_if_needed()
    return shown


def kept(folder: Path, name: str) -> dict[str, Any]:
    (file,) = folder.glob("answers*.json")
    found: dict[str, Any] = json.loads(file.read_text())["answers"][name]
    return found


def test_in_jupyterlab(open_notebook: OpenNotebook, folder: Path, shot: Shot) -> None:
    """By mouse, then by keyboard alone; no key leaks, and edits survive the kernel."""
    by_mouse, by_keys = "17-03-a-loop-around-two", "17-01-one-card-more"
    page = open_notebook([cell(by_mouse), cell(by_keys), "1 + 1"])
    sources = cell_sources(page)
    on = bench(page, 0)
    in_tray(on, "Repeat ×2").click()
    shot(page, "edit-1-chosen")
    button(on, "Repeat ×2 around cards 1 and 2").click()
    row = on.get_by_role("list", name="Now")
    expect(row).to_contain_text("×2")
    labels = [each.get_attribute("aria-label") for each in row.get_by_role("img").all()]
    assert labels == ["Card 1: Forward, 2 times", "Card 2: Left, 2 times"]
    button(on, "Run").click()
    expect(on.locator(".tk-says")).to_have_attribute("data-mood", "good")
    becomes(lambda: kept(folder, by_mouse)["answer"], "loop 2x over 1..2")
    shot(page, "edit-2-solved")

    on = bench(page, 1)
    in_tray(on, "Forward").focus()
    press(page, "Enter")
    expect(button(on, "Forward before card 1")).to_be_visible()
    for _ in range(8):
        if focused(page) == "Forward before card 1":
            break
        press(page, "Tab")
    press(page, "Enter")
    expect(edits(on)).to_have_text(["insert forward at 1"])
    expect(button(on, "Forward, none left")).to_be_focused()
    press(page, *"ddxabm00", "Escape", "ArrowDown")
    assert cell_sources(page) == sources
    button(on, "Run").focus()
    press(page, "Enter")
    expect(on.locator(".tk-says")).to_have_attribute("data-mood", "good")
    becomes(lambda: kept(folder, by_keys)["points"], 1)

    restart_kernel(page)
    run_all(page)
    expect(button(page, "Remove: loop 2x over 1..2")).to_be_visible()
    change_theme(page)
    assert axe(page, ".tk-editor") == []
    shot(page, "edit-3-dark")
