"""Components, patrons, seals, and the sheets that players write on in a match.

Every kind has an outline and a sign of its own; a colour only repeats what they say. Lengths on a
sheet are counted from its upper left corner; its layers lie around its middle.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from matplotlib.path import Path

from teachkit.core.run.events import called
from teachkit.draw.scene import Layer, Placed
from teachkit.draw.shapes import (
    ATTENTION,
    INK,
    PIECE_COLOURS,
    WHITE,
    Point,
    Shape,
    circle,
    line,
    lines,
    moved,
    polygon,
    readable_on,
    rectangle,
    rounded_rectangle,
    scattered,
    text,
    together,
    width_of,
)
from teachkit.draw.sprites import Sprites
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.components import SIGNS, TOKEN_ROWS, Component, Engine, part
from teachkit.games.lovelace.editions import AREAS, CHARACTERS
from teachkit.games.lovelace.instructions import card
from teachkit.games.lovelace.state import Column, Player, State
from teachkit.words import translate

SPRITES = Sprites("lovelace")
SEAL_COLOURS = dict(zip(CHARACTERS, PIECE_COLOURS.values(), strict=False))

WIDE, HIGH = 6.1, 3.68
REGISTER, MARKER = (-2.1, 0.72, 0.55), (-1.37, 1.53)
_LEFT, _TOP = -2.91, 1.74  # of what is printed and written
_COLUMN, _FIRST = 1.02, -1.12  # how wide a column is, and where the first begins
_ROW, _START, _ROWS = 0.26, 1.36, 7
_BOX, _PITCH = 0.14, 0.175
_TRACKS, _AREAS, _AREA = -0.99, -1.46, 1.18


def component(each: Component) -> list[Shape]:
    """Return a component: a cogwheel calculates, a slide moves digits, a tag sets both."""
    number = str(each.number)
    if each.kind != "arithmetic":
        return SPRITES.shapes(each.kind, number)
    signs = [SIGNS[operator] for operator in each.operators]
    above, below = signs[:2], signs[2:]
    words = [text(number, 0, 0, 0.24) if below else text(number, 0, -0.12, 0.28)]
    for row, up in (above, 0.24 if below else 0.18), (below, -0.24):
        start = -0.13 * (len(row) - 1)
        words += [text(sign, start + 0.26 * place, up, 0.2) for place, sign in enumerate(row)]
    wheel = SPRITES.shape(cog(0, 0, 0.48, 14), f"token-{each.colour}")
    return [wheel, SPRITES.shape(circle(0, 0, 0.39), "rim"), Shape(together(words), INK)]


def cog(x: float, y: float, radius: float, teeth: int) -> Path:
    """Return a wheel with so many teeth."""
    corners = []
    for tooth in range(teeth):
        for aside, far in ((-0.3, 0.88), (-0.17, 1), (0.17, 1), (0.3, 0.88)):
            turn = math.tau * (tooth + aside) / teeth
            corners.append((x + far * radius * math.sin(turn), y + far * radius * math.cos(turn)))
    return polygon(*corners)


@cache
def patron(number: int, areas: tuple[str, ...], words: tuple[str, ...], size: float) -> Layer:
    """Return a patron's card with its areas of influence; without them, a wanted number."""
    shapes, names = SPRITES.shapes("patron" if areas else "target", f"{number:02}"), []
    for x, area, word in zip((-0.4, 0.4), areas, words, strict=False):
        shapes += moved(SPRITES.shapes(area, scale=0.6), x, -0.18)
        names.append(fitted(word, x, -0.645, 0.16, 0.72))
    return Layer(moved([*shapes, *(Shape(name, INK) for name in names)], 0, 0, size))


def fitted(words: str, x: float, y: float, height: float, most: float, align: float = 0.5) -> Path:
    """Return words that are at most so wide."""
    return text(words, x, y, min(height, height * most / width_of(words, height)), align)


@cache
def sealed(sprite: str, player: str, size: float) -> Layer:
    """Return a sprite with a player's seal: a colour, and the first letter of the name."""
    colour = SEAL_COLOURS[player]
    letter, readable = called(player)[0], readable_on(colour)
    return SPRITES.layer(sprite, letter, scale=size, seal=colour, letter=readable)


