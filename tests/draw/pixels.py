"""Helpers that compare pictures by their pixels."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import Any, TypeAlias

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

from teachkit.draw.scene import Piece, scene

Pixels: TypeAlias = NDArray[np.int16]


def pixels(png: bytes) -> Pixels:
    """Return rows of pixels from the top, each pixel with 3 or 4 numbers from 0 to 255."""
    return np.asarray(Image.open(BytesIO(png)), np.int16)


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


def put_together(sent: dict[str, Any], stop: dict[str, Any]) -> Pixels:
    """Compose background, labels and pictures as the browser does."""
    sheet = image(sent["background"]).copy()
    for label in sent["labels"]:
        for x, y in label["places"]:
            lay(sheet, image(label["picture"]), x, y)
    for piece in sent["pieces"]:
        x, y, angle, is_seen = stop["places"][piece["id"]]
        if is_seen:
            lay(sheet, image(piece["picture"]).rotate(-angle), x, y)
    return np.asarray(sheet.convert("RGB"), np.int16)


@lru_cache(maxsize=200)
def image(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


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
