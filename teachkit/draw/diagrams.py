"""Diagrams: road maps of reachable places, and dot plots.

A road map shows the places that a program can reach in a game: numbers in a register, or squares
with a facing. Each column holds the places that take the same number of steps to reach. Arrows show
the ways between places. A dot plot stacks the dots of lists of numbers, to show how far results
spread by chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Placed, Scene, scene
from teachkit.draw.shapes import ATTENTION, INK, PAPER, PIECE_COLOURS, TRAIL, WHITE, Shape
from teachkit.words import say, say_many

# The map of roads ------------------------------------------------------------------------------

_ACROSS, _UP = 2.3, 1.5  # distances between columns and between rows
_RADIUS = 0.42
_RIM = _RADIUS + 0.03
_PARTS = 60  # the number of short lines in a curve
_PLACE, _SIGN = 0.3, 0.21  # the heights of letters in places and on labels
_AHEAD, _BACK = INK, "#a08c78"
# The sideways bulges to try for a curve, as fractions of the distance between its ends, in order.
_BENDS = (0, 0.12, -0.12, 0.25, -0.25, 0.45, -0.45)


@dataclass(frozen=True)
class RoadMap:
    """A map of all reachable places, nearest first, and all ways between them.

    Each place in `places` is paired with the smallest number of steps needed to reach that place.
    Each way in `ways` consists of a start, a card's symbol, and an end.

    >>> print(RoadMap((("55", 0), ("27", 1)), (("55", "÷2", "27"),)))
    0 steps: 55
    1 step: 27
    From 55: ÷2 to 27.
    """

    places: tuple[tuple[str, int], ...]
    ways: tuple[tuple[str, str, str], ...] = ()

    @property
    def columns(self) -> list[list[str]]:
        """The places by column.

        Column `n`, counted from 0, holds the places that take `n` steps to reach.
        """
        last = max(steps for _, steps in self.places)
        columns: list[list[str]] = [[] for _ in range(last + 1)]
        for place, steps in self.places:
            columns[steps].append(place)
        return columns

    def __str__(self) -> str:
        return "\n".join([*self._columns_say(), *self._ways_say()])

    def _columns_say(self) -> Iterator[str]:
        for steps, column in enumerate(self.columns):
            places = ", ".join(column)
            yield say_many(
                "{number} step: {places}", "{number} steps: {places}", steps, places=places
            )

    def _ways_say(self) -> Iterator[str]:
        for place, _ in self.places:
            ways = [
                say("{card} to {place}", card=card, place=end)
                for start, card, end in self.ways
                if start == place
            ]
            if ways:
                yield say("From {place}: {ways}.", place=place, ways=", ".join(ways))


@scene.register
def road_map_scene(roads: RoadMap) -> Scene:
    """Return the scene of a road map, with the number of steps below each column of places."""
    columns = roads.columns
    rows = max(map(len, columns))
    width, height = _ACROSS * len(columns), _UP * rows + 0.9
    spots = {
        place: (_ACROSS * (column + 0.5), 0.9 + _UP * (rows / 2 + len(places) / 2 - row - 0.5))
        for column, places in enumerate(columns)
        for row, place in enumerate(places)
    }
    paper = Shape(paths.rounded_rectangle(0, 0, width, height, 0.2), PAPER)
    shapes = [paper, *_foot(columns), *_ways(roads, spots), *_places(spots)]
    alt = say_many("A map with {number} place.", "A map with {number} places.", len(spots))
    return Scene(Background(width, height, (Placed(Layer(shapes)),)), alt=alt)


def _foot(columns: Sequence[Sequence[str]]) -> Iterator[Shape]:
    for column in range(len(columns)):
        words = say_many("{number} step", "{number} steps", column)
        yield Shape(paths.text(words, _ACROSS * (column + 0.5), 0.4, _SIGN), INK)


def _places(spots: dict[str, Point]) -> Iterator[Shape]:
    for number, (place, (x, y)) in enumerate(spots.items()):
        yield Shape(paths.circle(x, y, _RADIUS), WHITE if number else TRAIL, INK, 0.05)
        yield Shape(paths.fitted(place, x, y, _PLACE, 1.5 * _RADIUS), INK)


class _Arrow(NamedTuple):
    """An arrow between two places, with the symbols of the cards that lead from one to the other.

    `is_ahead` is true if the end takes more steps to reach than the start. `is_double` is true if
    the same cards also lead from the end to the start.
    """

    cards: str
    points: list[Point]
    is_ahead: bool
    is_double: bool

    def shapes(self) -> Iterator[Shape]:
        colour = _AHEAD if self.is_ahead else _BACK
        yield Shape(paths.line(*self.points), line=colour, width=0.05)
        yield _point(self.points[-2:], colour)
        if self.is_double:
            yield _point(self.points[1::-1], colour)


def _ways(roads: RoadMap, spots: dict[str, Point]) -> Iterator[Shape]:
    """Yield the arrows, then their labels. Arrows to places that take more steps are dark."""
    arrows = sorted(_arrows(roads, spots), key=lambda arrow: arrow.is_ahead, reverse=True)
    for arrow in reversed(arrows):
        yield from arrow.shapes()
    signs: list[Point] = []
    for arrow in arrows:
        signs.append(_free_spot(arrow, signs, [*spots.values()]))
        yield from _sign(signs[-1], arrow.cards)


def _arrows(roads: RoadMap, spots: dict[str, Point]) -> Iterator[_Arrow]:
    steps = dict(roads.places)
    cards: dict[tuple[str, str], list[str]] = {}
    for start, card, end in roads.ways:
        cards.setdefault((start, end), []).append(card)
    for (start, end), symbols in cards.items():
        is_ahead = steps[end] > steps[start]
        returning = cards.get((end, start), [])
        is_double = returning == symbols
        if is_double and (steps[start], start) > (steps[end], end):
            continue  # the double arrow from `end` also shows this way
        if is_ahead or is_double:
            points = _curve(spots[start], spots[end], 0)
        else:
            points = _free_curve(start, end, spots, _BENDS[3:] if returning else _BENDS)
        yield _Arrow(", ".join(symbols), points, is_ahead, is_double)


def _free_curve(
    start: str, end: str, spots: dict[str, Point], bends: Sequence[float]
) -> list[Point]:
    """Return the first curve, in the order of `bends`, that stays clear of all other places.

    If every curve comes too close to a place, return the curve that keeps the largest distance.
    """
    others = [spot for place, spot in spots.items() if place not in (start, end)]

    def room(points: Sequence[Point]) -> float:
        near = [math.dist(point, other) for point in points for other in others]
        return min([*near, 1.3 * _RADIUS])

    return max((_curve(spots[start], spots[end], bend) for bend in bends), key=room)


def _curve(start: Point, end: Point, bend: float) -> list[Point]:
    """Return the points of a curve between the rims of two places.

    `bend` is the sideways bulge of the curve, as a fraction of the distance between the places.
    """
    first, last = complex(*start), complex(*end)
    parts = [part / _PARTS for part in range(_PARTS + 1)]
    aside = [complex(part, bend * 4 * part * (1 - part)) for part in parts]
    points = [first + part * (last - first) for part in aside]
    return [(p.real, p.imag) for p in points if min(abs(p - first), abs(p - last)) > _RIM]


def _point(ends: Sequence[Point], colour: str) -> Shape:
    """Return the head of an arrow that points from `ends[0]` to `ends[1]`."""
    before, tip = (complex(*end) for end in ends)
    back = 0.2 * (before - tip) / abs(before - tip)
    corners = tip, tip + back * (1 + 0.5j), tip + back * (1 - 0.5j)
    return Shape(paths.polygon(*((corner.real, corner.imag) for corner in corners)), colour)


def _free_spot(arrow: _Arrow, signs: Sequence[Point], places: Sequence[Point]) -> Point:
    """Return a position on `arrow` for the arrow's label.

    A double arrow has its label in the middle. A single arrow has its label a little before the
    middle, because crossing arrows meet in the middle. If a place or another label is in the way,
    the label moves further along the arrow.
    """
    best, last = 0.5 if arrow.is_double else 0.3, len(arrow.points) - 1

    def room(spot: Point) -> float:
        near = [math.dist(spot, sign) for sign in signs]
        return min([*near, *(math.dist(spot, place) - _RADIUS / 2 for place in places), 0.5])

    return max((arrow.points[round(along * last)] for along in (best, 0.5, 0.6, 0.7)), key=room)


def _sign(spot: Point, words: str) -> Iterator[Shape]:
    """Yield an arrow's label: the card symbols `words`, on a patch of paper."""
    (x, y), half = spot, paths.width_of(words, _SIGN) / 2 + 0.06
    yield Shape(paths.rounded_rectangle(x - half, y - 0.17, 2 * half, 0.34, 0.1), PAPER)
    yield Shape(paths.text(words, x, y, _SIGN), INK)


