"""Helpers for drawing boards of squares: positions, coordinates, the ground, and bumps."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from teachkit.core.board.grid import Grid
from teachkit.core.board.squares import Facing, Square
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Piece, Placed
from teachkit.draw.shapes import ATTENTION, INK, PAPER, WHITE, Shape

MARGIN = 0.46


def middle(square: Square) -> Point:
    """Return the middle of `square`, in scene units."""
    return MARGIN + square.column + 0.5, MARGIN + square.row + 0.5


def backdrop(
    board: Grid[Any], still: Iterable[Placed], labels: Iterable[Placed] = ()
) -> Background:
    """Return the background of `board`, with coordinates on every margin.

    `still` are the layers that never move, and `labels` are labels in addition to the coordinates.
    """
    width, height = board.width + 2 * MARGIN, board.height + 2 * MARGIN
    signs = (*names(board.width, board.height), *labels)
    return Background(width, height, tuple(still), signs, middles(board.squares))


def middles(squares: Iterable[Square]) -> dict[str, Point]:
    """Return the middle of each square, keyed by the square's name."""
    return {str(square): middle(square) for square in squares}


def ground(width: int, height: int, frame: str, floor: str) -> list[Shape]:
    """Return the shapes of a sheet of paper with a framed floor of `width` by `height` squares.

    `frame` and `floor` are colours.
    """
    edge = MARGIN - 0.07
    return [
        Shape(paths.rectangle(0, 0, width + 2 * MARGIN, height + 2 * MARGIN), PAPER),
        Shape(paths.rounded_rectangle(edge, edge, width + 0.14, height + 0.14, 0.12), frame),
        Shape(paths.rectangle(MARGIN, MARGIN, width, height), floor),
    ]


def seams(width: int, height: int) -> list[tuple[Point, Point]]:
    """Return the lines between the squares of a board, each as a pair of its ends."""
    columns = [MARGIN + column for column in range(1, width)]
    rows = [MARGIN + row for row in range(1, height)]
    upright = [((x, MARGIN), (x, MARGIN + height)) for x in columns]
    return [*upright, *(((MARGIN, y), (MARGIN + width, y)) for y in rows)]


def names(width: int, height: int) -> Iterator[Placed]:
    """Yield the labels on every margin: a letter for each column, and a number for each row."""
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
    return Layer([Shape(paths.text(letter, 0, 0, 0.2), INK)])


def bump(square: Square, facing: Facing) -> Piece:
    """Return a piece that shows a blocked move: three rays at the side `facing` of `square`."""
    return Piece(f"{square} bump", "", _rays(), 1.3, *middle(square), facing.degrees)


@cache
def _rays() -> Layer:
    rays = paths.lines([((spread * 0.1, 0.46), (spread * 0.2, 0.56)) for spread in (-1.4, 0, 1.4)])
    return Layer([Shape(rays, line=WHITE, width=0.1), Shape(rays, line=ATTENTION, width=0.055)])
