"""The board of Calamitron: a hall with a floor of steel plates, seen from above.

Obstacles are dark, and stand on the line between two squares; doors are striped, so that they
differ from walls without colour too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from teachkit.core.board.squares import Facing, Square
from teachkit.draw.scene import Background, Layer, Placed
from teachkit.draw.shapes import PAPER, Shape, rectangle
from teachkit.draw.sprites import Sprites
from teachkit.draw.squares import MARGIN, middle, middles, names
from teachkit.games.calamitron.board import Board, Hindrance

SPRITES = Sprites("calamitron")


@lru_cache(maxsize=32)
def background(board: Board, strip: float = 0, least: float = 0) -> Background:
    """Return the board with everything that never moves, cached for the next state on it.

    On the right, a `strip` of this width is left free for the table, `least` high or higher.
    """
    width, height = board.width + 2 * MARGIN + strip, max(board.height + 2 * MARGIN, least)
    still = [Placed(Layer([Shape(rectangle(0, 0, width, height), PAPER)]))]
    still += [_on(square, board.kind(square)) for square in board.squares]
    still += [_on(square, "arrow", facing) for square, facing in board.arrows]
    still += [_on(square, "way", board.way_in(square)) for square in board.exits]
    labels = tuple(names(board.width, board.height))
    spots = middles(board.squares)
    return Background(width, height, (*still, *_edges(board)), labels, spots)


def _on(square: Square, sprite: str, facing: Facing = Facing.NORTH) -> Placed:
    return Placed(SPRITES.layer(sprite), *middle(square), facing.degrees)


def _edges(board: Board) -> Iterator[Placed]:
    """Yield walls and doors, each once: the northern and eastern edges of all squares."""
    rows = reversed(range(-1, board.height))
    for square in (Square(column, row) for row in rows for column in range(-1, board.width)):
        for facing in (Facing.EAST, Facing.NORTH):
            match _hindrance(board, square, facing):
                case Hindrance.WALL | Hindrance.EDGE:
                    yield _on(square, f"wall-{facing}")
                case Hindrance.DOOR | Hindrance.WAY_IN | Hindrance.WAY_OUT:
                    yield _on(square, "door", facing)


def _hindrance(board: Board, square: Square, facing: Facing) -> Hindrance | None:
    """Return what is on an edge, seen from the board. The outer edges of an exit are open."""
    if board.kind(square) == "outside":
        square, facing = square.ahead(facing), facing.back
    if board.kind(square) == "outside":
        return None
    found = board.hindrance(square, facing)
    return None if found is Hindrance.EDGE and board.kind(square) == "exit" else found
