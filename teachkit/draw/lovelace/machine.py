"""The layout of a picture of Lovelace & Babbage, and its background with the calculating machine.

In an exercise, the register is above the engine, and the targets and a strip of paper for printed
lines are beside the engine. In a match, the engine and the patrons are above the players' sheets.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import numpy as np

import teachkit.draw.lovelace.cards as cards
from teachkit.draw import paths
from teachkit.draw.lovelace.cards import SPRITES
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Piece, Placed
from teachkit.draw.shapes import INK, Shape, moved
from teachkit.games.lovelace.components import CELLS, OWN_CELLS, ROWS, Component, Engine
from teachkit.games.lovelace.editions import AREAS, Rules
from teachkit.games.lovelace.state import State
from teachkit.words import say, translate

PLATE, PATRON, TARGET = (2.7, 2.0), (1.62, 1.62), (1.16, 1.2)
"""The width and height of a register's plate, a patron's card, and a target."""

EDGE, GAP = 0.3, 0.25
BORDER = 0.45  # the width of the border with letters and digits around the cells
SIDE = 3.0  # the width of the column beside the machine in an exercise
LINE = 0.42  # the height of a line on the strip of paper
MANY = 9  # a strip with at least this number of lines is as long as the picture allows
_PANEL = 2.55  # the minimum height of the part above the cells, with the register


@dataclass(frozen=True, eq=False)
class Layout:
    """The positions and sizes of the parts of a picture. The y axis points up.

    `corner` is the upper left corner of cell A1, `pitch` is the size of a cell, and `rows` is the
    number of rows of cells. `registers` holds the middle and the size of each player's register,
    and `sheets` holds the middle of each player's sheet. `patrons` holds the middles of the
    patrons' cards, and `patron_size` is their scale. `tape` holds the upper left corner of the
    strip of paper and its number of lines. `panel` is the height of the part above the cells.
    """

    width: float
    height: float
    corner: Point
    pitch: float
    rows: int
    registers: Mapping[str, tuple[float, float, float]]
    patrons: Sequence[Point] = ()
    patron_size: float = 1
    tape: tuple[float, float, int] | None = None
    sheets: Mapping[str, Point] = field(default_factory=dict)
    panel: float = 0

    def cell(self, name: str) -> Point | None:
        """Return the middle of the cell `name`, or `None` if that cell is not on the machine."""
        if name in OWN_CELLS or ROWS.index(name[0]) >= self.rows:
            return None
        (left, top), row, column = self.corner, ROWS.index(name[0]), int(name[1])
        return left + (column - 0.5) * self.pitch, top - (row + 0.5) * self.pitch


@dataclass(frozen=True)
class Still:
    """The parts of a state that do not change during a run, or during a round of a match.

    Each of the `patrons` has a number and areas of influence, and `words` holds the names of all
    areas. `lines` is the number of lines on the strip of paper in an exercise, and `rows` is the
    least number of rows of cells. In a match, `round` is the number of the round.
    """

    rules: Rules
    engine: Engine
    names: tuple[str, ...]
    patrons: tuple[tuple[int, tuple[str, ...]], ...]
    words: tuple[str, ...]
    lines: int = 0
    round: int = 0
    rows: int = 1

    @property
    def has_areas(self) -> bool:
        return any(areas for _, areas in self.patrons)


def still_of(state: State) -> Still:
    """Return the parts of a state that the background shows."""
    rules, players = state.rules, state.players
    names, words = tuple(player.name for player in players), tuple(map(translate, AREAS))
    patrons = tuple((each.number, each.areas) for each in state.patrons)
    if not state.table:
        rows = max(player.plan.rows for player in players)
        lines = MANY if rules.loops else min(MANY, rows + 1)
        return Still(rules, state.engine, names, patrons, words, lines)
    return Still(rules, state.engine, names, patrons, words, 0, state.round)


@lru_cache(maxsize=64)
def layout(still: Still) -> Layout:
    """Return the layout for the picture of a match or of an exercise."""
    return _table(still) if still.round else _alone(still)


def _alone(still: Still) -> Layout:
    """Return the layout of an exercise, tall enough for the machine and the column next to it."""
    used = (1 + ROWS.index(cell[0]) for cell, _ in still.engine.components)
    rows = max([still.rows, *used])
    room, lines = _room_for_patrons(still), still.lines * LINE + 0.3
    high = max(_PANEL + rows + 2 * BORDER, room + GAP + lines if room else lines)
    if len(still.patrons) > 2:
        room = min(high - lines - GAP, 3.2)
    panel, wide = high - rows - 2 * BORDER, 4 + 2 * BORDER
    top, left = high + EDGE, EDGE + wide + GAP
    spots, size = _fitted(still, left, top, SIDE, room)
    tape = top - room - GAP if room else top
    count = still.lines if still.lines < MANY else int((tape - EDGE - 0.3) / LINE)
    corner, seat = (EDGE + BORDER, top - panel - BORDER), wide / len(still.names)
    register = min(1.06, (seat - 0.2 / len(still.names)) / PLATE[0] - 0.02)
    registers = {
        name: (EDGE + seat * (place + 0.5), top - panel / 2, register)
        for place, name in enumerate(still.names)
    }
    width, strip = left + SIDE + EDGE, (left, tape, count)
    return Layout(
        width, top + EDGE, corner, 1, rows, registers, spots, size, tape=strip, panel=panel
    )


def _room_for_patrons(still: Still) -> float:
    """Return the minimum height that the patrons' cards need."""
    count = len(still.patrons)
    if not count:
        return 0
    if still.has_areas:
        return 1.6 if count < 3 else 2.4 if count < 7 else 3.0
    return 1.3 if count < 4 else 2.2


