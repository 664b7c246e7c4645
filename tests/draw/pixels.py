"""Pictures as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from PIL import Image

Pixels: TypeAlias = NDArray[np.int16]


def pixels(png: bytes) -> Pixels:
    """Rows of pixels from the top, each with 3 or 4 numbers from 0 to 255."""
    return np.asarray(Image.open(BytesIO(png)), np.int16)


def drawn(figure: Figure) -> Pixels:
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba(), np.int16)[:, :, :3]


def spots(picture: Pixels, colour: str, tolerance: int = 3) -> Pixels:
    """Where a picture has this colour: a row of `x, y` for each pixel, y counted from the top."""
    wanted = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    rows, columns = np.nonzero(np.abs(picture[:, :, :3] - wanted).max(axis=2) <= tolerance)
    return np.stack([columns, rows], axis=1).astype(np.int16)


def put_together(sent: dict[str, Any], stop: dict[str, Any]) -> Pixels:
    """What the browser does with background, labels, pictures and places."""
    sheet = Image.open(BytesIO(sent["background"])).convert("RGBA")

    def lay(picture: Image.Image, x: float, y: float) -> None:
        corner = (1, 0, picture.width / 2 - 2 * x, 0, 1, picture.height / 2 - 2 * y)
        way = Image.Transform.AFFINE, corner, Image.Resampling.BICUBIC
        sheet.alpha_composite(picture.transform(sheet.size, *way))

    for label in sent["labels"]:
        for x, y in label["places"]:
            lay(Image.open(BytesIO(label["picture"])), x, y)
    for piece in sent["pieces"]:
        x, y, angle, is_seen = stop["places"][piece["id"]]
        if is_seen:
            lay(Image.open(BytesIO(piece["picture"])).rotate(-angle), x, y)
    return np.asarray(sheet.convert("RGB"), np.int16)