@cache
def frame(wide: float, high: float, corner: float, size: float) -> Layer:
    """Return what calls the attention to something of this width and height."""
    around = rounded_rectangle(-wide / 2, -high / 2, wide, high, corner)
    shapes = [Shape(around, line=WHITE, width=0.13), Shape(around, line=ATTENTION, width=0.07)]
    return Layer(moved(shapes, 0, 0, size))


# The printed sheet -----------------------------------------------------------------------------


class Written(NamedTuple):
    """A column as it is written: the round, the start value, and each row with its value."""

    round: int
    start: str
    entries: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        entries = (" ".join(filter(None, entry)) for entry in self.entries)
        return "; ".join([f"{self.round}: {self.start}", *entries])


@lru_cache(maxsize=128)
def _written(number: int, column: Column, engine: Engine) -> Written:
    """A column of this round, with the operators that its components have."""
    values = [f"{value:02}" for value in column.values]
    values += [""] * (len(column.rows) - len(values))
    rows = [_sign_of(row.name, engine.in_cells.get(part(row.name).cell)) for row in column.rows]
    return Written(number, f"{column.start:02}", tuple(zip(rows, values, strict=True)))


def _sign_of(name: str, each: Component | None) -> str:
    """A row in short: `B2+`, `B4⇄`; the number is on the component."""
    return part(name).cell + card(name, each).symbol[:1]


def columns_of(state: State, player: Player) -> list[Written]:
    """Return all columns of this player so far."""
    return [
        _written(place, each, state.engine) for place, each in enumerate(player.sheet.columns, 1)
    ]


class Form(NamedTuple):
    """What is printed on a sheet, or was written in rounds before this one."""

    name: str
    called: str
    rounds: int
    debugs: int
    words: tuple[str, ...]
    columns: tuple[Written, ...] = ()


def form_of(state: State, player: Player) -> Form:
    """Return the sheet of this player in this round."""
    words, columns = tuple(map(translate, AREAS)), columns_of(state, player)[: state.round - 1]
    rules, name = state.rules, player.name
    return Form(name, called(name), rules.rounds, rules.debug_boxes, words, tuple(columns))


def paper(each: Form, x: float, y: float) -> Iterator[Placed]:
    """Yield the sheet with its middle here, and what was written in rounds before this one."""
    yield Placed(_printed(each._replace(columns=())), x, y)
    yield Placed(sealed("seal", each.name, 0.18), x - 2.75, y + 1.53)
    (_, subroutines, _), *_, (_, bugs, _), _ = tracks(each.debugs)
    yield Placed(SPRITES.layer("subroutines"), x + subroutines, y + _TRACKS)
    yield Placed(SPRITES.layer("bug"), x + bugs, y + _TRACKS)
    for place, area in enumerate(AREAS):
        sign = SPRITES.layer(area, scale=0.31)
        yield Placed(sign, x + _LEFT + place * _AREA + 0.17, y + _AREAS + 0.01)
    for column in each.columns:
        yield Placed(written_column(column), x, y)


@lru_cache(maxsize=32)
def _printed(each: Form) -> Layer:
    """The empty sheet: columns and rows, a band for the start values, tracks and areas."""
    right = _FIRST + each.rounds * _COLUMN
    columns = [_FIRST + number * _COLUMN for number in range(each.rounds + 1)]
    rows = [_START - (row + 0.5) * _ROW for row in range(_ROWS + 1)]
    rules = [((_FIRST, y), (right, y)) for y in rows]
    rules += [((x, _TOP), (x, rows[-1])) for x in columns]
    rules += [((_LEFT, y), (-_LEFT, y)) for y in (_TRACKS + 0.22, _TRACKS - 0.19)]
    words = [fitted(each.called, -2.52, 1.53, 0.19, 0.92, align=0)]
    words += [
        text(str(number), x + _COLUMN / 2, 1.65, 0.15) for number, x in enumerate(columns[:-1], 1)
    ]
    words += [text(label, x, _TRACKS, 0.17) for label, x, _ in tracks(each.debugs) if label]
    words += [
        text(word, _LEFT + place * _AREA + 0.37, _AREAS + 0.12, 0.14, align=0)
        for place, word in enumerate(each.words)
    ]
    spots = [spot for track in _track_spots(each.debugs) for spot in track]
    spots += [_area_spot(area, number + 1) for area in AREAS for number in range(each.rounds)]
    box, band = rectangle(-_BOX / 2, -_BOX / 2, _BOX, _BOX), (right - _FIRST, 0.28)
    return Layer(
        [
            SPRITES.shape(rounded_rectangle(-WIDE / 2, -HIGH / 2, WIDE, HIGH, 0.14), "card"),
            SPRITES.shape(rectangle(_FIRST, _START - 0.14, *band), "shade"),
            SPRITES.shape(lines(rules), "grid"),
            SPRITES.shape(scattered(box, spots), "boxes"),
            Shape(together(words), INK),
        ]
    )


