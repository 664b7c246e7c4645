"""The calculating machine of Lovelace & Babbage: where everything is, and what does not move.

In an exercise there is the engine with its register on top, the wanted numbers and a strip of
paper for the rows beside it. In a match the engine and the patrons are above, and a sheet for
each player below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from teachkit.draw.lovelace.sheets import HIGH as SHEET_HIGH
from teachkit.draw.lovelace.sheets import REGISTER as SHEET_REGISTER
from teachkit.draw.lovelace.sheets import WIDE as SHEET_WIDE
from teachkit.draw.lovelace.sheets import Form, form, written_column
from teachkit.draw.lovelace.tokens import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    PATRON,
    PLATE,
    TARGET,
    cog,
    names_of,
    patron,
    target,
    token,
)
from teachkit.draw.scene import Background, Layer, Placed, badge
from teachkit.draw.shapes import (
    INK,
    PAPER,
    Point,
    Shape,
    circle,
    line,
    lines,
    polygon,
    rectangle,
    rounded_rectangle,
    scattered,
    text,
    together,
)
from teachkit.games.lovelace.components import OWN_CELLS, ROWS, Engine
from teachkit.games.lovelace.state import State
from teachkit.words import say

IRON, SOCKET, SOCKET_EDGE = "#453a36", "#1d1714", "#6a5a50"
TAPE, RULE = "#fffdf6", "#c9b998"

EDGE, GAP = 0.3, 0.25
BORDER = 0.45  # around the cells, for letters and digits
SIDE = 3.0  # the column beside the machine of an exercise
LINE = 0.42  # a line on the strip of paper
MANY = 9  # so many lines, and the strip is as long as it can be
_PANEL = 2.55  # the least height of the part above the cells, with the register


Registers: TypeAlias = tuple[tuple[str, Point, float], ...]


@dataclass(frozen=True)
class Layout:
    """Where the parts are, `y` upward: their middles, and how large they are drawn.

    `corner` is the upper left corner of cell A1, `tape` the upper left corner of the strip of
    paper with the number of its lines, `sheets` are middles, `panel` is the height of the part
    above the cells.
    """

    width: float
    height: float
    corner: Point
    pitch: float
    rows: int
    registers: Registers
    patrons: tuple[Point, ...] = ()
    patron_size: float = 1
    tape: tuple[float, float, int] | None = None
    sheets: tuple[tuple[str, Point], ...] = ()
    panel: float = 0

    def cell(self, name: str) -> Point | None:
        """The middle of a cell; none for a player's own, which lie on the sheets."""
        if name in OWN_CELLS or ROWS.index(name[0]) >= self.rows:
            return None
        (left, top), column = self.corner, int(name[1])
        row = ROWS.index(name[0])
        return left + (column - 0.5) * self.pitch, top - (row + 0.5) * self.pitch

    def register(self, name: str) -> tuple[Point, float]:
        """The middle of a player's register, and its size."""
        return next((place, size) for player, place, size in self.registers if player == name)


@dataclass(frozen=True)
class Still:
    """All of a state that stays as it is during a run, or a round."""

    engine: Engine
    names: tuple[str, ...]
    patrons: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]
    forms: tuple[Form, ...] = ()
    title: str = ""
    lines: int = 0


def still_of(state: State) -> Still:
    """What of this state goes into the background."""
    names = tuple(player.name for player in state.players)
    patrons = tuple((each.number, each.areas, names_of(each.areas)) for each in state.patrons)
    if state.table:
        forms = tuple(Form.of(state, player) for player in state.players)
        title = say("Round {number} of {of}", number=state.round, of=state.rules.rounds)
        return Still(state.engine, names, patrons, forms, title)
    rows = max(player.plan.rows for player in state.players)
    lines = MANY if state.rules.loops else min(MANY, rows + 1)
    return Still(state.engine, names, patrons, lines=lines)


@lru_cache(maxsize=64)
def layout(still: Still) -> Layout:
    """Where everything is."""
    return _table(still) if still.forms else _alone(still)


def _alone(still: Still) -> Layout:
    """The machine of an exercise, as high as its rows need, or what is beside it."""
    rows = 1 + max((ROWS.index(cell[0]) for cell, _ in still.engine.components), default=0)
    room, lines = _room_for_patrons(still), still.lines * LINE + 0.3
    beside = room + GAP + lines if room else lines
    high = max(_PANEL + rows + 2 * BORDER, beside)
    room = min(high - lines - GAP, 3.2) if len(still.patrons) > 2 else room
    panel, wide = high - rows - 2 * BORDER, 4 + 2 * BORDER
    top, left = high + EDGE, EDGE + wide + GAP
    spots, size = _fitted(still, left, top, SIDE, room)
    tape = top - room - GAP if room else top
    count = still.lines if still.lines < MANY else int((tape - EDGE - 0.3) / LINE)
    return Layout(
        left + SIDE + EDGE, high + 2 * EDGE, (EDGE + BORDER, top - panel - BORDER), 1.0, rows,
        _in_a_row(still.names, EDGE, top - panel / 2, wide), spots, size, (left, tape, count),
        panel=panel,
    )  # fmt: skip


