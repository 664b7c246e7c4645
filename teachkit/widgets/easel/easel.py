"""`Easel`, a board that an author or a learner paints, and the starts that it shows.

Starts can be edited as text line by line, made at random, or taken from exercises.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, reduce
from typing import Any, TypeAlias

import traitlets

from teachkit.classroom.library import exercise_files
from teachkit.core.data import Table, check_keys, defaults, read_toml, structure
from teachkit.core.game.game import Game, player_of
from teachkit.core.game.level_generator import Order
from teachkit.core.game.palette import LEAST, Mark, Place, Thing
from teachkit.core.run.chance import Chance
from teachkit.draw.scene import canvas
from teachkit.draw.svg import picture_svg
from teachkit.errors import BoardError, DataError, TeachkitError
from teachkit.exercises.authoring.files import toml_text
from teachkit.exercises.judging.building import AROUND
from teachkit.widgets.common.widget import Data, Saving
from teachkit.widgets.prediction import squares_of
from teachkit.words import say, translate

ACTIONS = ("paint", "erase", "undo", "redo", "turn", "mirror", "resize", "redraw", "copy", "set")
"""The methods that the browser may call."""

Moment: TypeAlias = tuple[Table, str, str]
"""A table, its text, and what is wrong with the text."""

NUMBERS = ("value", "targets", "row_limit", "register")
"""The fields of set-ups with numbers that are not painted."""

SENT = ("name", "says", "letter", "key", "details", "numbered", "needs")
SIDE = 3  # squares of the board on which a thing is drawn, and the middle of the side
WIDE = 1.1  # the width of the picture of a thing, in squares


class Easel(Saving, script="easel/easel.js"):
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

    tiles = traitlets.List(traitlets.Dict()).tag(sync=True)
    canvas = traitlets.Dict().tag(sync=True)
    marks = traitlets.List(traitlets.List()).tag(sync=True)
    size = traitlets.List(traitlets.Int()).tag(sync=True)
    fixed = traitlets.Bool(False).tag(sync=True)
    limited = traitlets.Bool(False).tag(sync=True)
    numbers = traitlets.Dict().tag(sync=True)
    shipped = traitlets.List(traitlets.List()).tag(sync=True)
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
        names = [thing.name for thing in game.palette.things]
        self._things = names if things is None else things
        self._fields = [*defaults(game.setup)]
        self._now: Moment = dict(start), written(dict(start)), ""
        self._shipped: dict[str, Table] = {}
        self._past: list[Moment] = []
        self._future: list[Moment] = []
        super().__init__(fixed=fixed, limited=things is not None)
        shown = (each for each in game.palette.things if each.name in self._things)
        self.tiles = [tile(game, self._edition, each) for each in shown]
        self._show()
        self.observe(self._obey, "strokes")
        self.observe(self._write, "text")

    @property
    def start(self) -> Table:
        """The table that is painted."""
        return self._now[0]

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
        painted = self._palette.painted
        self._change(reduce(lambda start, mark: painted(start, Mark(*mark)), marks, self.start))

    def erase(self, *places: str) -> None:
        """Erase the topmost thing on each of the squares or edges `places`."""
        self._change(reduce(self._palette.erased, places, self.start))

    def undo(self) -> None:
        """Take back the last change, if there is one."""
        self._step(self._past, self._future)

    def redo(self) -> None:
        """Make the change again that was taken back last, if there is one."""
        self._step(self._future, self._past)

    def _step(self, there: list[Moment], back: list[Moment]) -> None:
        if there:
            back.append(self._now)
            self._become(*there.pop())

    def turn(self) -> None:
        """Turn the board by a quarter, clockwise."""
        self._change(self._palette.turned(self.start))

    def mirror(self) -> None:
        """Swap left and right."""
        self._change(self._palette.mirrored(self.start))

    def resize(self, columns: int, rows: int) -> None:
        """Give the board this number of columns and rows."""
        self._change(self._palette.resized(self.start, columns, rows))

    def redraw(self) -> None:
        """Replace the board by a random one of the same size. Keep everything that is not on it."""
        seed = f"{len(self._past)} {self.text}"
        size = self._palette.size(self.start)
        self._replace(random_start(self._game, self._edition, size, seed))

    def copy(self, title: str = "") -> None:
        """Replace the board by the shipped one with this title; without one, list all of them."""
        if not self._shipped:
            found = [*shipped_starts(self._game, self._edition)]
            self._shipped = {title: start for _, title, start in found}
            self.shipped = [[group, title] for group, title, _ in found]
        if title:
            self._replace(self._shipped[title])

    def set(self, name: str, text: str) -> None:
        """Set the number, or the list of numbers, in the field `name`; "" removes it."""
        numbers = [int(digits) for digits in re.findall(r"\d{1,9}", text)]
        others = {key: value for key, value in self.start.items() if key != name}
        is_list = isinstance(getattr(self._game.setup(), name), list)
        new = {**self.start, name: numbers if is_list else numbers[0]} if numbers else others
        self._change(new)

    def _replace(self, other: Table) -> None:
        """Replace what is painted by the marks on `other`, which get the pieces if it has none."""
        palette, start = self._palette, self.start
        pieces = {key: start[key] for key in palette.pieces if key in start}
        marks = palette.marks(other if {*pieces} & {*other} else {**pieces, **other})
        inside = [mark for mark in marks if mark.square in palette.spots(other)]
        self._change(palette.built(palette.rest(start), palette.size(other), inside))

    # From the browser --------------------------------------------------------------------------

    def _obey(self, change: object) -> None:
        """Carry out the browser's new strokes, in their order, after any text that came along."""
        self._write(change)
        for stroke in self.strokes:
            if stroke["n"] > self.answered and stroke["do"] in ACTIONS:
                with self.hold_sync():
                    try:
                        getattr(self, stroke["do"])(*stroke.get("with", ()))
                    except TeachkitError as error:
                        self.complaint = error.says
                    self.answered = stroke["n"]

    def _write(self, change: object) -> None:
        """Take the text that was typed, unless it is wrong."""
        if self.text == self._now[1]:
            return
        try:
            self._change(read(self.text, self._state), self.text)
        except TeachkitError as error:
            self._become(self.start, self.text, error.says)

    # The board ---------------------------------------------------------------------------------

    def _change(self, start: Table, text: str | None = None) -> None:
        """Paint `start` as one step to undo. Raise `BoardError` if it changes what is fixed."""
        self._check_fixed(start)
        if start == self.start and text is None:
            return
        self._past.append(self._now)
        self._future.clear()
        self._become(start, written(start) if text is None else text)

    def _become(self, start: Table, text: str, wrong: str = "") -> None:
        """Show `start` with its `text`, which is not taken if something is `wrong` with it."""
        is_new = start != self.start
        self._now = start, text, wrong
        with self.hold_sync():
            self._show()
        if is_new:
            self.on_paint(start)

    def _show(self) -> None:
        palette, (start, self.text, wrong) = self._palette, self._now
        self.can_undo, self.can_redo = bool(self._past), bool(self._future)
        self.numbers = {key: start.get(key, "") for key in NUMBERS if key in self._fields}
        try:
            self.marks, self.size = [*map(list, palette.marks(start))], [*palette.size(start)]
            state = self._state(start)
            self.canvas = board(state) | {"marks": self.marks}
            player_of(self._game, state)
            self.complaint = wrong
        except TeachkitError as error:
            self.complaint = wrong or error.says
            if not self.canvas:
                blank = palette.blank(self._edition, *(self.size or (LEAST, LEAST)))
                self.canvas = board(self._state(blank)) | {"marks": palette.marks(blank)}

    def _state(self, start: Table) -> object:
        """Return the state that `start` describes. Raise `TeachkitError` if there is none."""
        new = [key for key in start if key not in self.start]
        check_keys(new, [*self._fields, *AROUND])
        given = {key: value for key, value in start.items() if key in self._fields}
        return structure({"edition": self._edition} | given, self._game.setup).state()

    def _check_fixed(self, start: Table) -> None:
        palette = self._palette
        if self.fixed and palette.size(start) != palette.size(self.start):
            raise BoardError(say("This board keeps its size."))
        both = [[*map(list, palette.marks(start))], self.marks]
        then, now = ([mark for mark in marks if mark[0] not in self._things] for marks in both)
        if then != now:
            raise BoardError(say("This part of the board stays as it is."))

    def __repr__(self) -> str:
        return f"Easel({', '.join(f'{thing} on {where}' for thing, where, _ in self.marks)!r})"


