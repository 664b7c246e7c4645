"""Recognition of letters and digits among the shapes of a picture, by their outlines."""

from __future__ import annotations

import string
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
from matplotlib.path import Path

from teachkit.draw import paths
from teachkit.draw.paths import CAPITAL
from teachkit.draw.scene import Layer, Scene

Outline = tuple[tuple[int, ...], tuple[tuple[float, float], ...]]
SIMPLE = 8  # outlines with fewer points, such as that of a dash, may also be something else


def outlines(path: Path) -> Iterator[tuple[Outline, float]]:
    """Yield every outline of `path`, without its place and size, and its size."""
    codes = np.asarray(path.codes if path.codes is not None else [Path.LINETO] * len(path.vertices))
    vertices = np.asarray(path.vertices)
    starts = [*np.flatnonzero(codes == Path.MOVETO), len(codes)]
    for first, end in pairwise(starts):
        kinds = codes[first:end][codes[first:end] != Path.CLOSEPOLY]
        points = vertices[first:end][codes[first:end] != Path.CLOSEPOLY]
        size = float(np.ptp(points, axis=0).max())
        if len(points) >= SIMPLE and size:
            shape = np.round((points - points[0]) / size, 2) + 0.0  # no -0.0
            yield (tuple(kinds), tuple(map(tuple, shape))), size


@cache
def alphabet() -> dict[Outline, tuple[str, float]]:
    """Return each letter's and digit's outlines, with the letter and the size at font size 1."""
    return {
        outline: (letter, size)
        for letter in string.ascii_letters + string.digits + "Σ?+"
        for outline, size in outlines(paths.text(letter, 0, 0, CAPITAL))
    }


@cache
def letters(layer: Layer) -> dict[str, float]:
    """Return the letters in `layer`, each with the smallest font size at which it occurs."""
    found: dict[str, float] = {}
    for path in layer.paths:
        for outline, size in outlines(path):
            if outline in alphabet():
                letter, whole = alphabet()[outline]
                found[letter] = min(found.get(letter, np.inf), size / whole)
    return found


def font_sizes(seen: Scene) -> dict[str, float]:
    """Return the smallest font size, in scene units, of each letter in the scene `seen`."""
    ground = seen.background
    layers = [each.layer for each in (*ground.placed, *ground.labels)]
    layers += [piece.layer for piece in seen.pieces]
    found: dict[str, float] = {}
    for layer in layers:
        for letter, size in letters(layer).items():
            found[letter] = min(found.get(letter, np.inf), size)
    return found
