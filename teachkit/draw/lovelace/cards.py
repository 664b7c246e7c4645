"""Drawings of components, patrons' cards, seals, and the sheets that players write on in a match.

Each kind has its own outline and symbol, so no information depends on colour alone. Positions on a
sheet are relative to the middle of the sheet. The sheet is drawn for a screen: the column of the
current round is wide, and the columns of the other rounds are narrow, with only the values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from matplotlib.path import Path

from teachkit.core.run.flow import called
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Layer, Piece
from teachkit.draw.shapes import ATTENTION, INK, PIECE_COLOURS, WHITE, Shape, moved, readable_on
from teachkit.draw.sprites import Sprites
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.components import SIGNS, TOKEN_ROWS, Component, Engine, part
from teachkit.games.lovelace.editions import AREAS, CHARACTERS
from teachkit.games.lovelace.programs import card
from teachkit.games.lovelace.state import Column, Player, State, held
from teachkit.words import say

SPRITES = Sprites("lovelace")
SEAL_COLOURS = dict(zip(CHARACTERS, PIECE_COLOURS.values(), strict=False))

WIDE, HIGH = 6.1, 3.68
REGISTER = (-1.72, 0.55, 0.66)
_LEFT, _TOP = -2.91, 1.74  # the upper left corner of the text on a sheet
_FIRST, _NARROW, _BROAD = -0.4, 0.53, 1.75  # the left side of the first column; their widths
_ROW, _START, _ROWS = 0.36, 1.27, 5
_MIDDLE, _SIDE = 0.37, 2.2  # the middle of a column, and the square that it fits into
_SMALL, _LARGE = 0.168, 0.25  # the heights of digits in narrow and in wide columns
_BOX, _PITCH, _AREA_BOX, _AREA_PITCH = 0.14, 0.175, 0.165, 0.185
_TRACKS, _AREAS, _AREA = -0.99, -1.5, 1.18


def component(each: Component) -> list[Shape]:
    """Return the picture of a component, as large as a cell.

    A component that calculates is drawn as a cogwheel, which is yellow if the component multiplies
    or divides. One that moves digits is drawn as a slide, and one that sets the register as a tag.
    """
    number = str(each.number)
    if each.kind != "arithmetic":
        return SPRITES.shapes(each.kind, number)
    signs = [SIGNS[operator] for operator in each.operators]
    above, below = signs[:2], signs[2:]
    words = [paths.text(number, 0, 0, 0.24) if below else paths.text(number, 0, -0.12, 0.28)]
    for row, up in (above, 0.24 if below else 0.18), (below, -0.24):
        left = -0.13 * (len(row) - 1)
        words += [paths.text(sign, left + 0.26 * at, up, 0.21) for at, sign in enumerate(row)]
    colour = "white" if {*each.operators} <= {"+", "-"} else "yellow"
    wheel = SPRITES.shape(cog(0, 0, 0.48, 14), f"token-{colour}")
    rim = SPRITES.shape(paths.circle(0, 0, 0.39), "rim")
    return [wheel, rim, Shape(paths.together(words), INK)]


def cog(x: float, y: float, radius: float, teeth: int) -> Path:
    """Return the outline of a cogwheel with the given number of teeth."""
    corners = paths.toothed(teeth, ((-0.3, 0.88), (-0.17, 1), (0.17, 1), (0.3, 0.88)))
    return paths.placed(paths.polygon(*corners), x, y, radius)


@cache
def patron(number: int, areas: tuple[str, ...], words: tuple[str, ...], size: float) -> Layer:
    """Return the picture of a patron's card with `areas`, or of a target if `areas` is empty.

    `words` are the names of the areas; `size` scales the card.
    """
    shapes = SPRITES.shapes("patron" if areas else "target", f"{number:02}", *words)
    for x, area in zip((-0.4, 0.4), areas, strict=False):
        shapes += moved(SPRITES.shapes(area, scale=0.6), x, -0.18)
    return Layer(moved(shapes, 0, 0, size))


def sealed(sprite: str, player: str, size: float) -> Layer:
    """Return a sprite with a player's seal: the player's colour and initial."""
    colour = SEAL_COLOURS[player]
    letter, readable = called(player)[0], readable_on(colour)
    return SPRITES.layer(sprite, letter, scale=size, seal=colour, letter=readable)


@cache
def frame(wide: float, high: float, corner: float, size: float) -> Layer:
    """Return a frame to highlight a part of size `wide` by `high`; `size` scales the frame."""
    around = paths.rounded_rectangle(-wide / 2, -high / 2, wide, high, corner)
    shapes = [Shape(around, line=WHITE, width=0.13), Shape(around, line=ATTENTION, width=0.07)]
    return Layer(moved(shapes, 0, 0, size))


# The printed sheet -----------------------------------------------------------------------------


class Written(NamedTuple):
    """A column as written on a sheet: the round, the start value, and the entries.

    An entry holds the short form of a row, such as `B2+`, and the value of the row, or "" if the
    row has no value.
    """

    round: int
    start: str
    entries: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        entries = (" ".join(filter(None, entry)) for entry in self.entries)
        return "; ".join([f"{self.round}: {self.start}", *entries])


@lru_cache(maxsize=128)
def _written(number: int, column: Column, engine: Engine) -> Written:
    """Return `column` as it is written on the sheet, with each row in its short form.

    `number` is the number of the round.
    """
    values = [f"{value:02}" for value in column.values]
    values += [""] * (len(column.rows) - len(values))
    rows = [_sign_of(row.name, engine.in_cells.get(part(row.name).cell)) for row in column.rows]
    return Written(number, f"{column.start:02}", tuple(zip(rows, values, strict=True)))


def _sign_of(name: str, each: Component | None) -> str:
    """Return the short form of a row, such as `B2+` or `B4⇄`."""
    return part(name).cell + card(name, each).symbol[:1]


def columns_of(state: State, player: Player) -> list[Written]:
    """Return all columns that `player` has written, in the order of the rounds."""
    return [
        _written(place, each, state.engine) for place, each in enumerate(player.sheet.columns, 1)
    ]


def paper(state: State, player: Player, x: float, y: float) -> Iterator[Piece]:
    """Yield a player's empty sheet around the point `x`, `y`, then its columns."""
    name, rules = player.name, state.rules
    printed = _printed(called(name), rules.rounds, rules.debug_boxes, state.round)
    yield Piece(f"{name} sheet {state.round}", "", printed, WIDE, x, y)
    yield Piece(f"{name} seal", "", sealed("seal", name, 0.18), 0.5, x - 2.75, y + 1.53)
    for column in columns_of(state, player):
        is_now = column.round == state.round
        middle = _FIRST + (column.round - 1) * _NARROW + (_BROAD if is_now else _NARROW) / 2
        large = None if is_now else _column(column, _BROAD, on_paper=True)
        layer = _column(column, _BROAD if is_now else _NARROW)
        kind, label = "" if is_now else "before ", f"{called(name)} {column}"
        at = x + middle, y + _MIDDLE
        yield Piece(f"{name} {kind}{column}", label, layer, _SIDE, *at, large=large)