def board(state: object) -> Data:
    """Return the picture of `state`, and the places of its squares."""
    seen = canvas(state)
    facts = {"alt": seen.alt, "ratio": round(seen.width / seen.height, 4)}
    return {"picture": picture_svg(seen), **facts, **squares_of(seen)}


@lru_cache(maxsize=512)
def tile(game: Game, edition: str, thing: Thing) -> Data:
    """Return data on `thing`, with a picture of its first detail if it can be drawn alone."""
    palette = game.palette
    blank = palette.blank(edition, SIDE, SIDE)
    spots = palette.spots(blank)
    where = spots[len(spots) // 2]
    side = "" if thing.place is Place.SQUARE else " north"
    try:
        start = palette.painted(blank, Mark(thing.name, where + side))
        seen = canvas(game.setup(**{"edition": edition} | start).state())
        x, y = seen.background.spots[where]
        top = seen.height - y - (0.5 if thing.place is Place.EDGE else 0) - WIDE / 2
        picture = picture_svg(seen, (x - WIDE / 2, top, WIDE, WIDE))
    except TeachkitError:
        picture = b""
    facts = {name: getattr(thing, name) for name in SENT}
    single = thing.single or thing.numbered
    return {**facts, "place": thing.place.value, "single": single, "picture": picture}


HEAD = "[[starts]]\n"

Check = Callable[[Table], object]
"""A function that raises `TeachkitError` if a start is impossible."""


def written(start: Table) -> str:
    """Return `start` as the lines of its table in an exercise file.

    >>> print(written({"rovers": {"red": "a1 east"}}).replace(" ", ""), end="")
    rovers={red="a1east"}
    """
    return toml_text({"starts": [start]}).partition(HEAD)[2]


def read(text: str, check: Check) -> Table:
    """Return the start that `text` describes.

    Raise `DataError`, with the number of the line, if it is not TOML or if `check` refuses it.
    """
    try:
        start: Table = tomllib.loads(HEAD + text)["starts"][-1]
    except (ValueError, RecursionError) as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) - 1 if at else len(text.rstrip().split("\n"))
        says = say("Line {line} cannot be read. Check its quotes, brackets and commas.", line=line)
        raise DataError(says) from None
    if not (says := _fault(start, check)):
        return start
    line = _line(text, start, says, check)
    raise DataError(say("Line {line}: {reason}", line=line, reason=says) if line else says)


