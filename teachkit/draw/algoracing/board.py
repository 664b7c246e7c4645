"""The board of Algoracing: a piece of Mars seen from the south, slightly from above.

A storey lifts a square by `RISE`, so blocks show their southern cliff; the sun is in the west.
Everything is drawn around its own middle and then put into place. Rows go from north to south,
so that what is nearer hides what is behind it.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from functools import cache, lru_cache

from teachkit.core.grid import FACINGS, Facing, Square
from teachkit.draw.algoracing.tokens import base_token, platform
from teachkit.draw.scene import Background, Layer, Placed
from teachkit.draw.shapes import (
    INK,
    PAPER,
    Point,
    Shape,
    circle,
    lines,
    placed,
    polygon,
    rectangle,
    regular,
    rounded_rectangle,
    scattered,
    text,
    together,
)
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.pieces import Base

MARGIN = 0.46
RISE = 0.14

FRAME = "#5b2c19"
LEVELS = ("#e0a071", "#f3ca9c", "#ffe9c9")  # the higher, the nearer to the sun
GRID = ("#c07c4c", "#d29c66", "#e0b784")
PEBBLES = "#cb8a5a"
CLIFF, CLIFF_SHADE = "#a9572f", "#853d1f"
SHADOW = "#5b2c1960"
STONE, STONE_FRONT, STONE_JOINT = "#3b4150", "#22262f", "#a3abba"

_GRID_WIDTH = 0.02
_SIDES: dict[Facing, tuple[Point, Point]] = {
    Facing.NORTH: ((-0.5, 0.5), (0.5, 0.5)),
    Facing.EAST: ((0.5, -0.5), (0.5, 0.5)),
    Facing.SOUTH: ((-0.5, -0.5), (0.5, -0.5)),
    Facing.WEST: ((-0.5, -0.5), (-0.5, 0.5)),
}


def middle(board: Board, square: Square, level: int | None = None) -> Point:
    """Where the middle of a square is in the scene; its storeys lift it."""
    storeys = board.level(square) if level is None else level
    return MARGIN + square.column + 0.5, MARGIN + square.row + 0.5 + RISE * storeys


@lru_cache(maxsize=32)
def background(board: Board, bases: tuple[Base, ...]) -> Background:
    """The board with everything that never moves, kept for the next state on it."""
    rows = reversed(range(board.height))
    return Background(
        board.width + 2 * MARGIN,
        board.height + 2 * MARGIN,
        (
            Placed(_ground(board.width, board.height)),
            *(each for row in rows for each in _row(board, bases, row)),
        ),
    )


@lru_cache(maxsize=32)
def _ground(width: int, height: int) -> Layer:
    """Plain ground of this size, its frame, and the names of columns and rows around it."""
    edge = MARGIN - 0.07
    return Layer(
        [
            Shape(rectangle(0, 0, width + 2 * MARGIN, height + 2 * MARGIN), PAPER),
            Shape(rounded_rectangle(edge, edge, width + 0.14, height + 0.14, 0.12), FRAME),
            Shape(rectangle(MARGIN, MARGIN, width, height), LEVELS[0]),
            *_pebbles(width, height),
            *_grid(width, height),
            _labels(width, height),
        ]
    )


def _pebbles(width: int, height: int) -> Iterator[Shape]:
    """Stones strewn about, always the same ones."""
    for kind, radius in enumerate((0.014, 0.02, 0.028)):
        spots = []
        for column in range(width):
            for row in range(height):
                spot = (column * 37 + row * 61 + column * row * 17 + 29 * kind) % 97
                x, y = 0.12 + 0.76 * (spot % 9) / 8, 0.12 + 0.76 * (spot // 9) / 10
                spots.append((MARGIN + column + x, MARGIN + row + y))
        yield Shape(scattered(regular(8, 0, 0, radius), spots), PEBBLES)


def _grid(width: int, height: int) -> Iterator[Shape]:
    """Fine lines between the squares, and a small cross where four of them meet."""
    columns = [MARGIN + column for column in range(1, width)]
    rows = [MARGIN + row for row in range(1, height)]
    grid = [((x, MARGIN), (x, MARGIN + height)) for x in columns]
    grid += [((MARGIN, y), (MARGIN + width, y)) for y in rows]
    if grid:
        yield Shape(lines(grid), line=GRID[0], width=_GRID_WIDTH)
    if corners := [(x, y) for x in columns for y in rows]:
        plus = lines([((-0.06, 0), (0.06, 0)), ((0, -0.06), (0, 0.06))])
        yield Shape(scattered(plus, corners), line=FRAME, width=_GRID_WIDTH)


def _labels(width: int, height: int) -> Shape:
    """Letters for columns, numbers for rows, on every margin."""
    near = MARGIN / 2 - 0.03
    right, top = width + 2 * MARGIN - near, height + 2 * MARGIN - near
    letters = [
        scattered(text(string.ascii_lowercase[column], MARGIN + column + 0.5, 0, 0.2),
                  [(0, near), (0, top)])
        for column in range(width)
    ]  # fmt: skip
    numbers = [
        scattered(text(str(row + 1), 0, MARGIN + row + 0.5, 0.2), [(near, 0), (right, 0)])
        for row in range(height)
    ]
    return Shape(together([*letters, *numbers]), INK)


def _row(board: Board, bases: tuple[Base, ...], row: int) -> Iterator[Placed]:
    squares = [Square(column, row) for column in range(board.width)]
    yield from _blocks(board, squares)
    for square in squares:
        if square in board.marks:
            yield Placed(_crater(board.level(square)), *middle(board, square))
    for base in bases:
        if base.square.row == row:
            yield Placed(base_token(base.owner, base.labs), *middle(board, base.square))
    yield from _lifts(board, row)
    for square in squares:
        yield from _walls(board, square)


def _blocks(board: Board, squares: list[Square]) -> Iterator[Placed]:
    for square in sorted(squares, key=board.level):  # low ones lie in the shadow of high ones
        if level := board.level(square):
            around = tuple(_level(board, square.ahead(facing)) for facing in FACINGS)
            north, east = around[:2]
            if square.ahead(Facing.EAST) in board and east < level:
                yield Placed(_shadow(level - east, north < level), *middle(board, square))
            yield Placed(_block(level, around), *middle(board, square))


def _level(board: Board, square: Square) -> int:
    """The storeys of a square; ground where the board has ended."""
    return board.level(square) if square in board else 0


@cache
def _block(level: int, around: tuple[int, ...]) -> Layer:
    """A square of a block, by the levels around it: its top, its cliff and its borders."""
    north, _, south, _ = (level - other for other in around)
    above = 0.02 if north == 0 else 0  # two squares of one block overlap a little, without a seam
    shapes = [Shape(rectangle(-0.5, -0.5, 1, 1 + above), LEVELS[level])]
    if south > 0:
        shapes += _cliff(south)
    sides = [(other, _longer(_SIDES[facing], above))
             for facing, other in zip(FACINGS, around, strict=True)]  # fmt: skip
    if inner := [side for other, side in sides if other == level]:
        shapes.append(Shape(lines(inner), line=GRID[level], width=_GRID_WIDTH))
    if borders := [side for other, side in sides if other < level]:
        shapes.append(Shape(lines(borders), line=FRAME, width=0.045))
    return Layer(shapes)


def _longer(side: tuple[Point, Point], above: float) -> tuple[Point, Point]:
    start, (x, y) = side
    return start, (x, y + above if y > start[1] else y)


@cache
def _shadow(drop: int, is_end: bool) -> Layer:
    """What a square of a block throws to the east; slanted at the block's northern end."""
    foot, wide = -0.5 - RISE * drop, 0.13 * drop
    top = 0.5 if is_end else foot + 1
    end = top - wide if is_end else top
    corners = polygon((0.5, foot), (0.5, top), (0.5 + wide, end), (0.5 + wide, foot))
    return Layer([Shape(corners, SHADOW)])