@lru_cache(maxsize=32)
def _printed(player: str, rounds: int, debugs: int, now: int) -> Layer:
    """Return the picture of an empty sheet in round `now`: a grid, a band, tracks, and areas."""
    edges = [_FIRST + place * _NARROW + (_BROAD - _NARROW) * (place >= now)
             for place in range(rounds + 1)]  # fmt: skip
    rows = [_START - (row - 0.5) * _ROW for row in range(_ROWS + 2)]
    rules = [((_FIRST, y), (edges[-1], y)) for y in rows]
    rules += [((x, _TOP), (x, rows[-1])) for x in edges]
    rules += [((_LEFT, y), (-_LEFT, y)) for y in (_TRACKS + 0.22, _TRACKS - 0.19)]
    words = [paths.fitted(player, -2.52, 1.53, 0.19, 1.6, align=0)]
    for number, (left, right) in enumerate(pairwise(edges), 1):
        words.append(paths.text(str(number), (left + right) / 2, 1.6, _SMALL))
    words += [paths.text(label, x, _TRACKS, 0.17) for label, x, _ in tracks(debugs) if label]
    (_, subroutines, _), *_, (_, bugs, _), _ = tracks(debugs)
    signs = moved(SPRITES.shapes("subroutines"), subroutines, _TRACKS)
    signs += moved(SPRITES.shapes("bug"), bugs, _TRACKS)
    for place, area in enumerate(AREAS):
        signs += moved(SPRITES.shapes(area, scale=0.36), _LEFT + place * _AREA + 0.19, _AREAS)
    small = [spot for track in _track_spots(debugs) for spot in track]
    large = [_area_spot(area, number + 1) for area in AREAS for number in range(rounds)]
    boxes = [paths.scattered(paths.rectangle(-side / 2, -side / 2, side, side), spots)
             for side, spots in ((_BOX, small), (_AREA_BOX, large))]  # fmt: skip
    shapes = [
        SPRITES.shape(paths.rounded_rectangle(-WIDE / 2, -HIGH / 2, WIDE, HIGH, 0.14), "card"),
        SPRITES.shape(paths.rectangle(_FIRST, rows[1], edges[-1] - _FIRST, _ROW), "shade"),
        SPRITES.shape(paths.lines(rules), "grid"),
        SPRITES.shape(paths.together(boxes), "boxes"),
    ]
    return Layer([*shapes, *signs, Shape(paths.together(words), INK)])


