"""Helpers that compare pictures by their pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, Transform
from numpy.typing import NDArray
from PIL import Image

from teachkit.core.run.flow import Event
from teachkit.core.run.trace import Trace
from teachkit.draw.picture import Drawing, on_top, size_of, still_parts
from teachkit.draw.scene import Layer, Piece, Placed, scene
from teachkit.draw.shapes import Shape
from teachkit.draw.sprites import _lines_and_curves, _matrix
from teachkit.draw.svg import sprite

Pixels: TypeAlias = NDArray[np.int16]


def pixels(png: bytes) -> Pixels:
    """Return rows of pixels from the top, each pixel with 3 numbers from 0 to 255."""
    return np.asarray(Image.open(BytesIO(png)), np.int16)


@lru_cache(maxsize=200)
def rasterized(svg: bytes, width: int, height: int = 0) -> Image.Image:
    """Draw an SVG file in `width` by `height` pixels, or as a square, on a transparent ground."""
    root = ElementTree.fromstring(svg)
    *_, across, up = map(float, root.attrib["viewBox"].split())
    named = {each.attrib["id"]: each for each in root.iter() if "id" in each.attrib}
    figure = Figure((width / 100, (height or width) / 100), dpi=100)
    figure.patch.set_alpha(0)
    shapes = list(_shapes(root, Affine2D(), named))
    flipped = Affine2D().scale(1, -1).translate(0, up).scale(width / across)
    figure.add_artist(Drawing([Placed(Layer(shapes))], flipped))
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return Image.fromarray(np.asarray(canvas.buffer_rgba()))


def _shapes(element: Element, matrix: Transform, named: Mapping[str, Element]) -> Iterator[Shape]:
    matrix = _matrix(element.get("transform", "")) + matrix
    match element.tag.partition("}")[2]:
        case "use":
            yield from _shapes(named[element.attrib["href"][1:]], matrix, named)
        case "path":
            path = _lines_and_curves(element.attrib["d"]).transformed(matrix)
            width = float(element.attrib["stroke-width"])
            yield Shape(path, element.attrib["fill"], element.attrib["stroke"], width)
        case _:
            for child in element:
                yield from _shapes(child, matrix, named)


def full_drawing(state: object, event: Event | None = None, path: Trace | None = None) -> Figure:
    """Return a figure with everything in the picture of `state`, drawn at once without a cache."""
    seen, size = scene(state), size_of(state)
    figure = Figure((size["width"] / 100, size["height"] / 100), dpi=100)
    placed = [*still_parts(seen.background), *on_top(seen, state, event, path)]
    inches = Affine2D().scale(figure.get_figwidth() / seen.width)
    figure.add_artist(Drawing(placed, inches + figure.dpi_scale_trans))
    return figure


def drawn(figure: Figure) -> Pixels:
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba(), np.int16)[:, :, :3]


def spots(picture: Pixels, colour: str, tolerance: int = 3) -> Pixels:
    """Return the pixels of this colour: a row `x, y` for each, with y counted from the top."""
    wanted = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    rows, columns = np.nonzero(np.abs(picture[:, :, :3] - wanted).max(axis=2) <= tolerance)
    return np.stack([columns, rows], axis=1).astype(np.int16)


def point(state: object, square: str, size: int = 1000) -> tuple[float, float]:
    """Return the middle of a square in a picture of `state` whose longer side has `size` pixels."""
    seen = scene(state)
    (x, y), unit = seen.background.spots[square], size / max(seen.width, seen.height)
    return x * unit, (seen.height - y) * unit


def alone(layer: Layer, size: float, width: int = 128) -> Pixels:
    """Return the pixels of a sprite, each with 4 numbers, as the browser shows it."""
    return np.asarray(rasterized(sprite(layer, size), width), np.int16)


def put_together(sent: dict[str, Any], stop: dict[str, Any]) -> Pixels:
    """Compose background, labels and pictures as the browser does."""
    sheet = rasterized(sent["background"], 2 * sent["width"], 2 * sent["height"]).copy()
    for label in sent["labels"]:
        for x, y in label["places"]:
            lay(sheet, rasterized(label["picture"], 2 * label["size"]), x, y)
    for piece in sent["pieces"]:
        x, y, angle, is_seen = stop["places"][piece["id"]]
        if is_seen:
            lay(sheet, rasterized(piece["picture"], 2 * piece["width"]).rotate(-angle), x, y)
    return np.asarray(sheet.convert("RGB"), np.int16)


def lay(sheet: Image.Image, picture: Image.Image, x: float, y: float) -> None:
    """Paste a picture centred at a place, interpolating between pixels."""
    across, down = 2 * x - picture.width / 2, 2 * y - picture.height / 2
    left, top = max(0, floor(across) - 1), max(0, floor(down) - 1)
    right = min(sheet.width, ceil(across) + picture.width + 1)
    bottom = min(sheet.height, ceil(down) + picture.height + 1)
    if left < right and top < bottom:
        moved = (1, 0, left - across, 0, 1, top - down)
        way = Image.Transform.AFFINE, moved, Image.Resampling.BICUBIC
        sheet.alpha_composite(picture.transform((right - left, bottom - top), *way), (left, top))


def piece_of(state: object, name: str) -> Piece:
    """Return the piece of this name in the picture of a state."""
    piece = scene(state).piece(name)
    assert piece
    return piece
