"""The factory floor seen from above: what is printed on each square, and what hangs on walls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.draw.roborally import fixtures
from teachkit.draw.roborally.belts import belt, inlets
from teachkit.draw.scene import Background, Layer, Placed
from teachkit.draw.shapes import (
    PAPER,
    WHITE,
    Shape,
    lines,
    rectangle,
    rounded_rectangle,
    scattered,
)
from teachkit.draw.squares import MARGIN, backdrop, middle
from teachkit.games.roborally.board import Board, Tile

FRAME, PLATE, SEAM, RIVET = "#3b4048", "#d3d6d8", "#b4b9be", "#9ba1a8"


@lru_cache(maxsize=32)
def background(board: Board) -> Background:
    """The board with everything that never moves, kept for the next state on it."""
    still = (
        Placed(_ground(board.width, board.height)),
        *(each for square in board.squares for each in _belt(board, square)),
        *(each for square in board.squares for each in _tile(board.tile(square), square)),
        *_beams(board),
        *(Placed(fixtures.flag(), *middle(square)) for square in board.flags),
        *_mounted(board),
        *_walls(board),
    )
    return backdrop(board, still, _numbers(board))


@lru_cache(maxsize=32)
def _ground(width: int, height: int) -> Layer:
    """Steel plates of this size, and their frame."""
    edge = MARGIN - 0.07
    columns = [MARGIN + column for column in range(1, width)]
    rows = [MARGIN + row for row in range(1, height)]
    seams = [((x, MARGIN), (x, MARGIN + height)) for x in columns]
    seams += [((MARGIN, y), (MARGIN + width, y)) for y in rows]
    rivets = [
        (MARGIN + column + x, MARGIN + row + y)
        for column in range(width)
        for row in range(height)
        for x, y in ((0.09, 0.09), (0.91, 0.91))
    ]
    return Layer(
        [
            Shape(rectangle(0, 0, width + 2 * MARGIN, height + 2 * MARGIN), PAPER),
            Shape(rounded_rectangle(edge, edge, width + 0.14, height + 0.14, 0.12), FRAME),
            Shape(rectangle(MARGIN, MARGIN, width, height), PLATE),
            Shape(scattered(rectangle(-0.018, -0.018, 0.036, 0.036), rivets), RIVET),
            *([Shape(lines(seams), line=SEAM, width=0.025)] if seams else []),
        ]
    )


def _belt(board: Board, square: Square) -> Iterator[Placed]:
    if found := board.belt_on(square):
        layer = belt(inlets(board, square), found.express)
        yield Placed(layer, *middle(square), found.facing.degrees)


def _tile(tile: Tile, square: Square) -> Iterator[Placed]:
    if tile.pit:
        yield Placed(fixtures.pit(), *middle(square))
    if tile.gear:
        yield Placed(fixtures.gear(tile.gear), *middle(square))
    if tile.wrenches:
        yield Placed(fixtures.repair_site(tile.wrenches), *middle(square))
    if tile.start:
        yield Placed(fixtures.dock(), *middle(square))


def _beams(board: Board) -> Iterator[Placed]:
    for square, facing, beams in board.lasers:
        far = len(board.beam(square, facing))
        yield Placed(fixtures.beam(far, beams), *middle(square), facing.degrees)


def _mounted(board: Board) -> Iterator[Placed]:
    for pusher in board.pushers:
        yield Placed(fixtures.pusher(), *middle(pusher.square), pusher.facing.degrees)
    for laser in board.lasers:
        layer = fixtures.laser(laser.beams)
        yield Placed(layer, *middle(laser.square), laser.facing.degrees)


def _walls(board: Board) -> Iterator[Placed]:
    """Each wall once, although it is told from both sides."""
    for square, facing in sorted(board.walls):
        if facing in (Facing.NORTH, Facing.EAST) or square.ahead(facing) not in board:
            yield Placed(fixtures.wall(facing), *middle(square))


# Labels -----------------------------------------------------------------------------------------


def _numbers(board: Board) -> Iterator[Placed]:
    """Of docks, flags and pushers: upright on what they belong to."""
    for square in board.starts:
        yield Placed(fixtures.number(str(board.tile(square).start), 0.24), *middle(square))
    for place, square in enumerate(board.flags, 1):
        x, y = middle(square)
        aside, up = fixtures.FLAG_SPOT
        yield Placed(fixtures.number(str(place), 0.26, WHITE), x + aside, y + up)
    for pusher in board.pushers:
        (x, y), (column, row) = middle(pusher.square), _unit(pusher.facing)
        layer = fixtures.registers(pusher.registers, is_column=column != 0)
        yield Placed(layer, x + fixtures.PUSHER_SPOT * column, y + fixtures.PUSHER_SPOT * row)


def _unit(facing: Facing) -> tuple[int, int]:
    return ((0, 1), (1, 0), (0, -1), (-1, 0))[FACINGS.index(facing)]
