"""Saying what will happen by pointing, by keys and by writing: predictions, a number, a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from teachkit.classroom.library import find_exercise
from teachkit.widgets.prediction.pointing import pointing

from .builderpage import drag
from .conftest import OpenNotebook, Shot
from .labpage import LAPTOP, NOTEBOOK, axe, cell_sources, shut_kernel_down

PREDICT, FREE, TABLE = "00-01-where-will-it-stop", "01-06-three-samples", "03-02-a-first-table"
NUMBER = "03-10-the-number-in-the-register"
FINGER = 43.9  # pixels
KEYS = {"north": "n", "east": "e", "south": "s", "west": "w"}
SIDES = {"north": (0, -0.36), "east": (0.36, 0), "south": (0, 0.36), "west": (-0.36, 0), "": (0, 0)}
CELL = """import teachkit as tk
from teachkit.widgets.workbench.builders import lay
bench = tk.exercise({name!r})
if bench.builder:
    lay(bench.builder, bench.exercise, "east, east, north")
bench"""


class Bench:
    """A workbench, and somebody who points at its board in one way."""

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
        """The middle of a square on the screen, or this side of it."""
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
        """From the player to its board by Tab, and there by these keys."""
        self.root.locator(".tk-player").focus()
        self.page.keyboard.press("Tab")
        expect(self.board).to_be_focused()
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, square: str, heading: str, *keys: str) -> None:
        """The ghost stands there and looks that way; `keys` are how to walk there."""
        if self.way == "keys":
            self.walk(*keys, KEYS[heading])
        else:
            self.tap(square)
            self.tap(square, heading)

    def end(self) -> None:
        """The drive is played to its end."""
        expect(self.root.locator(".tk-player")).to_have_attribute("data-seen", "true")


def opened(open_notebook: OpenNotebook, way: str, *names: str) -> Page:
    cells = [CELL.format(name=name) for name in names]
    return open_notebook(cells, touch=way == "touch", size=LAPTOP)


@pytest.mark.parametrize("way", ["mouse", "keys", "touch"])
def test_it_is_pointed_at(open_notebook: OpenNotebook, shot: Shot, way: str) -> None:
    """A prediction, a free one before a run, and a table; axe looks at all three."""
    page = opened(open_notebook, way, PREDICT, FREE, TABLE)
    if way == "touch":
        targets = Bench(page, TABLE, way).root.locator(".tk-predict :is(button, input)").all()
        assert len(targets) > 8
        for target in targets:
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= FINGER, target
    predicts(Bench(page, PREDICT, way), shot)
    predicts_before_a_run(Bench(page, FREE, way), shot)
    fills_a_table(Bench(page, TABLE, way), shot)
    assert axe(page, f"{NOTEBOOK} .tk-root") == []


def predicts(bench: Bench, shot: Shot) -> None:
    """Field, picture and words say the same; after the drive each part is right."""
    expect(bench.ghost).to_be_hidden()
    bench.to("b2", "north", "ArrowRight", "ArrowUp")
    expect(bench.field).to_have_value("b2 north")
    alt = "Your prediction: red rover on b2, facing north"
    expect(bench.ghost.get_by_role("img")).to_have_attribute("alt", alt)
    expect(bench.note).to_have_text("red rover on b2, facing north")
    shot(bench.page, f"prediction-{bench.way}")
    bench.press(bench.board if bench.way == "keys" else bench.button("Check"))
    expect(bench.says).to_contain_text("Right.")
    bench.end()
    expect(bench.marks).to_have_text(["Square: right", "Heading: right"])
    expect(bench.ghost).to_have_attribute("data-right", "true")
    expect(bench.ghost).to_be_visible()
    shot(bench.page, f"prediction-{bench.way}-right")


def predicts_before_a_run(bench: Bench, shot: Shot) -> None:
    """It opens Run; what was not right is told, and the ghost stays; a new one is not judged."""
    expect(bench.button("Run")).to_have_attribute("aria-disabled", "true")
    bench.to("d2", "east", "ArrowRight", "ArrowRight", "ArrowUp")
    expect(bench.button("Run")).not_to_have_attribute("aria-disabled", "true")
    bench.press(bench.button("Run"))
    expect(bench.says).to_contain_text("You said d2 east; it was d2 north.")
    expect(bench.says).to_contain_text("The square is right. Look at the heading again.")
    bench.end()
    expect(bench.marks).to_have_text(["Square: right", "Heading: not right"])
    shot(bench.page, f"prediction-free-{bench.way}")
    bench.press(bench.button("north"))
    expect(bench.marks).to_have_count(0)
    bench.press(bench.button("Run"))
    expect(bench.says).to_contain_text("As you predicted: d2 north.")


def fills_a_table(bench: Bench, shot: Shot) -> None:
    """Each row that is pointed at hands on to the next; a wrong one is marked, and mended."""
    fields, marks = bench.root.locator(".tk-rows .tk-field"), bench.root.locator(".tk-row-mark")
    if bench.way == "keys":
        bench.walk("s", "Enter", "ArrowDown", "Enter", "w", "Enter", "e", "ArrowRight", "Enter")
    else:
        bench.tap("a3", "south")
        bench.tap("a2")
        bench.press(bench.button("west"))
        bench.press(bench.button("Skipped"))
    expect(fields.nth(0)).to_have_value("a3 south")
    expect(fields.nth(1)).to_have_value("a2 south")
    expect(fields.nth(2)).to_have_value("a2 west")
    if bench.way != "keys":
        expect(fields.nth(3)).to_have_value("skipped")
        fields.nth(3).fill("East, B2")
    bench.press(bench.button("Check"))
    expect(bench.says).to_contain_text("Rows 1 and 2 are right.")
    expect(marks).to_have_text(["right", "right", "not yet", "right"])
    shot(bench.page, f"table-{bench.way}")
    if bench.way == "keys":
        fields.nth(2).focus()
    else:
        bench.press(bench.root.locator(".tk-rows tbody tr").nth(2).locator("td").first)
    bench.press(bench.button("east"))
    expect(fields.nth(2)).to_have_value("a2 east")
    expect(marks).to_have_text(["right", "right", "", "right"])
    bench.press(bench.button("Check"))
    expect(bench.says).to_contain_text("4 of 4 rows are right.")
    bench.end()


def test_it_is_written_counted_and_dragged(open_notebook: OpenNotebook, shot: Shot) -> None:
    """What cannot be read is told how it is written; pointing needs no kernel; no key leaks."""
    page = opened(open_notebook, "mouse", FREE, NUMBER, PREDICT)
    sources = cell_sources(page)
    bench = Bench(page, FREE, "mouse")
    bench.field.fill("North, D2")
    expect(bench.ghost).to_be_visible()
    expect(bench.note).to_have_text("red rover on d2, facing north")
    bench.field.fill("d2 up")
    bench.field.press("Tab")
    expect(bench.note).to_have_text("Write which way it faces: north, east, south or west.")
    expect(bench.ghost).to_be_hidden()
    expect(bench.button("Run")).to_have_attribute("aria-disabled", "true")
    shot(page, "prediction-unread")
    number = Bench(page, NUMBER, "mouse")
    expect(number.board).to_have_count(0)
    number.field.fill("48")
    number.button("One more").click()
    number.field.press("ArrowUp")
    expect(number.field).to_have_value("50")
    number.field.press("Enter")
    expect(number.says).to_contain_text("Right.")
    number.end()
    expect(number.marks).to_have_text(["Number: right"])
    shot(page, "prediction-number")
    assert axe(page, f"{NOTEBOOK} .tk-root") == []

    shut_kernel_down(page)
    bench = Bench(page, PREDICT, "mouse")
    bench.tap("c2")
    expect(bench.field).to_have_value("c2 east")
    drag(page, bench.point("b1"), bench.point("b3"))
    expect(bench.field).to_have_value("b1 north")
    bench.walk("ArrowDown", "ArrowLeft", "ArrowLeft", "w")
    expect(bench.field).to_have_value("a1 west")
    focusable = page.locator(".tk-point, .tk-predict :is(button, input)")
    assert focusable.count() > 8
    for control in focusable.all():
        for key in ["d", "d", "x", "a", "b", "m", "0", "0", "j", "k", "Shift+M", "ArrowDown", "z"]:
            control.press(key)
    assert cell_sources(page) == sources
    expect(page.locator(".jp-Dialog")).to_have_count(0)
