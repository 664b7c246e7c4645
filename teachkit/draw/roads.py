"""How a map of roads looks: places in columns, by the fewest steps to each, and the ways between.

The places are those of any game: numbers in a register, squares with a heading.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from teachkit.draw.scene import Background, Layer, Placed, Scene, scene
from teachkit.draw.shapes import (
    INK,
    PAPER,
    TRAIL,
    WHITE,
    Point,
    Shape,
    circle,
    fitted,
    line,
    polygon,
    rounded_rectangle,
    text,
    width_of,
)
from teachkit.words import say, say_many

ACROSS, UP = 2.3, 1.5  # from column to column, from row to row
RADIUS = 0.42
RIM = RADIUS + 0.03
PARTS = 60  # how many short lines make a curve
LETTERS, SMALL = 0.3, 0.21
AHEAD, BACK = INK, "#a08c78"
BENDS = (0, 0.12, -0.12, 0.25, -0.25, 0.45, -0.45)  # how far aside, as a part of the length


@dataclass(frozen=True)
class RoadMap:
    """The places that can be reached, nearest first, with the steps it takes; and all ways.

    A way is where it begins, the symbol of its card, and where it leads.

    >>> print(RoadMap((("55", 0), ("27", 1)), (("55", "÷2", "27"),)))
    0 steps: 55
    1 step: 27
    From 55: ÷2 to 27.
    """

    places: tuple[tuple[str, int], ...]
    ways: tuple[tuple[str, str, str], ...] = ()

    @property
    def columns(self) -> list[list[str]]:
        """The places by the fewest steps to them."""
        last = max(steps for _, steps in self.places)
        return [[place for place, steps in self.places if steps == column]
                for column in range(last + 1)]  # fmt: skip

    def __str__(self) -> str:
        return "\n".join([*map(_column_says, self.columns, range(len(self.columns))),
                          *self._ways_say()])  # fmt: skip

    def _ways_say(self) -> Iterator[str]:
        for place, _ in self.places:
            ways = [say("{card} to {place}", card=card, place=end)
                    for start, card, end in self.ways if start == place]  # fmt: skip
            if ways:
                yield say("From {place}: {ways}.", place=place, ways=", ".join(ways))


def _column_says(places: Sequence[str], steps: int) -> str:
    return say_many("{number} step: {places}", "{number} steps: {places}",
                    steps, places=", ".join(places))  # fmt: skip


@scene.register
def road_map_scene(roads: RoadMap) -> Scene:
    """Columns from the left, the start first; below each one how many steps away it is."""
    columns = roads.columns
    rows = max(map(len, columns))
    width, height = ACROSS * len(columns), UP * rows + 0.9
    spots = {
        place: (ACROSS * (column + 0.5), 0.9 + UP * (rows / 2 + len(places) / 2 - row - 0.5))
        for column, places in enumerate(columns)
        for row, place in enumerate(places)
    }
    shapes = [Shape(rounded_rectangle(0, 0, width, height, 0.2), PAPER),
              *_foot(columns), *_ways(roads, spots), *_places(spots)]  # fmt: skip
    alt = say_many("A map with {number} place.", "A map with {number} places.", len(spots))
    return Scene(Background(width, height, (Placed(Layer(shapes)),)), alt=alt)


def _foot(columns: Sequence[Sequence[str]]) -> Iterator[Shape]:
    for column in range(len(columns)):
        words = say_many("{number} step", "{number} steps", column)
        yield Shape(text(words, ACROSS * (column + 0.5), 0.4, SMALL), INK)


def _places(spots: dict[str, Point]) -> Iterator[Shape]:
    for number, (place, (x, y)) in enumerate(spots.items()):
        yield Shape(circle(x, y, RADIUS), WHITE if number else TRAIL, INK, 0.05)
        yield Shape(fitted(place, x, y, LETTERS, 1.5 * RADIUS), INK)


class _Arrow(NamedTuple):
    """One or more cards that lead the same way; if the same ones lead back, with two points."""

    cards: str
    points: list[Point]
    is_ahead: bool
    is_double: bool

    def shapes(self) -> Iterator[Shape]:
        colour = AHEAD if self.is_ahead else BACK
        yield Shape(line(*self.points), line=colour, width=0.05)
        yield _point(self.points[-2:], colour)
        if self.is_double:
            yield _point(self.points[1::-1], colour)


def _ways(roads: RoadMap, spots: dict[str, Point]) -> Iterator[Shape]:
    """The ways ahead in ink, all others below them and paler; the cards on top."""
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
            continue  # it is the other half of a double arrow
        if is_ahead or is_double:
            points = _curve(spots[start], spots[end], 0)
        else:
            points = _free_curve(start, end, spots, BENDS[3:] if returning else BENDS)
        yield _Arrow(", ".join(symbols), points, is_ahead, is_double)


def _free_curve(
    start: str, end: str, spots: dict[str, Point], bends: Sequence[float]
) -> list[Point]:
    """The first bend that keeps well away from all other places, or else the best one."""
    others = [spot for place, spot in spots.items() if place not in (start, end)]

    def room(points: Sequence[Point]) -> float:
        near = [math.dist(point, other) for point in points for other in others]
        return min([*near, 1.3 * RADIUS])

    return max((_curve(spots[start], spots[end], bend) for bend in bends), key=room)


def _curve(start: Point, end: Point, bend: float) -> list[Point]:
    """Points from the rim of a place to the rim of another, aside by `bend` in the middle."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    points = []
    for part in range(PARTS + 1):
        along = part / PARTS
        aside = bend * 4 * along * (1 - along)
        points.append((x + along * dx - aside * dy, y + along * dy + aside * dx))
    return [point for point in points if min(math.dist(point, start), math.dist(point, end)) > RIM]


def _point(ends: Sequence[Point], colour: str) -> Shape:
    """The point of an arrow, at the second of two points."""
    (x, y), (tip_x, tip_y) = ends
    length = math.hypot(tip_x - x, tip_y - y)
    dx, dy = 0.2 * (tip_x - x) / length, 0.2 * (tip_y - y) / length
    foot_x, foot_y = tip_x - dx, tip_y - dy
    corners = (foot_x - dy / 2, foot_y + dx / 2), (foot_x + dy / 2, foot_y - dx / 2)
    return Shape(polygon((tip_x, tip_y), *corners), colour)


def _free_spot(arrow: _Arrow, signs: Sequence[Point], places: Sequence[Point]) -> Point:
    """Where the sign of an arrow stands: a little before its middle, where crossing ways are
    still apart, or a little later if something is in the way there.
    """
    best, last = 0.5 if arrow.is_double else 0.3, len(arrow.points) - 1

    def room(spot: Point) -> float:
        near = [math.dist(spot, sign) for sign in signs]
        return min([*near, *(math.dist(spot, place) - RADIUS / 2 for place in places), 0.5])

    return max((arrow.points[round(along * last)] for along in (best, 0.5, 0.6, 0.7)), key=room)


def _sign(spot: Point, words: str) -> Iterator[Shape]:
    """The cards of a way, on paper."""
    (x, y), half = spot, width_of(words, SMALL) / 2 + 0.06
    yield Shape(rounded_rectangle(x - half, y - 0.17, 2 * half, 0.34, 0.1), PAPER)
    yield Shape(text(words, x, y, SMALL), INK)