def _fault(start: Table, check: Check, without: str = "") -> str:
    """Return the reason why `check` refuses `start`, perhaps `without` a key, or ""."""
    try:
        check({key: value for key, value in start.items() if key != without})
    except TeachkitError as error:
        return error.says
    return ""


def _line(text: str, start: Table, says: str, check: Check) -> int:
    """Return the number of the line in `text` that causes the fault `says`, or 0 if none does.

    It is in the key without which the start is possible, or at least has another fault.
    """
    others = {key: other for key in start if (other := _fault(start, check, key)) != says}
    if not others:
        return 0
    key, lines = min(others, key=lambda key: bool(others[key])), text.split("\n")
    place = rf'\s*"?{re.escape(key)}\b'
    first = next((at for at, line in enumerate(lines, 1) if re.match(place, line)), 1)
    named = [f"{quoted}{square}" for quoted, square in re.findall(r'"(.+?)"|\b([a-z]\d+)\b', says)]
    inside = enumerate(lines[first - 1 :], first)
    return next((at for at, line in inside if any(each in line for each in named)), first)


STOPS, MOST_CARDS = 2, 8  # of the programs for random boards


def random_start(game: Game, edition: str, size: tuple[int, int], seed: str) -> Table:
    """Return the table of a random start on a board of `size`.

    A machine without squares gets the usual size. Raise `BoardError` if there are no random boards
    of this size.

    >>> from teachkit.games import algoracing
    >>> sorted(random_start(algoracing.GAME, "basic", (4, 3), "1"))
    ['floor', 'rovers', 'samples', 'walls']
    """
    levels = game.levels
    edition = edition if edition in levels.editions else levels.editions[0]
    cards = frozenset(game.editions[edition].instructions)
    written = "{}x{}".format(*size) if any(size) else levels.size
    order = Order(edition, written, STOPS, MOST_CARDS, cards)
    return next(levels.draw(order, Chance(seed).pick))


def shipped_starts(game: Game, edition: str) -> Iterator[tuple[str, str, Table]]:
    """Yield a group, a title and a table for each board and each exercise of a game."""
    editions = game.opening.editions
    for name in game.opening.boards(edition if edition in editions else editions[0]):
        yield say("Boards"), name, {"board": name}
    for name, path in exercise_files().items():
        with suppress(DataError):  # a file of the learner's own, half written
            data = read_toml(path)
            starts = data.get("starts", ()) if data.get("game") == game.name else ()
            for number, start in enumerate(starts, 1):
                title = f"{name[:5]} {translate(str(data.get('title', '')))}"
                yield say("Exercises"), f"{title}, {number}" if number > 1 else title, start