def tracks(debugs: int) -> Iterator[tuple[str, float, int]]:
    """Yield each track's label, the label's `x` position, and the number of boxes."""
    printed, x = sheet(), -2.75
    counts = [("", len(printed.subroutines))]
    counts += [(row, len(printed.bonuses[row])) for row in TOKEN_ROWS]
    for label, count in (*counts, ("", debugs), ("Σ", 0)):
        yield label, x, count
        x += 0.38 + count * _PITCH


def track(place: int, debugs: int) -> tuple[float, float, float]:
    """Return the `x` and `y` of the middle of the track at index `place`, and the track's width."""
    _, x, count = list(tracks(debugs))[place]
    wide = 0.36 + count * _PITCH
    return x - 0.15 + wide / 2, _TRACKS, wide


def _track_spots(debugs: int) -> list[list[Point]]:
    """Return a list for each track with the middles of the track's boxes."""
    return [
        [(x + 0.24 + place * _PITCH, _TRACKS) for place in range(count)]
        for _, x, count in tracks(debugs)
    ]


def _area_spot(area: str, number: int) -> Point:
    """Return the middle of the box that is ticked for `area` in round `number`."""
    return _LEFT + AREAS.index(area) * _AREA + 0.46 + (number - 1) * _AREA_PITCH, _AREAS


# Text and ticks --------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _column(column: Written, wide: float, on_paper: bool = False) -> Layer:
    """Return the picture of a column that is `wide`: the start value, then the value of each row.

    A wide column also has the short form of each row.
    """
    pitch = _ROW * min(1, _ROWS / max(1, len(column.entries)))
    is_narrow, words = wide < _BROAD, list[Path]()
    size = _SMALL if is_narrow else _LARGE * pitch / _ROW
    right = 0.96 * size if is_narrow else wide / 2 - 0.14
    for row, (sign, value) in enumerate((("", column.start), *column.entries)):
        y = _START - _MIDDLE - row * pitch
        words += [paths.text(value, right, y, size, align=1)] if value else []
        if sign and not is_narrow:
            words.append(paths.text(sign, 0.14 - wide / 2, y, 0.9 * size, align=0))
    half, band = _ROW * (_ROWS + 1) / 2, (_START - _MIDDLE - _ROW / 2, wide, _ROW)
    paper = paths.rounded_rectangle(-wide / 2, -half, wide, 2 * half, 0.06)
    looks = [(paper, "card"), (paths.rectangle(-wide / 2, *band), "shade"), (paper, "boxes")]
    shapes = [SPRITES.shape(*look) for look in looks] if on_paper else []
    return Layer([*shapes, Shape(paths.together(words), INK)])