def _table(still: Still) -> Layout:
    """Return the layout of a match: engine and patrons above two columns of sheets."""
    pitch, sheet_rows = 0.86, math.ceil(len(still.names) / 2)
    width, upper = 2 * EDGE + 2 * cards.WIDE + GAP, 5 * pitch + 2 * BORDER
    top = EDGE + upper + sheet_rows * (cards.HIGH + GAP)
    left = EDGE + 4 * pitch + 2 * BORDER + GAP
    spots, size = _fitted(still, left, top - 0.8, width - left - EDGE, upper - 0.8)
    sheets = dict[str, Point]()
    for place, name in enumerate(still.names):
        x = EDGE + (place % 2) * (cards.WIDE + GAP) + cards.WIDE / 2
        sheets[name] = x, top - upper - (place // 2 + 1) * (cards.HIGH + GAP) + cards.HIGH / 2
    across, up, register = cards.REGISTER
    registers = {name: (x + across, y + up, register) for name, (x, y) in sheets.items()}
    corner = EDGE + BORDER, top - BORDER
    return Layout(width, top + EDGE, corner, pitch, 5, registers, spots, size, sheets=sheets)


def _fitted(
    still: Still, left: float, top: float, wide: float, high: float
) -> tuple[Sequence[Point], float]:
    """Return the centres of the patrons' cards in a box, and the largest scale at which they fit.

    The upper left corner of the box is `left`, `top`; its size is `wide` by `high`.
    """
    count = len(still.patrons)
    across, up = ((side + 0.12) for side in (PATRON if still.has_areas else TARGET))
    sizes = {
        columns: min(wide / (columns * across), high / (math.ceil(count / columns) * up), 1.35)
        for columns in range(1, count + 1)
    }
    columns = max(sizes, key=lambda number: (sizes[number], -number), default=1)
    size, rows = sizes.get(columns, 1), math.ceil(count / columns)
    spots = []
    for place in range(count):
        row, column = divmod(place, columns)
        inside = min(columns, count - row * columns)
        x = left + wide / 2 + (column - (inside - 1) / 2) * across * size
        spots.append((x, top - high / 2 + (rows / 2 - row - 0.5) * up * size))
    return spots, size


# The background --------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def background(still: Still) -> Background:
    """Return the background: the machine with its components, the patrons' cards, and the paper."""
    plan = layout(still)
    (left, top), parts = plan.corner, [Placed(_machine(plan))]
    if plan.panel:
        parts.append(Placed(SPRITES.layer("rail"), left + 2, top + BORDER))
    if plan.tape:
        parts.append(Placed(SPRITES.layer("slot"), plan.tape[0] + SIDE / 2, plan.tape[1] - 0.02))
    if not still.round:
        parts += [piece.placed for piece in changing(still)]
    spots = {cell: place for cell in CELLS if (place := plan.cell(cell))}
    return Background(plan.width, plan.height, tuple(parts), spots=spots)


def changing(still: Still) -> Iterator[Piece]:
    """Yield the pieces that change from round to round in a match: title, components, patrons."""
    plan = layout(still)
    if still.round:
        title = say("Round {number} of {of}", number=still.round, of=still.rules.rounds)
        middle = (plan.corner[0] + 4 * plan.pitch + BORDER + GAP + plan.width - EDGE) / 2
        layer = Layer([Shape(paths.text(title, 0, 0, 0.34), INK)])
        yield Piece(title, title, layer, 5, middle, plan.height - EDGE - 0.35)
    for cell, each in still.engine.components:
        if place := plan.cell(cell):
            side = 0.94 * plan.pitch
            yield Piece(f"{cell} {each}", "", _token(each, side), side, *place)
    called = dict(zip(AREAS, still.words, strict=True))
    for place, (number, areas) in zip(plan.patrons, still.patrons, strict=True):
        words, size = tuple(called[area] for area in areas), plan.patron_size
        layer, name = cards.patron(number, areas, words, size), " ".join(areas)
        yield Piece(f"patron {number:02} {name}", "", layer, PATRON[0] * size + 0.1, *place)


@cache
def _token(each: Component, size: float) -> Layer:
    return Layer(moved(cards.component(each), 0, 0, size))


def _machine(plan: Layout) -> Layer:
    """Return the picture of the casing with its sockets, in front of the background colour."""
    left, top = plan.corner[0] - BORDER, plan.corner[1] + BORDER
    wide, high = 4 * plan.pitch + 2 * BORDER, plan.rows * plan.pitch + 2 * BORDER
    bottom, tall = top - high, high + plan.panel
    has_wheels = plan.panel and len(plan.registers) == 1
    casing = paths.rounded_rectangle(left, bottom, wide, tall, 0.22)
    trim = paths.rounded_rectangle(left + 0.08, bottom + 0.08, wide - 0.16, tall - 0.16, 0.16)
    shapes = [
        *_workshop(plan),
        SPRITES.shape(paths.shaded_sides(left, bottom, wide, tall, 0.08), "cast"),
        SPRITES.shape(casing, "iron"),
        SPRITES.shape(trim, "trim"),
        *(_wheels(left + wide / 2, top + plan.panel / 2) if has_wheels else ()),
        *_sockets(plan),
        *(_tape(*plan.tape) if plan.tape else ()),
    ]
    return Layer(shapes)


def _workshop(plan: Layout) -> Iterator[Shape]:
    """Yield the shapes of a panelled wall in lamplight, and of a bench on which everything is."""
    wide, high, deep = plan.width, plan.height, EDGE + 0.22
    if plan.sheets:  # the bench is seen from above, with the sheets on it
        deep = max(y for _, y in plan.sheets.values()) + cards.HIGH / 2 + GAP / 2
    yield SPRITES.shape(paths.rectangle(-1, -1, wide + 2, high + 2), "wall")
    for radius, material in (3.9, "glow-1"), (2.6, "glow-2"):
        yield SPRITES.shape(paths.circle(wide - SIDE / 2, high, radius), material)
    panels = [paths.rectangle(x, deep + 0.12, 0.9, 0.5) for x in np.arange(0.05, wide, 1.05)]
    yield SPRITES.shape(paths.together(panels), "panel")
    yield SPRITES.shape(paths.rectangle(-1, -1, wide + 2, deep + 1), "bench")
    heights = [deep - 0.3 - 0.42 * place for place in range(int(deep / 0.42))]
    yield SPRITES.shape(paths.lines([((0, y), (wide, y)) for y in heights]), "plank")
    yield SPRITES.shape(paths.rectangle(-1, deep - 0.07, wide + 2, 0.1), "bench-edge")


def _wheels(x: float, y: float) -> Iterator[Shape]:
    """Yield the shapes of the wheels on both sides of a register whose middle is `x`, `y`."""
    for side in (x - 1.92, x + 1.92):
        for up, radius, teeth, hub in (0.42, 0.36, 12, 0.1), (-0.3, 0.42, 14, 0.12):
            yield SPRITES.shape(cards.cog(side, y + up, radius, teeth), "wheel")
            yield SPRITES.shape(paths.circle(side, y + up, hub), "hub")


def _sockets(plan: Layout) -> Iterator[Shape]:
    """Yield a dark socket in every cell, and the names of the rows and columns around the cells."""
    (left, top), pitch = plan.corner, plan.pitch
    columns = {str(column + 1): left + (column + 0.5) * pitch for column in range(4)}
    rows = {ROWS[row]: top - (row + 0.5) * pitch for row in range(plan.rows)}
    middles = [(x, y) for y in rows.values() for x in columns.values()]
    side, far = 0.94 * pitch, BORDER / 2 - 0.035
    socket = paths.rounded_rectangle(-side / 2, -side / 2, side, side, 0.14 * pitch)
    yield SPRITES.shape(paths.scattered(socket, middles), "socket")
    yield SPRITES.shape(paths.scattered(paths.circle(0, 0, 0.1 * pitch), middles), "pin")
    sides = [(left - far, 0.0), (left + 4 * pitch + far, 0.0)]
    ends = [(0.0, top + far), (0.0, top - plan.rows * pitch - far)]
    letters = [paths.scattered(paths.text(row, 0, y, 0.2), sides) for row, y in rows.items()]
    digits = [paths.scattered(paths.text(each, x, 0, 0.2), ends) for each, x in columns.items()]
    yield SPRITES.shape(paths.together([*letters, *digits]), "engraved")


def _tape(left: float, top: float, count: int) -> Iterator[Shape]:
    """Yield the shapes of a ruled strip of paper for printed lines, torn off at the bottom."""
    right, bottom, teeth = left + SIDE - 0.1, top - count * LINE - 0.1, 18
    torn = [
        (right - (SIDE - 0.2) * place / teeth, bottom - 0.06 * (place % 2))
        for place in range(teeth + 1)
    ]
    sheet = paths.polygon((left + 0.1, top - 0.05), (right, top - 0.05), *torn)
    box = left + 0.1, bottom, SIDE - 0.2, top - bottom
    yield SPRITES.shape(paths.shaded_sides(*box, 0.05), "cast")
    yield SPRITES.shape(sheet, "tape")
    heights = [top - 0.12 - row * LINE for row in range(1, count)]
    rules = paths.lines([((left + 0.22, y), (right - 0.12, y)) for y in heights])
    yield SPRITES.shape(rules, "ruled")