def _in_a_row(names: tuple[str, ...], left: float, y: float, wide: float) -> Registers:
    """Registers side by side in the panel."""
    count = len(names)
    size = min(1.06, (wide - 0.2) / count / PLATE[0] - 0.02)
    return tuple(
        (name, (left + wide * (place + 0.5) / count, y), size) for place, name in enumerate(names)
    )


def _room_for_patrons(still: Still) -> float:
    """How high the part with the patrons must be."""
    count = len(still.patrons)
    if not count:
        return 0
    if any(areas for _, areas, _ in still.patrons):
        return 1.6 if count < 3 else 2.4 if count < 7 else 3.0
    return 1.3 if count < 4 else 2.2


def _table(still: Still) -> Layout:
    """The table of a match: engine and patrons, then two sheets in a row."""
    pitch, players = 0.86, len(still.names)
    engine = 4 * pitch + 2 * BORDER
    width = 2 * EDGE + 2 * SHEET_WIDE + GAP
    sheet_rows = (players + 1) // 2
    upper = 5 * pitch + 2 * BORDER
    height = 2 * EDGE + upper + sheet_rows * (SHEET_HIGH + GAP)
    top, left = height - EDGE, EDGE + engine + GAP
    spots, size = _fitted(still, left, top - 0.8, width - left - EDGE, upper - 0.8)
    sheets = tuple(
        (name, (EDGE + (place % 2) * (SHEET_WIDE + GAP) + SHEET_WIDE / 2,
                top - upper - GAP - (place // 2) * (SHEET_HIGH + GAP) - SHEET_HIGH / 2))
        for place, name in enumerate(still.names)
    )  # fmt: skip
    across, up, register = SHEET_REGISTER
    registers = tuple((name, (x - SHEET_WIDE / 2 + across, y + SHEET_HIGH / 2 + up), register)
                      for name, (x, y) in sheets)  # fmt: skip
    return Layout(width, height, (EDGE + BORDER, top - BORDER), pitch, 5, registers,
                  spots, size, None, sheets)  # fmt: skip


def _fitted(
    still: Still, left: float, top: float, wide: float, high: float
) -> tuple[tuple[Point, ...], float]:
    """Places for the patrons in a box, as large as they can be in equal rows."""
    count = len(still.patrons)
    if not count:
        return (), 1
    has_areas = any(areas for _, areas, _ in still.patrons)
    across, up = ((side + 0.12) for side in (PATRON if has_areas else TARGET))
    sizes = {
        columns: min(wide / (columns * across), high / (-(-count // columns) * up), 1.35)
        for columns in range(1, count + 1)
    }
    columns = max(sizes, key=lambda number: (sizes[number], -number))
    size, rows = sizes[columns], -(-count // columns)
    across, up = across * size, up * size
    middle, begin = left + wide / 2, top - (high - rows * up) / 2
    spots = []
    for place in range(count):
        row = place // columns
        inside = min(columns, count - row * columns)
        x = middle + (place % columns - (inside - 1) / 2) * across
        spots.append((x, begin - (row + 0.5) * up))
    return tuple(spots), size


# What does not move ----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def background(still: Still) -> Background:
    """The machine with its components, the cards and the paper, without anything that changes."""
    plan = layout(still)
    parts = [Placed(_machine(plan))]
    if still.title:
        left = plan.corner[0] + 4 * plan.pitch + BORDER + GAP
        x, y = (left + plan.width - EDGE) / 2, plan.height - EDGE - 0.35
        parts.append(Placed(Layer([Shape(text(still.title, x, y, 0.34), INK)])))
    for cell, each in still.engine.components:
        if place := plan.cell(cell):
            parts.append(Placed(token(each, 0.94 * plan.pitch), *place))
    for place, (number, areas, words) in zip(plan.patrons, still.patrons, strict=True):
        card = (patron(number, areas, words, plan.patron_size) if areas
                else target(number, plan.patron_size))  # fmt: skip
        parts.append(Placed(card, *place))
    for each_form, (_, place) in zip(still.forms, plan.sheets, strict=True):
        parts += _paper(each_form, place)
    return Background(plan.width, plan.height, tuple(parts))


def _paper(each: Form, middle: Point) -> Iterator[Placed]:
    yield Placed(form(each._replace(columns=())), *middle)
    for column in each.columns:
        yield Placed(written_column(column), *middle)


@lru_cache(maxsize=32)
def _machine(plan: Layout) -> Layer:
    """The casing with its sockets, and the paper around it."""
    left, top = plan.corner
    wide, high = 4 * plan.pitch + 2 * BORDER, plan.rows * plan.pitch + 2 * BORDER
    panel = plan.panel
    casing = (left - BORDER, top + BORDER - high, wide, high + panel)
    return Layer(
        [
            Shape(rectangle(0, 0, plan.width, plan.height), PAPER),
            Shape(rounded_rectangle(*casing, 0.22), IRON, INK, 0.05),
            Shape(rounded_rectangle(casing[0] + 0.08, casing[1] + 0.08, wide - 0.16,
                                    high + panel - 0.16, 0.16), line=BRASS, width=0.035),
            *(_panel(plan, wide) if panel else ()),
            *_sockets(plan),
            *(_tape(*plan.tape) if plan.tape else ()),
        ]
    )  # fmt: skip


def _panel(plan: Layout, wide: float) -> Iterator[Shape]:
    """Wheels beside the register, and a brass rail with rivets between it and the engine."""
    left, y = plan.corner[0], plan.corner[1] + BORDER
    start, middle = left - BORDER + 0.08, y + plan.panel / 2
    rivets = [(start + 0.25 + place * (wide - 0.66) / 8, y) for place in range(9)]
    for x in (start + 0.45, start + wide - 0.61) if len(plan.registers) == 1 else ():
        yield Shape(cog(x, middle + 0.42, 0.36, 12), BRASS_DARK, INK, 0.03)
        yield Shape(cog(x, middle - 0.3, 0.42, 14), BRASS_DARK, INK, 0.03)
        hubs = [circle(x, middle + 0.42, 0.1), circle(x, middle - 0.3, 0.12)]
        yield Shape(together(hubs), IRON, INK, 0.03)
    yield Shape(rectangle(start, y - 0.07, wide - 0.16, 0.14), BRASS)
    yield Shape(lines([((start, y - 0.07), (start + wide - 0.16, y - 0.07))]),
                line=BRASS_DARK, width=0.03)  # fmt: skip
    yield Shape(scattered(circle(0, 0, 0.035), rivets), BRASS_LIGHT, BRASS_DARK, 0.014)


def _sockets(plan: Layout) -> Iterator[Shape]:
    """A dark socket in every cell, and the names of rows and columns around them."""
    (left, top), pitch, letters = plan.corner, plan.pitch, []
    middles = [(left + (column + 0.5) * pitch, top - (row + 0.5) * pitch)
               for row in range(plan.rows) for column in range(4)]  # fmt: skip
    side = 0.94 * pitch
    socket = rounded_rectangle(-side / 2, -side / 2, side, side, 0.14 * pitch)
    yield Shape(scattered(socket, middles), SOCKET, SOCKET_EDGE, 0.02)
    yield Shape(scattered(circle(0, 0, 0.1 * pitch), middles), line=SOCKET_EDGE, width=0.03)
    bottom, right = top - plan.rows * pitch, left + 4 * pitch
    far = BORDER / 2 - 0.035
    for row in range(plan.rows):
        y = top - (row + 0.5) * pitch
        letters.append(scattered(text(ROWS[row], 0, y, 0.2), [(left - far, 0), (right + far, 0)]))
    for column in range(4):
        x = left + (column + 0.5) * pitch
        digit = text(str(column + 1), x, 0, 0.2)
        letters.append(scattered(digit, [(0, top + far), (0, bottom - far)]))
    yield Shape(together(letters), BRASS_LIGHT)


def _tape(left: float, top: float, count: int) -> Iterator[Shape]:
    """The strip of paper for the rows, ruled, torn off below, out of a brass slot."""
    bottom = top - count * LINE - 0.1
    right, teeth = left + SIDE - 0.1, 18
    torn = [(right - (SIDE - 0.2) * place / teeth, bottom - 0.06 * (place % 2))
            for place in range(teeth + 1)]  # fmt: skip
    paper = polygon((left + 0.1, top - 0.05), (right, top - 0.05), *torn)
    yield Shape(paper, TAPE, INK, 0.03)
    rules = [((left + 0.22, top - 0.12 - row * LINE), (right - 0.12, top - 0.12 - row * LINE))
             for row in range(1, count)]  # fmt: skip
    yield Shape(lines(rules), line=RULE, width=0.02)
    yield Shape(rounded_rectangle(left, top - 0.12, SIDE, 0.2, 0.08), BRASS, INK, 0.035)
    yield Shape(line((left + 0.12, top - 0.06), (left + SIDE - 0.12, top - 0.06)), line=INK,
                width=0.035)  # fmt: skip


@lru_cache(maxsize=256)
def printed_row(number: int, cell: str, symbol: str) -> Layer:
    """A row on the strip, without its value."""
    left = -SIDE / 2
    words = [text(str(number), left + 0.56, 0, 0.2, align=1)]
    words += [text(cell, left + 0.75, 0, 0.2, align=0), text(symbol, left + 1.3, 0, 0.2, align=0)]
    return Layer([Shape(together(words), INK)])


@lru_cache(maxsize=128)
def printed_value(value: str) -> Layer:
    """The value of a row on the strip; a badge for a row that did nothing."""
    if value:
        return Layer([Shape(text(value, SIDE / 2 - 0.35, 0, 0.24, align=1), INK)])
    return Layer(badge(SIDE / 2 - 0.56, 0, 0.15))
