"""Paths for matplotlib: outlines, lines and text.

The y axis points up, angles are clockwise, and lengths are in scene units.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from numpy.typing import NDArray

Point: TypeAlias = tuple[float, float]

# Both fonts come with matplotlib; the second one has the arrows that the first one lacks.
FAMILY = ["DejaVu Sans", "DejaVu Serif"]
CAPITAL = 0.729  # the height of capital letters at font size 1


def polygon(*corners: Point) -> Path:
    return Path([*corners, corners[0]], closed=True)


def rectangle(left: float, bottom: float, width: float, height: float) -> Path:
    right, top = left + width, bottom + height
    return polygon((left, bottom), (right, bottom), (right, top), (left, top))


def toothed(teeth: int, tooth: Sequence[Point]) -> list[Point]:
    """Return the corners of a toothed wheel centred at (0, 0).

    `tooth` holds two numbers for each corner of a tooth: its angle from the middle of the tooth, as
    a fraction of the angle between two teeth, and its distance from the middle of the wheel.
    """
    corners = [(math.tau * (n + aside) / teeth, far) for n in range(teeth) for aside, far in tooth]
    return [(far * math.sin(turn), far * math.cos(turn)) for turn, far in corners]


def circle(x: float, y: float, radius: float) -> Path:
    return placed(Path.unit_circle(), x, y, radius)


def rounded(corners: Sequence[Point], radius: float) -> Path:
    """Return a polygon with rounded corners. The rounding begins `radius` before each corner."""
    vertices: list[Point] = []
    for place, corner in enumerate(corners):
        before, after = corners[place - 1], corners[(place + 1) % len(corners)]
        vertices += [_toward(corner, before, radius), corner, _toward(corner, after, radius)]
    codes = [Path.LINETO, Path.CURVE3, Path.CURVE3] * len(corners)
    return Path([*vertices, vertices[0]], [Path.MOVETO, *codes[1:], Path.CLOSEPOLY])


def rounded_rectangle(
    left: float, bottom: float, width: float, height: float, radius: float
) -> Path:
    right, top = left + width, bottom + height
    return rounded(((left, bottom), (right, bottom), (right, top), (left, top)), radius)


def line(*points: Point) -> Path:
    """Return an open line through `points`."""
    return Path(points, [Path.MOVETO] + [Path.LINETO] * (len(points) - 1))


def shaded_sides(left: float, bottom: float, width: float, height: float, near: float) -> Path:
    """Return a line along the lower and right sides of a box, where light from the upper left casts
    its shadow. A line `2 * near` wide touches the box from outside."""
    right, low, inner = left + width + near / 2, bottom - near / 2, 2 * near
    return line((left + inner, low), (right, low), (right, bottom + height - inner))


def lines(ends: Sequence[tuple[Point, Point]]) -> Path:
    """Return one path with several straight lines, each of which is given by its two ends."""
    return Path(np.reshape(ends, (-1, 2)), [Path.MOVETO, Path.LINETO] * len(ends))


def cross(x: float, y: float, arm: float) -> list[tuple[Point, Point]]:
    """Return the two lines of an X centred at (`x`, `y`), each as a pair of its ends."""
    return [((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))]


def text(words: str, x: float, y: float, height: float, align: float = 0.5) -> Path:
    """Return the outlines of `words`, in a font that comes with matplotlib.

    Capital letters have the height `height`, and `y` is their vertical middle. The text begins at
    `x` if `align` is 0, is centred on `x` if `align` is 0.5, and ends at `x` if `align` is 1.
    """
    glyphs, width = _glyphs(words)
    size = height / CAPITAL
    return placed(glyphs, x - align * width * size, y - height / 2, size)


def fitted(words: str, x: float, y: float, height: float, most: float, align: float = 0.5) -> Path:
    """Return the outlines that `text` returns, made smaller if they are wider than `most`."""
    return text(words, x, y, height * min(1, most / width_of(words, height)), align)


def width_of(words: str, height: float) -> float:
    """Return the width of `words` if their capital letters have the height `height`."""
    return _glyphs(words)[1] * height / CAPITAL


@cache
def _glyphs(words: str) -> tuple[Path, float]:
    path = TextPath((0, 0), words, size=1, prop=FontProperties(family=FAMILY, weight="bold"))
    box = path.get_extents()
    return Path(_vertices(path) - (box.x0, 0), path.codes), box.width


def placed(path: Path, x: float, y: float, scale: float = 1, degrees: float = 0) -> Path:
    """Return a copy of `path`, first scaled, then rotated clockwise, then moved by `x` and `y`."""
    turn = math.radians(degrees)
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    return Path(_vertices(path) @ ((cos, -sin), (sin, cos)) + (x, y), path.codes)


def scattered(path: Path, spots: Sequence[Point]) -> Path:
    """Return one path that has a copy of `path` at each point in `spots`."""
    vertices = np.reshape(spots, (-1, 1, 2)) + _vertices(path)
    return Path(vertices.reshape(-1, 2), np.tile(np.asarray(path.codes), len(spots)))


def together(paths: Iterable[Path]) -> Path:
    """Combine several paths into one, which is drawn faster and without seams."""
    return Path.make_compound_path(*paths)


def _vertices(path: Path) -> NDArray[np.float64]:
    return np.asarray(path.vertices, np.float64)


def _toward(point: Point, other: Point, distance: float) -> Point:
    part = min(0.5, distance / math.dist(point, other))
    return point[0] + part * (other[0] - point[0]), point[1] + part * (other[1] - point[1])