def tracks(debugs: int) -> Iterator[tuple[str, float, int]]:
    """Yield the tracks with their labels, where these are, and how many boxes follow."""
    printed, x = sheet(), -2.75
    counts = [("", len(printed.subroutines))]
    counts += [(row, len(printed.bonuses[row])) for row in TOKEN_ROWS]
    for label, count in (*counts, ("", debugs), ("Σ", 0)):
        yield label, x, count
        x += 0.38 + count * _PITCH


def track(place: int, debugs: int) -> tuple[float, float, float]:
    """Return the middle of a track, seen from that of the sheet, and its width."""
    _, x, count = list(tracks(debugs))[place]
    wide = 0.36 + count * _PITCH
    return x - 0.15 + wide / 2, _TRACKS, wide


def _track_spots(debugs: int) -> list[list[Point]]:
    """The boxes of each track."""
    return [
        [(x + 0.24 + place * _PITCH, _TRACKS) for place in range(count)]
        for _, x, count in tracks(debugs)
    ]


def _area_spot(area: str, number: int) -> Point:
    """The box of an area in a round."""
    return _LEFT + AREAS.index(area) * _AREA + 0.44 + (number - 1) * _PITCH, _AREAS - 0.1


# What is written and ticked --------------------------------------------------------------------


@lru_cache(maxsize=128)
def written_column(column: Written) -> Layer:
    """Return the start value of a round, and its rows."""
    left = _FIRST + (column.round - 1) * _COLUMN
    right, pitch = left + _COLUMN - 0.07, _ROW * min(1, _ROWS / max(1, len(column.entries)))
    words = [text(column.start, right, _START, 0.17, align=1)]
    for row, (sign, value) in enumerate(column.entries, 1):
        words.append(text(sign, left + 0.07, _START - row * pitch, 0.145, align=0))
        if value:
            words.append(text(value, right, _START - row * pitch, 0.165, align=1))
    return Layer([Shape(together(words), INK)])


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
    """Return the ticks, the number of failed experiments, and of areas that were won twice."""
    boxes = zip(_track_spots(debugs), each.tracks, strict=False)
    spots = [spot for row, number in boxes for spot in row[:number]]
    *_, (_, sigma, _) = tracks(debugs)
    words = [text(str(each.sigmas), sigma + 0.22, _TRACKS, 0.17)]
    for (number, area), count in Counter(each.areas).items():
        if count == 1:
            spots.append(_area_spot(area, number))
        else:
            words.append(text(str(count), *_area_spot(area, number), 0.11))
    shapes = [Shape(together(words), INK)]
    if spots:
        tick = line((-0.06, 0), (-0.015, -0.05), (0.07, 0.07))
        shapes.append(SPRITES.shape(scattered(tick, spots), "ticks"))
    return Layer(shapes)


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
def punched_cards(each: Cards) -> Layer:
    """Return punched cards with a sign before them: aimed at, completed, at work; components."""
    x, y, shapes = _LEFT, -0.04, list[Shape]()
    for width, part_of_it in _in_a_row(each):
        if x + width > _FIRST - 0.05:
            x, y = _LEFT, y - 0.29
        shapes += moved(part_of_it, x + width / 2, y)
        x += width
    return Layer(shapes)


def _in_a_row(each: Cards) -> Iterator[tuple[float, list[Shape]]]:
    """What is shown one after another, each around its middle, and how wide it is."""
    for sign, numbers in ("aimed", each.targets), ("ready", each.ready), ("active", each.active):
        for place, number in enumerate(numbers):
            punched = SPRITES.shapes("punched", number, scale=0.5)
            if place:
                yield 0.54, punched
            else:
                yield 0.84, [*moved(SPRITES.shapes(sign), -0.28, 0), *moved(punched, 0.15, 0)]
    for own in each.own:
        yield 0.36, moved(component(own), 0, 0, 0.31)
    for cell in each.jammed:
        lettering = Shape(text(cell, 0.1, 0, 0.15), INK)
        yield 0.5, [*moved(SPRITES.shapes("jammed"), -0.13, 0), lettering]
