"""Actions on an easel: strokes by mouse, by finger and by keys."""

from __future__ import annotations

import time
from collections.abc import Sequence

from playwright.sync_api import CDPSession, Locator, Page, expect

from teachkit.widgets.easel import Easel

SIDES = {"north": (0, -0.42), "east": (0.42, 0), "south": (0, 0.42), "west": (-0.42, 0), "": (0, 0)}
ARROWS = {"north": "ArrowUp", "east": "ArrowRight", "south": "ArrowDown", "west": "ArrowLeft"}


class Painter:
    """One way of painting on the easel that a page shows: `mouse`, `touch` or `keys`."""

    def __init__(self, page: Page, easel: Easel, way: str) -> None:
        self.page, self.easel, self.way = page, easel, way
        self.board = page.get_by_role("application", name="Board to paint on")
        self.cursor = next(iter(easel.canvas["squares"]))
        self.line: CDPSession | None = None
        self.clock = 0.0

    def tile(self, says: str) -> Locator:
        return self.page.locator(".tk-easel-tile").filter(
            has=self.page.locator(".tk-easel-name").get_by_text(says, exact=True)
        )

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def pick(self, says: str) -> None:
        tile = self.button("Eraser (.)") if says == "Eraser" else self.tile(says)
        tile.scroll_into_view_if_needed()
        if self.way == "touch":
            tile.tap()
        else:
            tile.click()
        expect(tile).to_have_attribute("aria-pressed", "true")

    def point(self, where: str) -> tuple[float, float]:
        """Return the middle of a square on the screen, or a point on its side."""
        square, _, side = where.partition(" ")
        form, (across, down) = self.easel.canvas, SIDES[side]
        box = self.board.bounding_box()
        assert box is not None
        x, y = form["squares"][square]
        x, y = x + across * form["width"], y + down * form["height"]
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def stroke(self, *places: str) -> None:
        """Press on the first place, and drag over the others."""
        self.board.scroll_into_view_if_needed()
        points = [self.point(where) for where in places]
        if self.way == "touch":
            self._swipe(points)
            return
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=4)
        self.page.mouse.up()

    def _swipe(self, points: Sequence[tuple[float, float]]) -> None:
        """Touch the points one after the other, slowly: after a fast swipe, a tap is no click."""
        self.line = self.line or self.page.context.new_cdp_session(self.page)
        self.clock = max(self.clock, time.time())
        moves = [("touchMove", each) for each in (*points[1:], points[-1])]
        for kind, at in [("touchStart", points[0]), *moves, ("touchEnd", None)]:
            self.clock += 0.4
            touch = [{"x": at[0], "y": at[1]}] if at else []
            facts = {"type": kind, "touchPoints": touch, "timestamp": self.clock}
            self.line.send("Input.dispatchTouchEvent", facts)

    def walk(self, square: str) -> None:
        """Move the cursor to a square by arrow keys."""
        columns = ord(square[0]) - ord(self.cursor[0])
        rows = int(square[1:]) - int(self.cursor[1:])
        across, up = ("ArrowLeft", "ArrowRight")[columns > 0], ("ArrowDown", "ArrowUp")[rows > 0]
        self.press(*[across] * abs(columns), *[up] * abs(rows))
        self.cursor = square

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def heard(self, says: str) -> None:
        expect(self.page.locator(".tk-easel-says")).to_have_text(says)
