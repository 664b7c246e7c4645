"""What boards of squares share when they are drawn: places, names on the margins, and bumps."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from functools import cache

from teachkit.core.board.squares import Facing, Square
from teachkit.draw.scene import Layer, Piece, Placed
from teachkit.draw.shapes import ATTENTION, INK, WHITE, Point, Shape, lines, text

MARGIN = 0.46


def middle(square: Square) -> Point:
    """Return where the middle of a square is in the scene."""
    return MARGIN + square.column + 0.5, MARGIN + square.row + 0.5


def middles(squares: Iterable[Square]) -> dict[str, Point]:
    """Return the middle of each square by its name."""
    return {str(square): middle(square) for square in squares}


def names(width: int, height: int) -> Iterator[Placed]:
    """Yield letters for columns and numbers for rows, on every margin."""
    near = MARGIN / 2 - 0.03
    right, top = width + 2 * MARGIN - near, height + 2 * MARGIN - near
    for column in range(width):
        for y in (near, top):
            yield Placed(_name(string.ascii_lowercase[column]), MARGIN + column + 0.5, y)
    for row in range(height):
        for x in (near, right):
            yield Placed(_name(str(row + 1)), x, MARGIN + row + 0.5)


@cache
def _name(letter: str) -> Layer:
    return Layer([Shape(text(letter, 0, 0, 0.2), INK)])


def bump(square: Square, facing: Facing) -> Piece:
    """Return three rays where a piece on a square met something ahead."""
    return Piece(f"{square} bump", "", _rays(), 1.3, *middle(square), facing.degrees)


@cache
def _rays() -> Layer:
    rays = lines([((spread * 0.1, 0.46), (spread * 0.2, 0.56)) for spread in (-1.4, 0, 1.4)])
    return Layer([Shape(rays, line=WHITE, width=0.1), Shape(rays, line=ATTENTION, width=0.055)])
