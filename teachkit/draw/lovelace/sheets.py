"""A player's sheet in a match: the register, a column for each round, and what is ticked.

Lengths are counted from the upper left corner of the sheet; its layers lie around its middle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from matplotlib.path import Path

from teachkit.draw.lovelace.tokens import (
    CARD,
    DONE,
    PATRON_WORD,
    area_sign,
    component,
    names_of,
    punched,
    seal_shapes,
)
from teachkit.draw.scene import Layer
from teachkit.draw.shapes import (
    ATTENTION,
    INK,
    WHITE,
    Point,
    Shape,
    circle,
    line,
    lines,
    moved,
    polygon,
    rectangle,
    rounded_rectangle,
    scattered,
    text,
    together,
    width_of,
)
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.components import TOKEN_ROWS, Component, Engine, part
from teachkit.games.lovelace.editions import AREAS
from teachkit.games.lovelace.instructions import card
from teachkit.games.lovelace.pieces import Column, Player
from teachkit.games.lovelace.reasons import called
from teachkit.games.lovelace.state import State

WIDE, HIGH = 6.1, 3.68
REGISTER = (0.95, -1.12, 0.55)
MARKER = (1.68, -0.31)

RULE, SHADE = "#b9a988", "#f3e8cf"
_COLUMN, _FIRST = 1.02, 1.93  # how wide a column is, and where the first begins
_ROW, _START, _ROWS = 0.26, -0.48, 7
_BOX, _PITCH = 0.14, 0.175
_TRACKS, _AREAS, _AREA = -2.83, -3.3, 1.18


def _around_the_middle(shapes: Sequence[Shape]) -> Layer:
    return Layer(moved(shapes, -WIDE / 2, HIGH / 2))


class Entry(NamedTuple):
    """A row of a column: the cell with its operator, and the value, once it is announced."""

    row: str
    value: str


class Written(NamedTuple):
    """A column as it is written: which round's, its start value, its rows."""

    round: int
    start: str
    entries: tuple[Entry, ...]

    @classmethod
    @lru_cache(maxsize=128)
    def of(cls, number: int, column: Column, engine: Engine) -> Written:
        """A column of this round, with the operators that its components have."""
        values = [f"{value:02}" for value in column.values]
        values += [""] * (len(column.rows) - len(values))
        rows = [sign_of(row.name, engine.in_cells.get(part(row.name).cell)) for row in column.rows]
        entries = tuple(map(Entry, rows, values))
        return cls(number, f"{column.start:02}", entries)

    def __str__(self) -> str:
        entries = (" ".join(filter(None, entry)) for entry in self.entries)
        return "; ".join([f"{self.round}: {self.start}", *entries])


def sign_of(name: str, each: Component | None) -> str:
    """A row in short: `B2+`, `B4⇄`; the number is on the component."""
    symbol = card(name, each).symbol
    return part(name).cell + (symbol[0] if symbol else "")


class Form(NamedTuple):
    """What is printed on a sheet, or was written in rounds before this one."""

    name: str
    called: str
    rounds: int
    debugs: int
    words: tuple[str, ...]
    columns: tuple[Written, ...] = ()

    @classmethod
    def of(cls, state: State, player: Player) -> Form:
        """The sheet of this player in this round."""
        words, rules = names_of(AREAS), state.rules
        return cls(player.name, called(player.name), rules.rounds, rules.debug_boxes, words,
                   tuple(columns_of(state, player)[: state.round - 1]))  # fmt: skip


def columns_of(state: State, player: Player) -> list[Written]:
    """All columns of this player so far."""
    columns = player.sheet.columns
    return [Written.of(number, each, state.engine) for number, each in enumerate(columns, 1)]


# The printed sheet -----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def form(each: Form) -> Layer:
    """The empty sheet."""
    height = min(0.19, 0.19 * 0.92 / width_of(each.called, 0.19))
    words = [text(each.called, 0.53, -0.31, height, align=0)]
    words += [text(str(number + 1), _FIRST + (number + 0.5) * _COLUMN, -0.19, 0.15)
              for number in range(each.rounds)]  # fmt: skip
    words += [text(label, x, _TRACKS, 0.17) for label, x, _ in tracks(each.debugs) if label]
    words += [text(word, _area_left(place) + 0.37, _AREAS + 0.12, PATRON_WORD, align=0)
              for place, word in enumerate(each.words)]  # fmt: skip
    return _around_the_middle(
        [
            Shape(rounded_rectangle(0, -HIGH, WIDE, HIGH, 0.14), CARD, INK, 0.035),
            *_ruling(each.rounds),
            *moved(seal_shapes(each.name), 0.3, -0.31, 0.18),
            Shape(_boxes(each), WHITE, INK, 0.018),
            *_signs(each.debugs),
            Shape(together(words), INK),
        ]
    )


