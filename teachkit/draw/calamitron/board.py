"""The board of Calamitron: a hall with a floor of steel plates, seen from above.

What stops a bot is dark, and stands on the line between two squares; doors are striped, so that
they can be told from walls in grey too. Everything is drawn around the middle of its own square.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from functools import cache, lru_cache

from teachkit.core.board.squares import Facing, Square
from teachkit.draw.calamitron.tokens import HALO
from teachkit.draw.scene import Background, Layer, Placed
from teachkit.draw.shapes import (
    INK,
    PAPER,
    Point,
    Shape,
    arrow,
    circle,
    line,
    lines,
    placed,
    polygon,
    rectangle,
    regular,
    rounded_rectangle,
    scattered,
    text,
)
from teachkit.games.calamitron.board import Board, Hindrance

MARGIN = 0.46

FLOOR, JOINT, RIVET = "#e3e8ec", "#b4bec7", "#9aa6b1"
STEEL, STEEL_FRONT, STEEL_TOP = "#4b5666", "#252d38", "#6d7a8c"
SHADOW = "#252d3844"
DOOR, DOOR_STRIPE = "#f2b632", "#2b2620"
PIT, PIT_DEPTH, RIM = "#171b21", "#05070a", "#8894a1"
PAD, PAD_SIGN = "#d3e6dc", "#1d6b4a"
MARK = "#aab6c1"

_PLATE = 0.93  # the side of a plate: a little of the joint is seen around it


def middle(square: Square) -> Point:
    """Where the middle of a square is in the scene."""
    return MARGIN + square.column + 0.5, MARGIN + square.row + 0.5


@lru_cache(maxsize=32)
def background(board: Board, strip: float = 0, least: float = 0) -> Background:
    """The board with everything that never moves, kept for the next state on it.

    Right of it a strip may be left free for what lies beside the board, so high at least.
    """
    width, height = board.width + 2 * MARGIN + strip, max(board.height + 2 * MARGIN, least)
    return Background(
        width,
        height,
        (
            Placed(Layer([Shape(rectangle(0, 0, width, height), PAPER)])),
            *(Placed(_ground(board.kind(square)), *middle(square)) for square in board.squares),
            *_arrows(board),
            *_edges(board),
        ),
        tuple(_names(board)),
    )


def _names(board: Board) -> Iterator[Placed]:
    """Letters for columns, numbers for rows, on every margin."""
    near = MARGIN / 2 - 0.03
    right, top = board.width + 2 * MARGIN - near, board.height + 2 * MARGIN - near
    for column in range(board.width):
        for y in (near, top):
            yield Placed(_name(string.ascii_lowercase[column]), MARGIN + column + 0.5, y)
    for row in range(board.height):
        for x in (near, right):
            yield Placed(_name(str(row + 1)), x, MARGIN + row + 0.5)


@cache
def _name(letter: str) -> Layer:
    return Layer([Shape(text(letter, 0, 0, 0.2), INK)])


@cache
def _ground(kind: str) -> Layer:
    """The ground of a square, whatever stands on it."""
    if kind == "exit":
        return Layer([*_pad()])
    return Layer([*_plate(), *(_pit() if kind == "pit" else ())])


def _plate() -> Iterator[Shape]:
    corners = [(x, y) for x in (-0.39, 0.39) for y in (-0.39, 0.39)]
    yield Shape(rectangle(-0.5, -0.5, 1, 1), JOINT)
    yield Shape(rounded_rectangle(-_PLATE / 2, -_PLATE / 2, _PLATE, _PLATE, 0.03), FLOOR)
    yield Shape(scattered(regular(8, 0, 0, 0.022), corners), RIVET)


def _pit() -> Iterator[Shape]:
    """A shaft: a bright rim, and a wall in the south that is seen down into the dark."""
    yield Shape(rounded_rectangle(-0.43, -0.43, 0.86, 0.86, 0.12), RIM, STEEL_FRONT, 0.03)
    yield Shape(rounded_rectangle(-0.36, -0.36, 0.72, 0.72, 0.09), PIT)
    yield Shape(rounded_rectangle(-0.27, -0.31, 0.54, 0.54, 0.07), PIT_DEPTH)
    edges = [((x, y), (0.75 * x, 0.8 * y - 0.02)) for x in (-0.36, 0.36) for y in (-0.36, 0.36)]
    seams = lines([((0.92 * x, 0.92 * y), end) for (x, y), end in edges])
    yield Shape(seams, line=STEEL, width=0.025)


def _pad() -> Iterator[Shape]:
    """Outside of the hall, where retros wait: a plate with a ring to stand on."""
    yield Shape(rounded_rectangle(-0.46, -0.46, 0.92, 0.92, 0.12), PAD, PAD_SIGN, 0.035)
    yield Shape(circle(0, 0, 0.33), line=PAD_SIGN, width=0.035)


def _arrows(board: Board) -> Iterator[Placed]:
    """Where rogues are placed, and where they look; and the way in and out of each exit."""
    for square, facing in board.arrows:
        yield Placed(_arrow(), *middle(square), facing.degrees)
    for square in board.exits:
        yield Placed(_way(), *middle(square), board.way_in(square).degrees)


@cache
def _arrow() -> Layer:
    return Layer([Shape(arrow(0.62, 0.5), "#00000000", MARK, 0.045)])


@cache
def _way() -> Layer:
    """One arrow in and one out, beside each other."""
    both = [placed(arrow(0.36, 0.24), -0.13, 0), placed(arrow(0.36, 0.24), 0.13, 0, degrees=180)]
    return Layer([Shape(each, PAD_SIGN) for each in both])


def _edges(board: Board) -> Iterator[Placed]:
    """Walls and doors, each once: the northern and eastern edges of all squares, and the hull."""
    rows = reversed(range(-1, board.height))
    spots = [Square(column, row) for row in rows for column in range(-1, board.width)]
    for square in spots:
        for facing in (Facing.EAST, Facing.NORTH):
            if token := _edge(board, square, facing):
                yield Placed(token, *middle(square))


def _edge(board: Board, square: Square, facing: Facing) -> Layer | None:
    """What the edge of a square looks like, told from the side that is on the board."""
    if board.kind(square) == "outside":
        square, toward = square.ahead(facing), facing.back
    else:
        toward = facing
    if board.kind(square) == "outside":
        return None
    match board.hindrance(square, toward):
        case Hindrance.WALL:
            return _wall(facing)
        case Hindrance.EDGE if board.kind(square) != "exit":
            return _wall(facing)
        case Hindrance.DOOR | Hindrance.WAY_IN | Hindrance.WAY_OUT:
            return _door(facing)
    return None


def _bar(facing: Facing) -> tuple[float, float, float, float]:
    """Left, bottom, width and depth of what stands on this edge."""
    if facing is Facing.NORTH:
        return -0.56, 0.44, 1.12, 0.12
    return 0.44, -0.56, 0.12, 1.12


@cache
def _wall(facing: Facing) -> Layer:
    """A wall on the northern or eastern edge, with its southern side below it."""
    x, y, width, depth = _bar(facing)
    return Layer(
        [
            Shape(rectangle(x + 0.03, y - 0.05, width, depth), SHADOW),
            Shape(rounded_rectangle(x, y - 0.03, width, depth + 0.06, 0.03), STEEL_FRONT),
            Shape(rounded_rectangle(x, y + 0.03, width, depth, 0.03), STEEL),
            Shape(rectangle(x + 0.03, y + 0.06, width - 0.06, depth - 0.06), STEEL_TOP),
        ]
    )


@cache
def _door(facing: Facing) -> Layer:
    """A door of two leaves with slanting stripes, and a post at each end."""
    x, y, width, depth = -0.4, -0.065, 0.8, 0.13
    stripes = [polygon((at, y), (at + 0.09, y), (at + 0.18, y + depth), (at + 0.09, y + depth))
               for at in (-0.4, -0.22, -0.04, 0.14)]  # fmt: skip
    leaves = [
        Shape(rectangle(x + 0.02, y - 0.05, width, depth), SHADOW),
        Shape(rectangle(x, y, width, depth), DOOR),
        *(Shape(stripe, DOOR_STRIPE) for stripe in stripes),
        Shape(rectangle(x, y, width, depth), line=DOOR_STRIPE, width=0.03),
        Shape(line((0, y), (0, y + depth)), line=HALO, width=0.03),
        *(
            Shape(rectangle(end, -0.1, 0.12, 0.2), STEEL, STEEL_FRONT, 0.025)
            for end in (-0.5, 0.38)
        ),
    ]
    x, y, turn = (0, 0.5, 0) if facing is Facing.NORTH else (0.5, 0, 90)
    return Layer([shape._replace(path=placed(shape.path, x, y, degrees=turn)) for shape in leaves])