def _cliff(storeys: int) -> Iterator[Shape]:
    foot = -0.5 - storeys * RISE
    yield Shape(rectangle(-0.5, foot - 0.05, 1, 0.05), SHADOW)
    yield Shape(rectangle(-0.5, foot, 1, storeys * RISE), CLIFF)
    for storey in range(storeys):
        yield Shape(rectangle(-0.5, foot + storey * RISE, 1, 0.45 * RISE), CLIFF_SHADE)


@cache
def _crater(level: int) -> Layer:
    """A mark, where a sample may lie."""
    ring, floor = circle(0, 0, 0.22), circle(0.012, -0.02, 0.185)
    return Layer([Shape(ring, GRID[level]), Shape(floor, LEVELS[level])])


def _lifts(board: Board, row: int) -> Iterator[Placed]:
    """Platforms, and the rails between them, unless they are behind the block."""
    for lift in board.lifts:
        facing = next(facing for facing in FACINGS if lift.upper.ahead(facing) == lift.lower)
        upper = middle(board, lift.upper)
        if lift.upper.row == row:
            if facing is not Facing.NORTH:
                drop = board.level(lift.upper) - board.level(lift.lower)
                yield Placed(_rails(facing, drop), *upper)
            yield Placed(platform(facing), *upper)
        if lift.lower.row == row:
            yield Placed(platform(None), *middle(board, lift.lower))


@cache
def _rails(facing: Facing, drop: int) -> Layer:
    """Rails from the upper platform, around which this is drawn, to the lower one."""
    x, y = {Facing.EAST: (1, 0), Facing.SOUTH: (0, -1), Facing.WEST: (-1, 0)}[facing]
    across, up = 0.13 * abs(y), 0.13 * abs(x)
    end = x, y - RISE * drop
    rails = lines(
        [
            ((side * across, side * up), (end[0] + side * across, end[1] + side * up))
            for side in (-1, 1)
        ]
    )
    return Layer([Shape(rails, line=PAPER, width=0.12), Shape(rails, line=STONE, width=0.06)])


def _walls(board: Board, square: Square) -> Iterator[Placed]:
    """The walls north and east of a square, standing on the higher of the two squares."""
    for facing in (Facing.NORTH, Facing.EAST):
        if board.has_wall(square, facing):
            level = max(board.level(square), board.level(square.ahead(facing)))
            yield Placed(_stones(facing), *middle(board, square, level))


@cache
def _stones(facing: Facing) -> Layer:
    """A wall along the northern or eastern side of a square, a little higher than thick."""
    is_north = facing is Facing.NORTH
    x, y, width, depth = (-0.47, 0.43, 0.94, 0.14) if is_north else (0.43, -0.47, 0.14, 0.94)
    joint = ((0, 0.02), (0, depth - 0.02)) if is_north else ((0.02, 0), (width - 0.02, 0))
    quarters = [quarter / 4 for quarter in (1, 2, 3)]
    spots = [(width * q, 0.0) if is_north else (0.0, depth * q) for q in quarters]
    return Layer(
        [
            Shape(rectangle(x + 0.04, y - 0.03, width + 0.03, depth), SHADOW),
            Shape(rounded_rectangle(x, y, width, depth + 0.08, 0.03), STONE_FRONT, PAPER, 0.03),
            Shape(rounded_rectangle(x, y + 0.08, width, depth, 0.03), STONE),
            Shape(placed(scattered(lines([joint]), spots), x, y + 0.08), line=STONE_JOINT,
                  width=0.022),
        ]
    )  # fmt: skip