def sheet_pieces(state: State, player: Player, x: float, y: float) -> Iterator[Piece]:
    """Yield a player's sheet, around the point `x`, `y`, with everything written on it.

    An earlier column also has a large picture, which is shown while it is pointed at.
    """
    yield from paper(state, player, x, y)
    for name, label, layer in _written_now(state, player):
        yield Piece(f"{player.name} {name}", label, layer, WIDE, x, y)
    number = 1 + state.table.order.index(player.name)
    label = say("{player} has marker {number}", player=called(player.name), number=number)
    marker, name = SPRITES.layer("marker", str(number)), f"{player.name} marker {number}"
    yield Piece(name, label, marker, 0.4, x - 0.66, y + 1.53)


def _written_now(state: State, player: Player) -> Iterator[tuple[str, str, Layer]]:
    """Yield the parts of a sheet that can still change.

    Each part consists of an `id` suffix, a label, and a layer as large as the sheet.
    """
    title, ticked = called(player.name), player.sheet
    boxes, areas = (ticked.track, *ticked.bonuses, ticked.debugs), tuple(sorted(ticked.areas))
    name = f"{boxes} Σ{ticked.sigmas} " + " ".join(f"{number}{area}" for number, area in areas)
    layer = _ticks(boxes, ticked.sigmas, areas, state.rules.debug_boxes)
    yield name, say("{player}'s ticks", player=title), layer
    if any(groups := held(player)):
        words, label = " | ".join(map(" ".join, groups)), say("{player}'s cards", player=title)
        yield f"cards {words}", label, _punched(*groups)


@lru_cache(maxsize=128)
def _ticks(
    tracked: tuple[int, ...], sigmas: int, areas: tuple[tuple[int, str], ...], debugs: int
) -> Layer:
    """Return the picture of a sheet's ticks, including its number of failed experiments.

    An area that was won once in a round has a tick; one that was won more often has the number.
    """
    boxes = zip(_track_spots(debugs), tracked, strict=False)
    spots = [spot for row, number in boxes for spot in row[:number]]
    *_, (_, sigma, _) = tracks(debugs)
    words = [paths.text(str(sigmas), sigma + 0.22, _TRACKS, 0.17)]
    for (number, area), count in Counter(areas).items():
        if count == 1:
            spots.append(_area_spot(area, number))
        else:
            words.append(paths.text(str(count), *_area_spot(area, number), _SMALL))
    tick = paths.line((-0.06, 0), (-0.015, -0.05), (0.07, 0.07))
    ticks = [SPRITES.shape(paths.scattered(tick, spots), "ticks")] if spots else []
    return Layer([Shape(paths.together(words), INK), *ticks])


@lru_cache(maxsize=128)
def _punched(*groups: tuple[str, ...]) -> Layer:
    """Return the picture of the five `groups` that `held` returns, in as many rows as needed."""
    x, y, shapes = _LEFT, -0.31, list[Shape]()
    for width, part_of_it in _in_a_row(*groups):
        if x + width > _FIRST - 0.05:
            x, y = _LEFT, y - 0.31
        shapes += moved(part_of_it, x + width / 2, y)
        x += width
    return Layer(shapes)


def _in_a_row(*groups: tuple[str, ...]) -> Iterator[tuple[float, list[Shape]]]:
    """Yield the width and the shapes of each entry in `groups`.

    The shapes are drawn around their middle. The first three groups are numbers; the shapes of the
    first number in each of these groups include the group's symbol.
    """
    *numbers, own, jammed = groups
    for sign, group in zip(("aimed", "ready", "active"), numbers, strict=True):
        for place, number in enumerate(group):
            punched = SPRITES.shapes("punched", number, scale=0.61)
            if place:
                yield 0.64, punched
            else:
                yield 0.94, [*moved(SPRITES.shapes(sign), -0.33, 0), *moved(punched, 0.15, 0)]
    for word in own:
        signs = word.replace("-", "−")
        width = paths.width_of(signs, _SMALL) + 0.16
        card = paths.rounded_rectangle(-width / 2, -0.14, width, 0.28, 0.05)
        lettering = Shape(paths.text(signs, 0, 0, _SMALL), INK)
        yield width + 0.06, [SPRITES.shape(card, "boxes"), lettering]
    for cell in jammed:
        lettering = Shape(paths.text(cell, 0.1, 0, _SMALL), INK)
        yield 0.5, [*moved(SPRITES.shapes("jammed"), -0.13, 0), lettering]
