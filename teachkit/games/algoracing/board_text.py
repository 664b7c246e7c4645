"""A board as its file has it: its picture, its walls and its elevators."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from teachkit.core.board.squares import Facing, Square
from teachkit.games.algoracing.board import LEGEND, Board

_SIGNS = {kind: sign for sign, kind in LEGEND.items()}
_KINDS = {
    (0, False): "floor",
    (0, True): "mark",
    (1, False): "hill",
    (1, True): "hill mark",
    (2, False): "high hill",
    (2, True): "high hill mark",
}


def drawn(board: Board) -> dict[str, Any]:
    """What `read_board` reads this board from."""
    return {
        "floor": floor_text(board, board.marks),
        "walls": wall_texts(board),
        "lifts": lift_texts(board),
    }


def floor_text(board: Board, marks: Collection[Square] = ()) -> str:
    """The picture of a board, top row first, with these marks."""
    return "\n".join(
        " ".join(
            _SIGNS[_KINDS[board.level(square), square in marks]]
            for square in board.squares
            if square.row == row
        )
        for row in reversed(range(board.height))
    )


def wall_texts(board: Board) -> list[str]:
    """The walls of a board, each told once."""
    told = (Facing.NORTH, Facing.EAST)
    return [f"{square} {facing.value}" for square, facing in sorted(board.walls) if facing in told]


def lift_texts(board: Board) -> list[str]:
    """The elevators of a board: a hill square and the way down."""
    return [
        f"{lift.upper} {facing.value}"
        for lift in board.lifts
        for facing in Facing
        if lift.upper.ahead(facing) == lift.lower
    ]
