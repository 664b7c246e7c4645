"""Helpers for drawing boards of squares: positions, the world around a board, shadows, and bumps.

Light comes from the north-west. A board lies in its world: the ground around it, and a horizon
above it. The sprite `horizon` of a game starts at 0,0, is `_HORIZON` wide, and repeats.
"""

from __future__ import annotations

import math
import string
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from teachkit.core.board.grid import Grid
from teachkit.core.board.squares import Facing, Square
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Piece, Placed
from teachkit.draw.shapes import ATTENTION, INK, SHADE, WHITE, Shape
from teachkit.draw.sprites import Sprites

MARGIN = 0.46  # on the left and at the bottom, for the names of rows and columns
RIGHT, TOP = 0.24, 0.72
_HORIZON, _FRAME = 6, 0.14


def middle(square: Square) -> Point:
    """Return the middle of `square`, in scene units."""
    return MARGIN + square.column + 0.5, MARGIN + square.row + 0.5


def backdrop(
    board: Grid[Any], still: Iterable[Placed], labels: Iterable[Placed] = ()
) -> Background:
    """Return the background of `board`, with the names of columns and rows on two margins.

    `still` are the layers that never move, and `labels` are labels in addition to the names.
    """
    width, height = size_of(board.width, board.height)
    signs = (*names(board.width, board.height), *labels)
    trimmed = MARGIN + board.width + _FRAME, MARGIN + board.height + _FRAME
    return Background(width, height, tuple(still), signs, middles(board.squares), trimmed)


def size_of(columns: int, rows: int) -> tuple[float, float]:
    """Return the width and height of the picture of a board, in scene units."""
    return MARGIN + columns + RIGHT, MARGIN + rows + TOP


def middles(squares: Iterable[Square]) -> dict[str, Point]:
    """Return the middle of each square, keyed by the square's name."""
    return {str(square): middle(square) for square in squares}


def world(sprites: Sprites, width: float, height: float) -> Iterator[Placed]:
    """Yield the world around a board, in a picture of `width` by `height`: ground and horizon."""
    around = sprites.shape(paths.rectangle(-1, -1, width + 2, height + 2), "around")
    yield Placed(Layer([around]))
    for place in range(math.ceil(width / _HORIZON)):
        yield Placed(sprites.layer("horizon"), place * _HORIZON, height - TOP + 0.1)
    yield Placed(sprites.layer("light"), 0, height - TOP + 0.1)


def ground(sprites: Sprites, width: int, height: int, floor: str) -> list[Shape]:
    """Return the shapes of a framed floor of `width` by `height` squares, with its shadow."""
    edge, around = MARGIN - 0.07, (width + 0.14, height + 0.14)
    return [
        sprites.shape(paths.shaded_sides(edge, edge, *around, 0.07), "cast"),
        sprites.shape(paths.rounded_rectangle(edge, edge, *around, 0.12), "frame"),
        sprites.shape(paths.rectangle(MARGIN, MARGIN, width, height), floor),
    ]


def seams(width: int, height: int) -> list[tuple[Point, Point]]:
    """Return the lines between the squares of a board, each as a pair of its ends."""
    columns = [MARGIN + column for column in range(1, width)]
    rows = [MARGIN + row for row in range(1, height)]
    upright = [((x, MARGIN), (x, MARGIN + height)) for x in columns]
    return [*upright, *(((MARGIN, y), (MARGIN + width, y)) for y in rows)]


def names(width: int, height: int) -> Iterator[Placed]:
    """Yield the labels of a board: a letter below each column, and a number beside each row."""
    near = MARGIN / 2 - 0.03
    for column in range(width):
        yield Placed(_name(string.ascii_lowercase[column]), MARGIN + column + 0.5, near)
    for row in range(height):
        yield Placed(_name(str(row + 1)), near, MARGIN + row + 0.5)


@cache
def _name(letter: str) -> Layer:
    return Layer([Shape(paths.text(letter, 0, 0, 0.2), INK)])


def shadow(piece: Piece) -> Piece:
    """Return the shadow that `piece` casts on the ground, to be drawn below all pieces."""
    x, y, name = piece.x + 0.06, piece.y - 0.07, f"{piece.id} shadow"
    leader = piece.follows or piece.id
    return Piece(name, "", _shadow(piece.layer), piece.size, x, y, piece.angle, follows=leader)


@lru_cache(maxsize=128)
def _shadow(layer: Layer) -> Layer:
    return Layer([Shape(paths.placed(paths.together(layer.paths), 0, 0, 1.1), SHADE)])


def bump(square: Square, facing: Facing) -> Piece:
    """Return a piece that shows a blocked move: three rays at the side `facing` of `square`."""
    return Piece(f"{square} bump", "", _rays(), 1.3, *middle(square), facing.degrees)


@cache
def _rays() -> Layer:
    rays = paths.lines([((spread * 0.1, 0.46), (spread * 0.2, 0.56)) for spread in (-1.4, 0, 1.4)])
    return Layer([Shape(rays, line=WHITE, width=0.1), Shape(rays, line=ATTENTION, width=0.055)])
