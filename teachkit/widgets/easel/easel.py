"""`Easel`, a board that an author or a learner paints."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeAlias

import traitlets

from teachkit.core.data import Table, structure, unknown_key
from teachkit.core.game.game import Game, player_of
from teachkit.core.game.palette import Mark
from teachkit.draw.scene import canvas
from teachkit.draw.svg import picture_svg
from teachkit.errors import BoardError, DataError, TeachkitError
from teachkit.exercises.model.exercise import Start
from teachkit.widgets.common.scripts import script, styles
from teachkit.widgets.common.widget import Data, Saving
from teachkit.widgets.easel.palette_bar import tiles
from teachkit.widgets.easel.sources import Shipped, random_start, shipped_starts
from teachkit.widgets.easel.text_board import read, written
from teachkit.widgets.prediction.pointing import squares_of
from teachkit.words import say

ACTIONS = ("paint", "erase", "undo", "redo", "turn", "mirror", "resize", "redraw", "copy", "set")
"""The methods that the browser may call."""

Moment: TypeAlias = tuple[Table, str, str]
"""A table, its text, and what is wrong with the text."""

AROUND = tuple(field.name for field in fields(Start) if field.name != "setup")
"""The keys of a `[[starts]]` table that are not about the board."""


class Easel(Saving):
    """A painting surface for the start of an exercise.

    `start` is the table in an exercise file that is painted, for an `edition` of the game. `things`
    are the names of the things that may be painted and erased, by default everything in the game's
    palette. If `fixed` is true, the board keeps its size. `on_paint` is called with the table after
    each change.

    `text` is the table as TOML. Text that is wrong stays, and the board does not change;
    `complaint` says what is wrong. If the rules refuse a painted table, the last picture stays, and
    `complaint` says why.

    >>> from teachkit.games import algoracing
    >>> easel = Easel(algoracing.GAME, {"floor": ". .", "rovers": {"red": "a1 east"}})
    >>> easel.paint(("blue sample", "b1", ""))
    >>> easel.start["samples"]
    {'b1': 'blue'}
    >>> easel.undo()
    >>> easel
    Easel('red rover on a1 east')
    """

    _esm = script("easel/easel.js")
    _css = styles("easel/easel.css")
    wording = ("easel",)

    tiles = traitlets.List(traitlets.Dict()).tag(sync=True)
    canvas = traitlets.Dict().tag(sync=True)
    marks = traitlets.List(traitlets.List()).tag(sync=True)
    size = traitlets.List(traitlets.Int()).tag(sync=True)
    fixed = traitlets.Bool(False).tag(sync=True)
    limited = traitlets.Bool(False).tag(sync=True)
    numbers = traitlets.List(traitlets.Dict()).tag(sync=True)
    shipped = traitlets.List(traitlets.Dict()).tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    complaint = traitlets.Unicode().tag(sync=True)
    marked = traitlets.Unicode().tag(sync=True)
    can_undo = traitlets.Bool(False).tag(sync=True)
    can_redo = traitlets.Bool(False).tag(sync=True)
    strokes = traitlets.List(traitlets.Dict()).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        game: Game,
        start: Mapping[str, Any],
        things: Collection[str] | None = None,
        fixed: bool = False,
        edition: str = "",
    ) -> None:
        self.on_paint: Callable[[Table], None] = lambda start: None
        self._game, self._palette = game, game.palette
        self._edition = edition if edition in game.editions else next(iter(game.editions))
        self._things = things
        self._start, self._text, self._wrong = dict(start), written(dict(start)), ""
        self._known: dict[str, Shipped] = {}
        self._past: list[Moment] = []
        self._future: list[Moment] = []
        super().__init__(
            fixed=fixed,
            limited=things is not None,
            tiles=tiles(game, self._edition, things),
        )
        self._show()
        self.observe(self._obey, "strokes")
        self.observe(self._write, "text")

    @property
    def start(self) -> Table:
        """The table that is painted; setting it is a change that can be undone."""
        return self._start

    @start.setter
    def start(self, start: Mapping[str, Any]) -> None:
        self._change(dict(start))

    def load(self, start: Mapping[str, Any]) -> None:
        """Show another table, with nothing to undo."""
        self._past, self._future = [], []
        self._become(dict(start), written(dict(start)))

    def mark_square(self, square: str) -> None:
        """Highlight `square`, which may be an edge such as `c3 north`; "" highlights nothing."""
        self.marked = square

    # Changes -----------------------------------------------------------------------------------

    def paint(self, *marks: Collection[str]) -> None:
        """Paint `marks`, each a thing, a place, and a detail or ""."""
        start = self._start
        for mark in marks:
            start = self._palette.painted(start, Mark(*mark))
        self._change(start)

    def erase(self, *places: str) -> None:
        """Erase the topmost thing on each of the squares or edges `places`."""
        start = self._start
        for where in places:
            start = self._palette.erased(start, where)
        self._change(start)

    def undo(self) -> None:
        """Take back the last change, if there is one."""
        if self._past:
            self._future.append(self._now)
            self._become(*self._past.pop())

    def redo(self) -> None:
        """Make the change again that was taken back last, if there is one."""
        if self._future:
            self._past.append(self._now)
            self._become(*self._future.pop())

    def turn(self) -> None:
        """Turn the board by a quarter, clockwise."""
        self._change(self._palette.turned(self._start))

    def mirror(self) -> None:
        """Swap left and right."""
        self._change(self._palette.mirrored(self._start))

    def resize(self, columns: int, rows: int) -> None:
        """Give the board this number of columns and rows."""
        self._change(self._palette.resized(self._start, columns, rows))

    def redraw(self) -> None:
        """Replace the board by a random one of the same size. Keep everything that is not on it."""
        seed = f"{len(self._past)} {self._text}"
        size = self._palette.size(self._start)
        self._replace(random_start(self._game, self._edition, size, len(self.marks), seed))

    def copy(self, name: str = "") -> None:
        """Replace the board by the shipped one called `name`; without a name, list all of them."""
        if not self._known:
            self._known = {each.name: each for each in shipped_starts(self._game, self._edition)}
            self.shipped = [each._asdict() | {"start": {}} for each in self._known.values()]
        if name:
            self._replace(self._known[name].start)

    def set(self, name: str, text: str) -> None:
        """Set the number, or the list of numbers, in the field `name`; "" removes it."""
        numbers = [int(digits) for digits in re.findall(r"\d{1,9}", text)]
        default = next(each for each in fields(self._game.setup) if each.name == name).default
        others = {key: value for key, value in self._start.items() if key != name}
        value = numbers if default is MISSING else numbers[:1] and numbers[0]
        self._change({**self._start, name: value} if numbers else others)

    def _replace(self, other: Table) -> None:
        """Replace what is painted by the marks on `other`, but not the things that are fixed.

        If there are no pieces on `other`, those that fit on it stay.
        """
        palette, start = self._palette, self._start
        size = palette.size(start if self.fixed else other)
        marks = [mark for mark in palette.marks(other) if self._may(mark)]
        if not any(other.get(key) for key in palette.pieces):
            bare = {key: value for key, value in start.items() if key not in palette.pieces}
            others, spots = palette.marks(bare), palette.spots(other)
            pieces = (mark for mark in palette.marks(start) if mark not in others)
            marks += [mark for mark in pieces if self._may(mark) and mark.square in spots]
        self._change(palette.built(palette.rest(start), size, (*marks, *self._kept(start))))

    def _kept(self, start: Table) -> list[Mark]:
        """Return the marks on `start` that may not be changed."""
        return [mark for mark in self._palette.marks(start) if not self._may(mark)]

    def _may(self, mark: Mark) -> bool:
        return self._things is None or mark.thing in self._things

    # From the browser --------------------------------------------------------------------------

    def _obey(self, change: object) -> None:
        """Carry out the browser's new strokes, in their order."""
        for stroke in self.strokes:
            if stroke["n"] > self.answered:
                with self.hold_sync():
                    self._do(stroke["do"], *stroke.get("with", ()))
                    self.answered = stroke["n"]

    def _do(self, action: str, *facts: Any) -> None:
        if action not in ACTIONS:
            return
        try:
            getattr(self, action)(*facts)
        except TeachkitError as error:
            self.complaint = error.says

    def _write(self, change: object) -> None:
        """Take the text that was typed, unless it is wrong."""
        if self.text == self._text:
            return
        try:
            self._change(read(self.text, self._state), self.text)
        except TeachkitError as error:
            self._become(self._start, self.text, error.says)

    # The board ---------------------------------------------------------------------------------

    def _change(self, start: Table, text: str | None = None) -> None:
        """Paint `start` as one step to undo. Raise `BoardError` if it changes what is fixed."""
        self._check_fixed(start)
        if start == self._start and text is None:
            return
        self._past.append(self._now)
        self._future.clear()
        self._become(start, written(start) if text is None else text)

    @property
    def _now(self) -> Moment:
        return self._start, self._text, self._wrong

    def _become(self, start: Table, text: str, wrong: str = "") -> None:
        """Show `start` with its `text`, which is not taken if something is `wrong` with it."""
        is_new = start != self._start
        self._start, self._text, self._wrong = start, text, wrong
        with self.hold_sync():
            self._show()
        if is_new:
            self.on_paint(start)

    def _show(self) -> None:
        palette, start = self._palette, self._start
        self.text, self.can_undo, self.can_redo = self._text, bool(self._past), bool(self._future)
        self.marks, self.size = (
            [list(mark) for mark in palette.marks(start)],
            [*palette.size(start)],
        )
        self.numbers = list(_numbers(self._game, start))
        try:
            state = self._state(start)
            self.canvas = _picture(state) | {"marks": self.marks}
            player_of(self._game, state)
            self.complaint = self._wrong
        except TeachkitError as error:
            self.complaint = self._wrong or error.says
            if not self.canvas:
                blank = palette.blank(self._edition, *self.size)
                self.canvas = _picture(self._state(blank)) | {"marks": palette.marks(blank)}

    def _state(self, start: Table) -> object:
        """Return the state that `start` describes. Raise `TeachkitError` if there is none."""
        setup = self._game.setup
        known = [field.name for field in fields(setup)]
        for key in start:
            if key not in (*known, *AROUND, *self._start):
                raise DataError(unknown_key(key, [*known, *AROUND]))
        given = {key: value for key, value in start.items() if key in known}
        return structure({"edition": self._edition} | given, setup).state()

    def _check_fixed(self, start: Table) -> None:
        palette, now = self._palette, self._start
        if self.fixed and palette.size(start) != palette.size(now):
            raise BoardError(say("This board keeps its size."))
        if self._things is not None and self._kept(start) != self._kept(now):
            raise BoardError(say("This part of the board stays as it is."))

    def __repr__(self) -> str:
        shown = (f"{mark.thing} on {mark.where}" for mark in self._palette.marks(self._start))
        return f"Easel({', '.join(shown)!r})"


def _picture(state: object) -> Data:
    """Return the picture of `state`, with its squares, for the browser."""
    seen = canvas(state)
    size = {"ratio": round(seen.width / seen.height, 4)}
    return {"picture": picture_svg(seen), "alt": seen.alt, **size, **squares_of(seen)}


def _numbers(game: Game, start: Table) -> Iterator[Data]:
    """Yield the numbers of `start` that are not painted, as fields."""
    labels = {
        "value": say("Number in the register"),
        "targets": say("Numbers to reach"),
        "row_limit": say("Most lines"),
        "register": say("First register"),
    }
    for field in fields(game.setup):
        if field.name in labels:
            value = start.get(field.name, "")
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            usual = str(field.default) if isinstance(field.default, int) else ""
            yield {"name": field.name, "says": labels[field.name], "value": text, "usual": usual}