_COLUMNS, _DOT, _LEFT = 60, 0.16, 0.6  # columns of dots, the width of one, the margin


class DotPlot(NamedTuple):
    """Rows of numbers, each with a name, on a common axis from `low` to `high`.

    >>> print(DotPlot({"Ada": [0.5, 0.25]}, 0, 1))
    Ada: from 0.25 to 0.5, and the mean is 0.38. 19 of 20 dots are between 0.25 and 0.5.
    """

    rows: dict[str, list[float]]
    low: float
    high: float

    def __str__(self) -> str:
        return "\n".join(_row_says(name, row) for name, row in self.rows.items())


def _row_says(name: str, row: list[float]) -> str:
    numbers = (min(row), max(row), fmean(row), *most_of(row))
    low, high, mean, least, most = (f"{number:.2g}" for number in numbers)
    facts = {"name": name, "low": low, "high": high, "mean": mean}
    says = say("{name}: from {low} to {high}, and the mean is {mean}.", **facts)
    return f"{says} {say('19 of 20 dots are between {low} and {high}.', low=least, high=most)}"


def most_of(row: list[float]) -> tuple[float, float]:
    """Return the ends of the range that holds the middle 19 of 20 numbers in `row`."""
    row, out = sorted(row), len(row) // 40
    return row[out], row[-1 - out]


