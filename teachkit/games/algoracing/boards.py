"""Boards from files, and which of them a match may be played on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from teachkit.core.board import files as boards
from teachkit.core.board.distances import distances
from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.errors import BoardError
from teachkit.games.algoracing.board import Board, Hindrance, read_board
from teachkit.games.algoracing.editions import SAMPLE_TYPES, Rules
from teachkit.words import say

_BOARDS = resources.files("teachkit.games.algoracing") / "boards"


@dataclass(frozen=True)
class BoardFile:
    """A board file: its picture, and what `note` says about where it comes from."""

    floor: str
    note: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    lifts: list[str] = field(default_factory=list)


@cache
def load_board(name: str) -> Board:
    """One of our boards by name, or an instructor's own by the path of its TOML file.

    >>> load_board("two-hills").width
    6

    Raises `BoardError` when there is no such board, `DataError` when the file is damaged.
    """

    def built(file: BoardFile, name: str) -> Board:
        return read_board(file.floor, file.legend, file.walls, file.lifts, name)

    return boards.load(_BOARDS, name, BoardFile, built)


def board_names() -> list[str]:
    """The boards that come with the game, in alphabetical order."""
    return boards.board_names(_BOARDS)


def check_match_board(board: Board, rules: Rules) -> None:
    """Raise `BoardError` unless a match of this edition may be played here. [AR-2, AR-3]"""
    if (board.width, board.height) != (rules.side, rules.side):
        raise BoardError(say("This edition needs a board of {side} by {side} squares.",
                             side=rules.side))  # fmt: skip
    _check_hills(board, rules)
    for corner in board.corners:
        if not first_facings(board, corner):
            raise BoardError(say("A rover on {square} would face walls all round.",
                                 square=corner))  # fmt: skip
    free = [square for square in board.marks if square not in board.corners]
    wanted = rules.samples_of_each * len(SAMPLE_TYPES)
    if len(free) < wanted:
        raise BoardError(say("This edition needs {wanted} marks off the corners, not {found}.",
                             wanted=wanted, found=len(free)))  # fmt: skip


def _check_hills(board: Board, rules: Rules) -> None:
    """The printed hills in the printed heights, the high one beside a low one. [AR-2]"""
    blocks = _blocks(board)
    if len(blocks) != len(rules.hills):
        raise BoardError(say("This edition needs {wanted} hill blocks, not {found}.",
                             wanted=len(rules.hills), found=len(blocks)))  # fmt: skip
    heights = sorted(board.level(block[0]) for block in blocks)
    if heights != sorted(rules.hills):
        raise BoardError(say("This edition needs hills of {wanted} storeys, not {found}.",
                             wanted=_and(rules.hills), found=_and(heights)))  # fmt: skip
    for block in blocks:
        if board.level(block[0]) == 2 and not _touches_low_block(board, block):
            raise BoardError(say("The high hill needs a one-storey hill beside it."))


def _and(numbers: tuple[int, ...] | list[int]) -> str:
    first, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
    return say("{first} and {last}", first=first, last=last)


def first_facings(board: Board, corner: Square) -> tuple[Facing, ...]:
    """Where a rover may look at the start: not at a wall and not off the board. [AR-5]"""
    closed = (Hindrance.EDGE, Hindrance.WALL)
    return tuple(facing for facing in FACINGS if board.hindrance(corner, facing) not in closed)


def _blocks(board: Board) -> list[list[Square]]:
    """Connected squares of one level above the ground."""

    def beside(square: Square) -> list[Square]:
        near = map(square.ahead, FACINGS)
        return [each for each in near if each in board and board.level(each) == board.level(square)]

    blocks: list[list[Square]] = []
    left = {square for square in board.squares if board.level(square)}
    while left:
        blocks.append([*distances([min(left)], beside)])
        left.difference_update(blocks[-1])
    return blocks


def _touches_low_block(board: Board, block: list[Square]) -> bool:
    return any(
        board.hindrance(square, facing) in (Hindrance.DROP, Hindrance.WALL)
        and board.level(square.ahead(facing)) == 1
        for square in block
        for facing in FACINGS
    )