def _ruling(rounds: int) -> Iterator[Shape]:
    """Columns and rows, and the band with the start values."""
    right = _FIRST + rounds * _COLUMN
    yield Shape(rectangle(_FIRST, _START - 0.14, right - _FIRST, 0.28), SHADE)
    *rows, bottom = [_START - (row + 0.5) * _ROW for row in range(_ROWS + 1)]
    rules = [((_FIRST, y), (right, y)) for y in (*rows, bottom)]
    columns = (_FIRST + number * _COLUMN for number in range(rounds + 1))
    rules += [((x, -0.1), (x, bottom)) for x in columns]
    rules += [((0.14, y), (WIDE - 0.14, y)) for y in (_TRACKS + 0.22, _TRACKS - 0.19)]
    yield Shape(lines(rules), line=RULE, width=0.02)


def tracks(debugs: int) -> Iterator[tuple[str, float, int]]:
    """The tracks with their labels, where these are, and how many boxes follow."""
    printed = sheet()
    counts = [("", len(printed.subroutines))]
    counts += [(row, len(printed.bonuses[row])) for row in TOKEN_ROWS]
    counts += [("", debugs), ("Σ", 0)]
    x = 0.3
    for label, count in counts:
        yield label, x, count
        x += 0.38 + count * _PITCH


def track(place: int, debugs: int) -> tuple[float, float, float]:
    """Return where the middle of a track is, seen from that of the sheet, and its width."""
    _, x, count = list(tracks(debugs))[place]
    wide = 0.36 + count * _PITCH
    return x - 0.15 + (wide - WIDE) / 2, _TRACKS + HIGH / 2, wide


def _boxes(each: Form) -> Path:
    """The boxes of all tracks, and for each area one in every round."""
    spots = [spot for _, x, count in tracks(each.debugs) for spot in _track_spots(x, count)]
    for place in range(len(AREAS)):
        spots += [_area_spot(place, number) for number in range(1, each.rounds + 1)]
    half = _BOX / 2
    return scattered(rectangle(-half, -half, _BOX, _BOX), spots)


def _track_spots(x: float, count: int) -> list[Point]:
    return [(x + 0.24 + place * _PITCH, _TRACKS) for place in range(count)]


def _area_left(place: int) -> float:
    return 0.14 + place * _AREA


def _area_spot(place: int, number: int) -> Point:
    return _area_left(place) + 0.44 + (number - 1) * _PITCH, _AREAS - 0.1


def _signs(debugs: int) -> Iterator[Shape]:
    """The signs of tracks without a letter, and of the areas."""
    (_, subroutines, _), *_, (_, bug, _), _ = tracks(debugs)
    left = subroutines - 0.12
    holes = [(left + 0.07, _TRACKS), (left + 0.17, _TRACKS)]
    yield Shape(rounded_rectangle(left, _TRACKS - 0.08, 0.24, 0.16, 0.03), WHITE, INK, 0.025)
    yield Shape(scattered(circle(0, 0, 0.025), holes), INK)
    legs = [((bug - 0.11, _TRACKS + up), (bug + 0.11, _TRACKS + up)) for up in (-0.07, 0, 0.07)]
    yield Shape(lines(legs), line=INK, width=0.025)
    yield Shape(together([circle(bug, _TRACKS - 0.01, 0.075), circle(bug, _TRACKS + 0.08, 0.045)]),
                INK)  # fmt: skip
    for place, area in enumerate(AREAS):
        yield from moved(area_sign(area), _area_left(place) + 0.17, _AREAS + 0.01, 0.31)


# What is written and ticked --------------------------------------------------------------------


@lru_cache(maxsize=128)
def written_column(column: Written) -> Layer:
    """The start value of a round, and its rows."""
    left = _FIRST + (column.round - 1) * _COLUMN
    pitch = _ROW * min(1, _ROWS / max(1, len(column.entries)))
    words = [text(column.start, left + _COLUMN - 0.07, _START, 0.17, align=1)]
    for row, (sign, value) in enumerate(column.entries, 1):
        y = _START - row * pitch
        words.append(text(sign, left + 0.07, y, 0.145, align=0))
        if value:
            words.append(text(value, left + _COLUMN - 0.07, y, 0.165, align=1))
    return _around_the_middle([Shape(together(words), INK)])


class Ticks(NamedTuple):
    """Everything ticked on a sheet; `areas` are pairs of a round and an area."""

    tracks: tuple[int, ...]
    sigmas: int
    areas: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, player: Player) -> Ticks:
        ticked = player.sheet
        tracks = (ticked.track, *ticked.bonuses, ticked.debugs)
        return cls(tracks, ticked.sigmas, tuple(sorted(ticked.areas)))

    def __str__(self) -> str:
        areas = " ".join(f"{number}{area}" for number, area in self.areas)
        return f"{self.tracks} Σ{self.sigmas} {areas}"


