"""Still pictures of states, drawn with matplotlib, for notebooks, print and tests.

A picture consists of two collections of paths: the background, which is drawn once and cached, and
the pieces. This module never uses pyplot, so it does not affect a learner's own figures or backend.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, Transform
from numpy.typing import NDArray

from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Trace
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import (
    PASSED,
    Background,
    Layer,
    Placed,
    Scene,
    dressed,
    retold,
    scene,
    skip_badge,
    with_effects,
)
from teachkit.draw.shapes import INK, TRAIL, Shape

SIZE = 500  # pixels: the longer side of a picture
SCALE = 2  # device pixels per pixel, for sharp pictures on dense screens
DPI = 100

# The line widths of a piece's path and the radii of the discs at its start, in pixels, in a picture
# of size `SIZE`.
WAY = {"lines": ((INK, 7), (TRAIL, 3.5)), "begin": ((INK, 6), (TRAIL, 4))}


class Drawing(PathCollection):
    """A matplotlib artist that draws placed layers. Line widths scale with the picture."""

    def __init__(self, placed: Sequence[Placed], transform: Transform) -> None:
        layers = [each.layer for each in placed]
        super().__init__(
            [path for layer in layers for path in layer.paths],
            facecolors=np.concatenate([layer.fills for layer in layers]),
            edgecolors=np.concatenate([layer.lines for layer in layers]),
            transform=transform,
            capstyle="round",
            joinstyle="round",
        )
        counts = [len(layer.paths) for layer in layers]
        self._matrices = np.repeat([each.matrix() for each in placed], counts, axis=0)
        self._widths = np.concatenate([layer.widths for layer in layers])

    def get_transforms(self) -> Any:
        return self._matrices

    def draw(self, renderer: RendererBase) -> None:
        unit = self.get_transform().get_affine().get_matrix()[0, 0]
        self.set_linewidth(self._widths * unit / renderer.points_to_pixels(1))
        super().draw(renderer)


class Sheet:
    """A canvas with a background that is drawn once and reused for every picture."""

    def __init__(self, background: Background, size: int, scale: float) -> None:
        across, up = _pixels(background.width, background.height, size)
        self._figure = Figure((across / DPI, up / DPI), dpi=DPI * scale)
        inches = Affine2D().scale(self._figure.get_figwidth() / background.width)
        self._units = inches + self._figure.dpi_scale_trans
        self._canvas: Any = FigureCanvasAgg(self._figure)  # matplotlib is only partly typed
        self._figure.add_artist(Drawing(still_parts(background), self._units))
        self._canvas.draw()
        self._clean = self._canvas.copy_from_bbox(self._figure.bbox)

    def png(self, placed: Sequence[Placed]) -> bytes:
        """Return a PNG file of the background with the layers `placed` on top."""
        return encoded(self.pixels(placed))

    def pixels(self, placed: Sequence[Placed] = ()) -> NDArray[Any]:
        """Return the pixels of the background with the layers `placed` on top."""
        self._canvas.restore_region(self._clean)
        if placed:
            drawing = Drawing(placed, self._units)
            drawing.set_figure(self._figure)
            drawing.draw(self._canvas.get_renderer())
        return np.asarray(self._canvas.buffer_rgba())[:, :, :3]


sheet = lru_cache(maxsize=4)(Sheet)


def picture(state: object, ax: Axes, path: Trace | None = None) -> None:
    """Draw `state` into `ax`, with the path of the trace `path`, if given, which leads to it."""
    seen = scene(state)
    ax.set(xlim=(0, seen.width), ylim=(0, seen.height), aspect="equal")
    ax.set_axis_off()
    ax.add_artist(
        Drawing([*still_parts(seen.background), *on_top(seen, state, path=path)], ax.transData)
    )


def png(
    state: object,
    event: Event | None = None,
    path: Trace | None = None,
    size: int = SIZE,
    scale: float = SCALE,
    parts: tuple[str, ...] = (),
) -> bytes:
    """Return a picture of `state` as a PNG file, with `scale` device pixels per pixel.

    It has `size` pixels on its longer side. `event` is the last event; if given, its effects are
    drawn. `path` is a trace that leads to `state`; if given, the path of its player is drawn.
    The learner's piece has the `parts`. Backgrounds are cached.

    >>> from teachkit.games.algoracing import Setup
    >>> png(Setup(floor=". .", rovers={"red": "a1 east"}).state())[1:4]
    b'PNG'
    """
    seen = dressed(state, scene(state), parts)
    return sheet(seen.background, size, scale).png(on_top(seen, state, event, path))


def end_png(trace: Trace, size: int = SIZE, scale: float = SCALE) -> bytes:
    """Return a picture of the end of `trace`, with the path and the effects of the last event."""
    event = trace.frames[-1].event if trace.frames else None
    return png(trace.final, event, trace, size, scale)


def still_parts(background: Background) -> tuple[Placed, ...]:
    """Return the layers of `background`, with the labels on top."""
    return (*background.placed, *background.labels)


def size_of(state: object, size: int = SIZE) -> dict[str, int]:
    """Return the width and height at which the picture of `state` is shown, in pixels."""
    seen = scene(state)
    width, height = _pixels(seen.width, seen.height, size)
    return {"width": width, "height": height}


def on_top(
    seen: Scene, state: object, event: Event | None = None, path: Trace | None = None
) -> list[Placed]:
    """Return the layers above the background of `seen`: path, pieces, and effects of `event`."""
    if path is not None:
        seen = retold(state, seen, path.steps())
    if event is not None:
        seen = with_effects(seen, state, event)
    way = _way(path, seen) if path is not None and seen.leaves_way else []
    return [*way, *(piece.placed for piece in seen.pieces)]


def _way(path: Trace, seen: Scene) -> list[Placed]:
    """Return layers that show where the player of the trace `path` went and which cards it skipped.

    The path is a line with a disc at the start. Line widths depend on the size of the scene `seen`.
    """
    unit = max(seen.width, seen.height) / SIZE
    points: list[Point] = []
    badges: list[Placed] = []
    state, here = path.start, scene(path.start)
    steps: list[tuple[Event | None, Any]] = [(None, state), *map(tuple, path.frames)]
    for event, after in steps:
        if after is not state:
            state, here = after, scene(after)
        piece = here.piece(path.actor or "")
        if piece and (piece.x, piece.y) not in points[-1:]:
            points.append((piece.x, piece.y))
        badges += [badge.placed for badge in skip_badge(here, event, PASSED)] if event else []
    if not points:
        return badges
    way, (x, y) = paths.line(*points), points[0]
    shapes = [Shape(way, line=colour, width=width * unit) for colour, width in WAY["lines"]]
    shapes += [Shape(paths.circle(x, y, r * unit), colour) for colour, r in WAY["begin"]]
    return [Placed(Layer(shapes)), *badges]


def _pixels(width: float, height: float, size: int) -> tuple[int, int]:
    unit = size / max(width, height)
    return round(width * unit), round(height * unit)


# PNG files -------------------------------------------------------------------------------------


def encoded(pixels: NDArray[Any]) -> bytes:
    """Return `pixels`, an array of rows with 3 bytes for each pixel, encoded as a PNG file.

    The pictures are flat, with few colours and long runs. Their rows compress faster and become
    smaller without the filters that image libraries use for photographs.

    >>> encoded(np.zeros((1, 1, 3), np.uint8))[1:4]
    b'PNG'
    """
    return _file(pixels, 2, (), 1)


def in_few_colours(pixels: NDArray[Any], most: int = 128) -> bytes:
    """Return `pixels` as a PNG file with a palette, a third as large as that of `encoded`.

    The palette holds the `most` frequent colours (up to 256), where 8 neighbouring shades count as
    one. Every other colour is replaced by the nearest of these.

    >>> in_few_colours(np.zeros((1, 1, 3), np.uint8))[25]
    3
    """
    shades = pixels.reshape(-1, 3).astype(np.int64)
    bins = (shades >> 3) @ (1024, 32, 1)
    counts = np.bincount(bins, minlength=1 << 15)
    used = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
    sums = [np.bincount(bins, shades[:, each], 1 << 15) for each in range(3)]
    colours = np.rint(np.stack(sums, axis=1)[used] / counts[used, None])
    palette, index = colours[:most], np.zeros(1 << 15, np.uint8)
    apart = ((colours[:, None] - palette[None]) ** 2).sum(axis=2)
    index[used] = apart.argmin(axis=1)
    table = ((b"PLTE", palette.astype(np.uint8).tobytes()),)
    return _file(index[bins].reshape(*pixels.shape[:2], 1), 3, table, 9)


def _file(
    pixels: NDArray[Any], colours: int, table: Sequence[tuple[bytes, bytes]], level: int
) -> bytes:
    """Return a PNG file with the colour type `colours`, its palette and the pixels."""
    height, width, channels = pixels.shape
    # Each row starts with its filter type, which is 0 (unfiltered).
    rows = np.zeros((height, width * channels + 1), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0)
    body = zlib.compress(rows.data, level)
    chunks = ((b"IHDR", header), *table, (b"IDAT", body), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
