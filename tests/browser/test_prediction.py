"""Predictions by pointing, by keys and by writing: a place, a number, a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.classroom.library import find_exercise
from teachkit.widgets.prediction import pointing

from .builderpage import drag, is_large
from .conftest import OpenNotebook, Shot
from .labpage import LAPTOP, NOTEBOOK, axe, cell_sources, shut_kernel_down

PREDICT, FREE, TABLE = "00-01-where-will-it-stop", "01-06-three-samples", "03-02-a-first-table"
NUMBER = "10-10-the-number-in-the-register"
FINGER = 43.9  # pixels
KEYS = {"north": "n", "east": "e", "south": "s", "west": "w"}
SIDES = {"north": (0, -0.36), "east": (0.36, 0), "south": (0, 0.36), "west": (-0.36, 0), "": (0, 0)}
CELL = """import teachkit as tk
bench = tk.exercise({name!r})
if bench.builder:
    bench.lay("east, east, north")
bench"""


class Bench:
    """A workbench, and one way of pointing at its board."""

    def __init__(self, page: Page, name: str, way: str) -> None:
        self.page, self.way = page, way
        exercise = find_exercise(name)
        self.form = pointing(exercise.game, exercise.starts[0].state)
        title = page.get_by_role("heading", name=exercise.title)
        self.root = page.locator(".tk-bench").filter(has=title)
        self.board = self.root.get_by_role("application", name="Point at the board")
        self.ghost = self.root.locator(".tk-ghost")
        self.field = self.root.get_by_label("how will it end")
        self.note = self.root.locator(".tk-predict-note")
        self.marks = self.root.locator(".tk-marks .tk-mark")
        self.says = self.root.locator(".tk-says")
        self.root.evaluate("bench => bench.scrollIntoView()")

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def press(self, target: Locator) -> None:
        if self.way == "keys":
            target.press("Enter")
        elif self.way == "touch":
            target.tap()
        else:
            target.click()

    def point(self, square: str, side: str = "") -> tuple[float, float]:
        """Return the middle of a square on the screen, or a point on this side of it."""
        self.board.scroll_into_view_if_needed()
        box = self.board.bounding_box()
        assert box is not None
        (x, y), (across, down) = self.form["squares"][square], SIDES[side]
        x, y = x + across * self.form["width"], y + down * self.form["height"]
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def tap(self, square: str, side: str = "") -> None:
        tap = self.page.touchscreen.tap if self.way == "touch" else self.page.mouse.click
        tap(*self.point(square, side))

    def walk(self, *keys: str) -> None:
        """Move from the player to its board by Tab, and there by these keys."""
        self.root.locator(".tk-player").focus()
        self.page.keyboard.press("Tab")
        expect(self.board).to_be_focused()
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, square: str, heading: str, *keys: str) -> None:
        """Move the ghost to a place and facing; `keys` are for doing so by keyboard."""
        if self.way == "keys":
            self.walk(*keys, KEYS[heading])
        else:
            self.tap(square)
            self.tap(square, heading)

    def end(self) -> None:
        """Play the drive to its end."""
        expect(self.root.locator(".tk-player")).to_have_attribute("data-seen", "true")


def opened(open_notebook: OpenNotebook, way: str, *names: str) -> Page:
    cells = [CELL.format(name=name) for name in names]
    return open_notebook(cells, touch=way == "touch", size=LAPTOP)


@pytest.mark.parametrize("way", ["mouse", "keys", "touch"])
def test_it_is_pointed_at(open_notebook: OpenNotebook, shot: Shot, way: str) -> None:
    """A prediction and a table; axe checks both."""
    page = opened(open_notebook, way, PREDICT, TABLE)
    if way == "touch":
        targets = Bench(page, TABLE, way).root.locator(".tk-predict :is(button, input)").all()
        assert len(targets) > 8
        for target in targets:
            assert is_large(target, FINGER), target
    predicts(Bench(page, PREDICT, way), shot)
    fills_a_table(Bench(page, TABLE, way), shot)
    assert axe(page, f"{NOTEBOOK} .tk-root") == []


def predicts(bench: Bench, shot: Shot) -> None:
    """Field, picture and words agree; after the drive each part is right."""
    expect(bench.ghost).to_be_hidden()
    bench.to("b2", "north", "ArrowRight", "ArrowUp")
    expect(bench.field).to_have_value("b2 north")
    expect(bench.note).to_have_text("red rover on b2, facing north")
    shot(bench.page, f"prediction-{bench.way}")
    bench.press(bench.board if bench.way == "keys" else bench.button("Check"))
    expect(bench.says).to_have_attribute("data-mood", "good")
    bench.end()
    expect(bench.marks).to_have_text(["Square: right", "Facing: right"])
    expect(bench.ghost).to_have_attribute("data-right", "true")
    shot(bench.page, f"prediction-{bench.way}-right")


def fills_a_table(bench: Bench, shot: Shot) -> None:
    """Each row that is pointed at moves on to the next."""
    fields, marks = bench.root.locator(".tk-rows .tk-field"), bench.root.locator(".tk-row-mark")
    if bench.way == "keys":
        bench.walk("s", "Enter", "ArrowDown", "Enter", "w", "Enter", "e", "ArrowRight", "Enter")
    else:
        bench.tap("a3", "south")
        bench.tap("a2")
        bench.press(bench.button("west"))
        bench.press(bench.button("Skipped"))
        expect(fields.nth(3)).to_have_value("skipped")
        fields.nth(3).fill("East, B2")
    for number, value in enumerate(("a3 south", "a2 south", "a2 west")):
        expect(fields.nth(number)).to_have_value(value)
    bench.press(bench.button("Check"))
    expect(bench.says).to_contain_text("Lines 1 and 2 are right.")
    expect(marks).to_have_text(["right", "right", "not yet", "right"])
    shot(bench.page, f"table-{bench.way}")


def predicts_before_a_run(bench: Bench) -> None:
    """A valid prediction enables Run; an invalid one does not, and the format is explained."""
    expect(bench.button("Run")).to_have_attribute("aria-disabled", "true")
    bench.field.fill("d2 up")
    bench.field.press("Tab")
    expect(bench.note).to_have_text("Write which way it faces: north, east, south or west.")
    expect(bench.ghost).to_be_hidden()
    bench.to("d2", "east")
    expect(bench.button("Run")).not_to_have_attribute("aria-disabled", "true")
    bench.press(bench.button("Run"))
    expect(bench.says).to_contain_text("You said d2 east, but it was d2 north.")
    bench.end()
    expect(bench.marks).to_have_text(["Square: right", "Facing: not right yet"])


def test_it_is_written_counted_and_dragged(open_notebook: OpenNotebook, shot: Shot) -> None:
    """A prediction before a run; a number; pointing needs no kernel; no key leaks."""
    page = opened(open_notebook, "mouse", FREE, NUMBER, PREDICT)
    sources = cell_sources(page)
    predicts_before_a_run(Bench(page, FREE, "mouse"))
    number = Bench(page, NUMBER, "mouse")
    number.field.fill("48")
    number.button("One more").click()
    number.field.press("ArrowUp")
    expect(number.field).to_have_value("50")
    number.field.press("Enter")
    expect(number.says).to_have_attribute("data-mood", "good")
    shot(page, "prediction-number")
    assert axe(page, f"{NOTEBOOK} .tk-root") == []

    shut_kernel_down(page)
    bench = Bench(page, PREDICT, "mouse")
    drag(page, bench.point("b1"), bench.point("b3"))
    expect(bench.field).to_have_value("b1 north")
    bench.walk("ArrowDown", "ArrowLeft", "ArrowLeft", "w")
    expect(bench.field).to_have_value("a1 west")
    focusable = bench.root.locator(".tk-point, .tk-predict :is(button, input)")
    assert focusable.count() > 4
    for control in focusable.all():
        control.focus()
        for key in ["d", "d", "x", "a", "b", "m", "0", "0", "j", "k", "Shift+M", "ArrowDown", "z"]:
            page.keyboard.press(key)
    assert cell_sources(page) == sources
    expect(page.locator(".jp-Dialog")).to_have_count(0)