@lru_cache(maxsize=128)
def ticks(each: Ticks, debugs: int) -> Layer:
    """The ticks, the number of failed experiments, and of areas that were won twice."""
    *boxes, (_, sigma, _) = tracks(debugs)
    spots = [
        spot
        for (_, x, count), number in zip(boxes, each.tracks, strict=True)
        for spot in _track_spots(x, count)[:number]
    ]
    words = [text(str(each.sigmas), sigma + 0.22, _TRACKS, 0.17)]
    for (number, area), count in Counter(each.areas).items():
        x, y = _area_spot(AREAS.index(area), number)
        if count == 1:
            spots.append((x, y))
        else:
            words.append(text(str(count), x, y, 0.11))
    tick = line((-0.06, 0), (-0.015, -0.05), (0.07, 0.07))
    shapes = [Shape(together(words), INK)]
    if spots:
        shapes.append(Shape(scattered(tick, spots), line=DONE, width=0.045))
    return _around_the_middle(shapes)


class Cards(NamedTuple):
    """The subroutines that matter in a round, and what they have changed."""

    targets: tuple[str, ...]
    ready: tuple[str, ...]
    active: tuple[str, ...]
    own: tuple[Component, ...]
    jammed: tuple[str, ...]

    @classmethod
    def of(cls, player: Player) -> Cards:
        plan = player.plan
        targets, ready, active = (
            tuple("??" if number is None else f"{number:02}" for number in numbers)
            for numbers in (plan.targets, player.ready, plan.active)
        )
        return cls(targets, ready, active, plan.own, tuple(sorted(plan.jammed)))

    def __str__(self) -> str:
        own = tuple(map(str, self.own))
        groups = (self.targets, self.ready, self.active, own, self.jammed)
        return "cards " + " | ".join(map(" ".join, groups))


@lru_cache(maxsize=128)
def cards(each: Cards) -> Layer:
    """Punched cards with a sign before them: aimed at, completed, at work; then components."""
    x, y, shapes = 0.14, -1.88, list[Shape]()
    for width, part_of_it in _in_a_row(each):
        if x + width > _FIRST - 0.05:
            x, y = 0.14, y - 0.29
        shapes += moved(part_of_it, x + width / 2, y)
        x += width
    return _around_the_middle(shapes)


def _in_a_row(each: Cards) -> Iterator[tuple[float, list[Shape]]]:
    """What is shown one after another, each around its middle, and how wide it is."""
    for sign, numbers in ((_AIM, each.targets), (_TICK, each.ready), (_AT_WORK, each.active)):
        for place, number in enumerate(numbers):
            if place:
                yield 0.54, moved(punched(number), 0, 0, 0.5)
            else:
                yield 0.84, [*moved(sign, -0.28, 0), *moved(punched(number), 0.15, 0, 0.5)]
    for own in each.own:
        yield 0.36, moved(component(own), 0, 0, 0.31)
    for cell in each.jammed:
        yield 0.5, [*moved(_JAM, -0.13, 0), Shape(text(cell, 0.1, 0, 0.15), INK)]


@cache
def aim(number: str, is_done: bool, is_small: bool) -> Layer:
    """A subroutine of an exercise: aimed at, or completed."""
    sign = _TICK if is_done else _AIM
    if is_small:
        plate = Shape(rounded_rectangle(-0.45, -0.16, 0.9, 0.32, 0.08), CARD, INK, 0.03)
        return Layer([plate, *moved(sign, -0.28, 0), *moved(punched(number), 0.13, 0, 0.5)])
    plate = Shape(rounded_rectangle(-0.43, -0.44, 0.86, 0.88, 0.1), CARD, INK, 0.03)
    return Layer([plate, *moved(sign, 0, 0.26), *moved(punched(number), 0, -0.12, 0.75)])


_AIM = [Shape(circle(0, 0, 0.11), line=INK, width=0.035), Shape(circle(0, 0, 0.04), INK)]
_TICK = [Shape(line((-0.1, 0), (-0.03, -0.08), (0.11, 0.09)), line=DONE, width=0.06)]
_AT_WORK = [Shape(polygon((-0.08, -0.11), (0.12, 0), (-0.08, 0.11)), INK)]
_JAM = [Shape(lines([((-0.08, -0.08), (0.08, 0.08)), ((-0.08, 0.08), (0.08, -0.08))]),
              line=ATTENTION, width=0.06)]  # fmt: skip


@cache
def marker(number: int) -> Layer:
    """The marker that says when a player announces."""
    plate = Shape(rounded_rectangle(-0.17, -0.17, 0.34, 0.34, 0.08), INK)
    return Layer([plate, Shape(text(str(number), 0, 0, 0.2), WHITE)])
