"""The board of Algoracing: a piece of Mars seen from above; the sun is in the north-west.

Where a block ends it slopes down, inside of its own squares: so it can be seen from all four sides
that it is high, and it never covers what lies beside it. A line around
its top and the number of its storeys say so too. Everything is drawn around its own middle and
then put into place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from matplotlib.path import Path

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.draw.algoracing.tokens import base_token, platform
from teachkit.draw.scene import Background, Layer, Placed
from teachkit.draw.shapes import (
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
from teachkit.draw.squares import MARGIN, middle, names
from teachkit.games.algoracing.board import Board
from teachkit.games.algoracing.state import Base

SLOPE = 0.13

FRAME = "#5b2c19"
LEVELS = ("#e0a071", "#f3ca9c", "#ffe9c9")  # the higher, the nearer to the sun
GRID = ("#c07c4c", "#d29c66", "#e0b784")
PEBBLES = "#cb8a5a"
SLOPES: dict[Facing, str] = {
    Facing.NORTH: "#eab98b",
    Facing.EAST: "#a9572f",
    Facing.SOUTH: "#8f4524",
    Facing.WEST: "#f7d9ae",
}
SHADOW = "#5b2c1960"
STONE, STONE_FRONT, STONE_JOINT = "#3b4150", "#22262f", "#a3abba"

_GRID_WIDTH = 0.02
_SIDES: dict[Facing, tuple[Point, Point]] = {
    Facing.NORTH: ((-0.5, 0.5), (0.5, 0.5)),
    Facing.EAST: ((0.5, -0.5), (0.5, 0.5)),
    Facing.SOUTH: ((-0.5, -0.5), (0.5, -0.5)),
    Facing.WEST: ((-0.5, -0.5), (-0.5, 0.5)),
}


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
        (*names(board.width, board.height), *_storeys(board)),
    )


@lru_cache(maxsize=32)
def _ground(width: int, height: int) -> Layer:
    """Plain ground of this size, and its frame."""
    edge = MARGIN - 0.07
    return Layer(
        [
            Shape(rectangle(0, 0, width + 2 * MARGIN, height + 2 * MARGIN), PAPER),
            Shape(rounded_rectangle(edge, edge, width + 0.14, height + 0.14, 0.12), FRAME),
            Shape(rectangle(MARGIN, MARGIN, width, height), LEVELS[0]),
            *_pebbles(width, height),
            *_grid(width, height),
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


def _storeys(board: Board) -> Iterator[Placed]:
    """The number of its storeys in a corner of each square of a block, where no rover hides it."""
    for row in range(board.height):
        for column in range(board.width):
            square = Square(column, row)
            if level := board.level(square):
                x, y = middle(square)
                yield Placed(_storey(level), x - 0.4, y + 0.4)


@cache
def _storey(level: int) -> Layer:
    number = text(str(level), 0, 0, 0.1)
    return Layer([Shape(number, line=LEVELS[level], width=0.05), Shape(number, FRAME)])


def _row(board: Board, bases: tuple[Base, ...], row: int) -> Iterator[Placed]:
    squares = [Square(column, row) for column in range(board.width)]
    yield from _blocks(board, squares)
    for square in squares:
        if square in board.marks:
            yield Placed(_crater(board.level(square)), *middle(square))
    for base in bases:
        if base.square.row == row:
            yield Placed(base_token(base.owner, base.labs), *middle(base.square))
    yield from _lifts(board, row)
    for square in squares:
        yield from _walls(board, square)


def _blocks(board: Board, squares: list[Square]) -> Iterator[Placed]:
    for square in sorted(squares, key=board.level):  # low ones lie in the shadow of high ones
        if level := board.level(square):
            around = tuple(_level(board, square.ahead(facing)) for facing in FACINGS)
            corners = tuple(
                _level(board, square.ahead(facing).ahead(facing.right)) for facing in FACINGS
            )
            east = square.ahead(Facing.EAST)
            if east in board and board.level(east) < level:
                yield Placed(_shadow(level - board.level(east)), *middle(square))
            yield Placed(_block(level, around, corners), *middle(square))


def _level(board: Board, square: Square) -> int:
    """The storeys of a square; ground where the board has ended."""
    return board.level(square) if square in board else 0


@cache
def _block(level: int, around: tuple[int, ...], corners: tuple[int, ...]) -> Layer:
    """A square of a block, by the levels around it: its top, its slopes and its contour."""
    low = dict(zip(FACINGS, around, strict=True))
    slope = {facing: _slope(level - other) for facing, other in low.items()}
    shapes = [Shape(rectangle(-0.5, -0.5, 1, 1), LEVELS[level])]
    if inner := [_SIDES[facing] for facing, other in low.items() if other == level]:
        shapes.append(Shape(lines(inner), line=GRID[level], width=_GRID_WIDTH))
    top = []
    for facing, width in slope.items():
        begin, end = slope[facing.left], slope[facing.right]
        if width:
            foot = [(-0.5, 0.5), (0.5, 0.5)]
            edge = [(0.5 - end, 0.5 - width), (-0.5 + begin, 0.5 - width)]
            shapes.append(Shape(_turned(polygon(*foot, *edge), facing), SLOPES[facing]))
            top.append(_turned(lines([(edge[0], edge[1])]), facing))
    for facing, other in zip(FACINGS, corners, strict=True):
        if other < level and not slope[facing] and not slope[facing.right]:
            cut = 0.5 - _slope(level - other)
            corner = _turned(rectangle(cut, cut, 0.5 - cut, 0.5 - cut), facing)
            shapes.append(Shape(corner, SLOPES[facing]))
            top.append(_turned(lines([((cut, 0.5), (cut, cut)), ((cut, cut), (0.5, cut))]), facing))
    if top:
        shapes.append(Shape(together(top), line=FRAME, width=0.02))
    if borders := [_SIDES[facing] for facing, width in slope.items() if width]:
        shapes.append(Shape(lines(borders), line=FRAME, width=0.045))
    return Layer(shapes)


def _slope(drop: int) -> float:
    """How wide a slope is that goes down so many storeys."""
    return SLOPE * (drop + 1) / 2 if drop > 0 else 0


def _turned(path: Path, facing: Facing) -> Path:
    """What was drawn at the northern side, at another."""
    return placed(path, 0, 0, degrees=facing.degrees)


@cache
def _shadow(drop: int) -> Layer:
    """What a square of a block throws to the east."""
    return Layer([Shape(rectangle(0.5, -0.5, 0.07 * drop, 1), SHADOW)])


@cache
def _crater(level: int) -> Layer:
    """A mark, where a sample may lie."""
    ring, floor = circle(0, 0, 0.22), circle(0.012, -0.02, 0.185)
    return Layer([Shape(ring, GRID[level]), Shape(floor, LEVELS[level])])


def _lifts(board: Board, row: int) -> Iterator[Placed]:
    """Platforms, and the rails between them, unless they are behind the block."""
    for lift in board.lifts:
        facing = next(facing for facing in FACINGS if lift.upper.ahead(facing) == lift.lower)
        upper = middle(lift.upper)
        if lift.upper.row == row:
            if facing is not Facing.NORTH:
                yield Placed(_rails(facing), *upper)
            yield Placed(platform(facing), *upper)
        if lift.lower.row == row:
            yield Placed(platform(None), *middle(lift.lower))


@cache
def _rails(facing: Facing) -> Layer:
    """Rails from the upper platform, around which this is drawn, to the lower one."""
    x, y = {Facing.EAST: (1, 0), Facing.SOUTH: (0, -1), Facing.WEST: (-1, 0)}[facing]
    across, up = 0.13 * abs(y), 0.13 * abs(x)
    end = x, y
    rails = lines(
        [
            ((side * across, side * up), (end[0] + side * across, end[1] + side * up))
            for side in (-1, 1)
        ]
    )
    return Layer([Shape(rails, line=PAPER, width=0.12), Shape(rails, line=STONE, width=0.06)])


def _walls(board: Board, square: Square) -> Iterator[Placed]:
    """The walls north and east of a square, between two squares."""
    for facing in (Facing.NORTH, Facing.EAST):
        if board.has_wall(square, facing):
            yield Placed(_stones(facing), *middle(square))


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
