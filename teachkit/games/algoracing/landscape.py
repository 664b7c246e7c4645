"""Boards by chance: a few hills and walls, and every flat square within a drive of the others."""

from __future__ import annotations

from collections.abc import Iterator

from teachkit.core.board.distances import distances
from teachkit.core.board.grid import Edge, both_sides
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.run.decisions import Pick
from teachkit.games.algoracing.board import Board

SQUARES_TO_A_HILL = 18
HILL_SQUARES = (2, 3, 3, 4)
SQUARES_TO_A_WALL = 16
SMALLEST, LARGEST = 3, 12


def landscape(width: int, height: int, pick: Pick) -> Board | None:
    """A board by chance; `None` when some flat square cannot be driven to."""
    flat = Board(((0,) * width,) * height)
    hills = _hills(flat, pick)
    levels = tuple(
        tuple(int(Square(column, row) in hills) for column in range(width)) for row in range(height)
    )
    walls = _walls(Board(levels), pick)
    board = Board(levels, both_sides(walls))
    return board if _is_connected(board) else None


def _hills(flat: Board, pick: Pick) -> set[Square]:
    """Blocks of a few squares, none beside another and none in a corner."""
    hills: set[Square] = set()
    most = max(1, len(flat.squares) // SQUARES_TO_A_HILL)
    for _ in range(pick(range(1, most + 1))):
        free = [
            square
            for square in flat.squares
            if square not in flat.corners and not {*_round(square)} & hills
        ]
        block: list[Square] = []
        for _ in range(pick(HILL_SQUARES)):
            near = [square for square in free if {*_beside(square)} & {*block}] if block else free
            near = [square for square in near if square not in block]
            if near:
                block.append(pick(near))
        hills |= {*block}
    return hills


def _walls(board: Board, pick: Pick) -> list[Edge]:
    """Walls between flat squares; the second goes on where the first ends, if it can."""
    edges = [
        (square, facing)
        for square in board.squares
        for facing in (Facing.NORTH, Facing.EAST)
        if square.ahead(facing) in board
        if board.level(square) == board.level(square.ahead(facing)) == 0
    ]
    walls: list[Edge] = []
    for _ in range(pick(range(len(board.squares) // SQUARES_TO_A_WALL + 1))):
        further = [edge for edge in edges if edge not in walls and _goes_on(edge, walls)]
        if rest := further or [edge for edge in edges if edge not in walls]:
            walls.append(pick(rest))
    return walls


def _goes_on(edge: Edge, walls: list[Edge]) -> bool:
    """Whether this edge lies in one line with the last wall, end to end."""
    if len(walls) % 2 == 0:
        return False
    square, facing = walls[-1]
    return edge in [(square.ahead(side), facing) for side in (facing.left, facing.right)]


def _is_connected(board: Board) -> bool:
    def beside(square: Square) -> list[Square]:
        return [square.ahead(each) for each in FACINGS if not board.hindrance(square, each)]

    flat = [square for square in board.squares if not board.level(square)]
    return len(distances(flat[:1], beside)) == len(flat)


def _beside(square: Square) -> Iterator[Square]:
    return map(square.ahead, FACINGS)


def _round(square: Square) -> Iterator[Square]:
    """The square and the eight around it."""
    return (
        Square(square.column + across, square.row + up)
        for across in (-1, 0, 1)
        for up in (-1, 0, 1)
    )