@scene.register
def dot_plot_scene(plot: DotPlot) -> Scene:
    """Return the scene of a dot plot, with rows from top to bottom.

    Below the dots of a row, a bar reaches as far as 19 of 20 dots, and a triangle marks their mean.
    """
    span, wide, y = plot.high - plot.low, _COLUMNS * _DOT, 1.0
    rows = list[Shape]()
    for name, row in reversed(plot.rows.items()):
        shapes, top = _row(name, [wide * (number - plot.low) / span for number in row], y)
        rows, y = rows + shapes, top + 0.75
    paper = [Shape(paths.rounded_rectangle(0, 0, wide + 2 * _LEFT, y, 0.2), PAPER)]
    for part in (0, 0.25, 0.5, 0.75, 1):
        x = _LEFT + part * wide
        paper.append(Shape(paths.line((x, 0.75), (x, y - 0.2)), line=INK, width=0.01))
        paper.append(Shape(paths.text(f"{plot.low + part * span:g}", x, 0.4, 0.24), INK))
    back = Background(wide + 2 * _LEFT, y, (Placed(Layer([*paper, *rows])),))
    return Scene(back, alt=say("Dots on a line. A bar marks where most of them are."))


def _row(name: str, places: list[float], y: float) -> tuple[list[Shape], float]:
    """Return the shapes of the row that begins at `y`, and the height of its name."""
    (left, right), mean, stacked = most_of(places), _LEFT + fmean(places), Counter[int]()
    bar = paths.rectangle(_LEFT + left - 0.08, y + 0.22, right - left + 0.16, 0.18)
    arrow = paths.polygon((mean, y + 0.2), (mean - 0.14, y), (mean + 0.14, y))
    shapes = [Shape(bar, TRAIL, INK, 0.03), Shape(arrow, ATTENTION)]
    for column in (round(place / _DOT) for place in places):
        spot = _LEFT + _DOT * column, y + 0.5 + _DOT * (stacked[column] + 0.5)
        shapes.append(Shape(paths.circle(*spot, 0.45 * _DOT), PIECE_COLOURS["blue"]))
        stacked[column] += 1
    top = y + 0.85 + _DOT * max(stacked.values())
    return [*shapes, Shape(paths.text(name, _LEFT + 0.12, top, 0.24, align=0), INK)], top
