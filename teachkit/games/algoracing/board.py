"""The board, which never changes during a game: levels, walls, elevators, and marks for samples.

Where the publisher gives no size or shape, we chose our own; each board file says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from importlib import resources

from teachkit.core.board import grid
from teachkit.core.board.grid import Edge, Grid
from teachkit.core.board.squares import FACINGS, Facing, Square, read_place
from teachkit.core.game.setups import twice
from teachkit.core.strings import board_error
from teachkit.games.algoracing.editions import SAMPLE_TYPES, Rules
from teachkit.words import say

LEGEND = {
    ".": "floor",
    "#": "hill",
    "H": "high hill",
    "*": "mark",
    "%": "hill mark",
    "M": "high hill mark",
}
_WORDS = {word for kind in LEGEND.values() for word in kind.split()}
_KINDS = [*({*kind.split()} for kind in LEGEND.values()), {"floor", "mark"}]
_PLAIN, _MARKED = ".#H", "*%M"
"""The symbols of squares with 0, 1 and 2 storeys, without a mark and with one."""


class Hindrance(StrEnum):
    """A kind of obstacle that a rover can meet when it leaves a square."""

    EDGE = "edge"
    WALL = "wall"
    CLIMB = "climb"
    DROP = "drop"
    TOO_HIGH = "too high"


@dataclass(frozen=True, slots=True)
class Lift:
    """An elevator, with an upper platform on a hill block and a lower one beside it. [AR-31]

    `facing` is the direction from the upper platform to the lower one.
    """

    upper: Square
    facing: Facing

    @property
    def lower(self) -> Square:
        return self.upper.ahead(self.facing)


@dataclass(frozen=True)
class Board(Grid[int]):
    """A board; `rows` holds the number of storeys of each square, beginning with `a1`. [AR-7]

    `walls` holds the walls as edges, each listed from both sides [AR-8]. `marks` holds the squares
    on which samples may be laid out.

    >>> board = read_board(". # \\n . *")
    >>> board.level(Square.read("b2")), board.hindrance(Square.read("a2"), Facing.EAST)
    (1, <Hindrance.CLIMB: 'climb'>)
    """

    marks: tuple[Square, ...] = ()
    lifts: tuple[Lift, ...] = ()
    __hash__ = Grid.__hash__

    def level(self, square: Square) -> int:
        """Return the number of storeys of `square`: 0, 1 or 2."""
        return self.at(square)

    def hindrance(self, square: Square, facing: Facing) -> Hindrance | None:
        """Return the obstacle to a move from `square` in the direction `facing`, or `None`. [AR-10]

        An obstacle is the edge of the board, a wall, or a change of level.
        """
        return self._steps[square][facing]

    def jump_hindrance(self, square: Square, facing: Facing, from_high: bool) -> Hindrance | None:
        """Return the obstacle to a jump from `square` in the direction `facing`, or `None`. [AR-12]

        An obstacle is the edge of the board, or a difference of two storeys. Walls do not prevent a
        jump. If `from_high` is false, no jump leads down from the second storey.
        """
        there = square.ahead(facing)
        if there not in self:
            return Hindrance.EDGE
        level = self.level(square)
        climb = self.level(there) - level
        too_high = abs(climb) > 1 or (level == 2 and climb < 0 and not from_high)
        return Hindrance.TOO_HIGH if too_high else None

    def carried_from(self, square: Square) -> Square | None:
        """Return the other platform of the working elevator on `square`, or `None`. [AR-31]"""
        return self._carried.get(square)

    @cached_property
    def _steps(self) -> dict[Square, dict[Facing, Hindrance | None]]:
        return {
            square: {facing: self._step(square, facing) for facing in FACINGS}
            for square in self.squares
        }

    def _step(self, square: Square, facing: Facing) -> Hindrance | None:
        there = square.ahead(facing)
        if there not in self:
            return Hindrance.EDGE
        if (square, facing) in self.walls:
            return Hindrance.WALL
        if self.level(there) != self.level(square):
            return Hindrance.CLIMB if self.level(there) > self.level(square) else Hindrance.DROP
        return None

    @cached_property
    def _carried(self) -> dict[Square, Square]:
        pairs = [(lift.upper, lift.lower) for lift in self.lifts]
        return dict(pairs) | {lower: upper for upper, lower in pairs}


def read_board(
    floor: str,
    legend: Mapping[str, str] | None = None,
    walls: Sequence[str] = (),
    lifts: Sequence[str] = (),
    name: str = "",
) -> Board:
    """Return the board drawn in `floor`, with one symbol per square and the top row first.

    The symbols are separated by spaces. `legend` adds symbols to those of `LEGEND`. `walls` lists
    edges such as `c1 north`. `lifts` lists elevators, each as a hill square and the direction of
    its lower platform, such as `b4 west`. An elevator that does not lead to a lower square does not
    work and is left out [AR-31]. Raise `BoardError` if the drawing is invalid.
    """
    known = {**LEGEND, **(legend or {})}
    kinds = [[_kind(mark, known) for mark in row] for row in grid.read_rows(floor)]
    levels = tuple(tuple(len(words & {"hill", "high"}) for words in row) for row in kinds)
    board = Board(levels, name=name)
    marks = tuple(square for square in board.squares if "mark" in kinds[square.row][square.column])
    board = replace(board, marks=marks, walls=_walls(board, walls))
    return replace(board, lifts=_lifts(board, lifts))


def _kind(mark: str, known: Mapping[str, str]) -> set[str]:
    words = set(known.get(mark, "?").split())
    if words not in _KINDS:
        raise grid.unknown_sign(mark, sorted(_WORDS))
    return words


def _walls(board: Board, texts: Sequence[str]) -> frozenset[Edge]:
    edges = []
    for text in texts:
        square, facing = read_place(text)
        if square not in board or square.ahead(facing) not in board:
            raise board_error('The wall "{text}" must be between two squares.', text=text)
        edges.append((square, facing))
    return grid.both_sides(edges)


def _lifts(board: Board, texts: Sequence[str]) -> tuple[Lift, ...]:
    lifts = []
    for text in texts:
        upper, facing = read_place(text)
        if upper not in board or board.level(upper) == 0:
            raise board_error('The elevator "{text}" must start on a hill.', text=text)
        if board.hindrance(upper, facing) is Hindrance.DROP:
            lifts.append(Lift(upper, facing))
    if square := twice(square for lift in lifts for square in (lift.upper, lift.lower)):
        raise board_error(
            "Two elevators share {square}. Give each one its own platforms.", square=square
        )
    return tuple(lifts)


# Writing a board ------------------------------------------------------------------------------


def drawn(board: Board) -> dict[str, str | list[str]]:
    """Return the arguments with which `read_board` rebuilds `board`."""
    return {
        "floor": floor_text(board, board.marks),
        "walls": board.wall_texts,
        "lifts": [f"{lift.upper} {lift.facing.value}" for lift in board.lifts],
    }


def floor_text(board: Board, marks: Collection[Square] = ()) -> str:
    """Return a drawing of `board`, with a mark for samples on each square in `marks`."""
    signs = {square: _MARKED if square in marks else _PLAIN for square in board.squares}
    return grid.picture({square: row[board.level(square)] for square, row in signs.items()})


# Boards from files ------------------------------------------------------------------------------


_BOARDS = resources.files("teachkit.games.algoracing") / "boards"


@dataclass(frozen=True)
class BoardFile:
    """The content of a board file: the drawing of a board, and a `note` about its source."""

    floor: str
    note: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    lifts: list[str] = field(default_factory=list)


@cache
def load_board(name: str) -> Board:
    """Return the built-in board `name`, or an instructor's own board if `name` is a file's path.

    >>> load_board("two-hills").width
    6

    Raise `BoardError` if there is no such board, and `DataError` if the file is damaged.
    """

    def built(file: BoardFile, name: str) -> Board:
        return read_board(file.floor, file.legend, file.walls, file.lifts, name)

    return grid.load_file(_BOARDS, name, BoardFile, built)


def board_names() -> list[str]:
    """Return the names of the boards that come with the game, in alphabetical order."""
    return grid.board_files(_BOARDS)


def check_match_board(board: Board, rules: Rules) -> None:
    """Raise `BoardError` unless `board` can be used in a match with `rules`. [AR-2, AR-3]"""
    if (board.width, board.height) != (rules.side, rules.side):
        raise board_error(
            "This edition needs a board of {side} by {side} squares.", side=rules.side
        )
    _check_hills(board, rules)
    for corner in board.corners:
        if not first_facings(board, corner):
            raise board_error("A rover on {square} would have walls on every side.", square=corner)
    found = len({*board.marks} - {*board.corners})
    wanted = rules.samples_of_each * len(SAMPLE_TYPES)
    if found < wanted:
        raise board_error(
            "This edition needs {wanted} marks outside the corners, but the board has {found}.",
            wanted=wanted,
            found=found,
        )


def _check_hills(board: Board, rules: Rules) -> None:
    """Raise `BoardError` unless the board has the hills that `rules` require. [AR-2]

    A high hill also needs a low one beside it.
    """
    blocks, hills = _blocks(board), rules.hills
    if (found := len(blocks)) != (wanted := len(hills)):
        raise board_error(
            "This edition needs {wanted} hill blocks, not {found}.", wanted=wanted, found=found
        )
    heights = sorted(board.level(block[0]) for block in blocks)
    if heights != sorted(hills):
        printed, built = (listed(map(str, storeys)) for storeys in (hills, heights))
        raise board_error(
            "This edition needs hills of {wanted} storeys, not {found}.",
            wanted=printed,
            found=built,
        )
    for block in blocks:
        if board.level(block[0]) == 2 and not _touches_low_block(board, block):
            raise board_error("The high hill needs a one-storey hill next to it.")


def listed(words: Iterable[str]) -> str:
    """Join words with commas and a final "and", for use in a sentence.

    >>> listed(["a1", "b2", "c3"]), listed(["a1"])
    ('a1, b2 and c3', 'a1')
    """
    *first, last = words
    return say("{first} and {last}", first=", ".join(first), last=last) if first else last


def first_facings(board: Board, corner: Square) -> tuple[Facing, ...]:
    """Return the directions in which a rover may face when it starts on `corner`. [AR-5]

    They do not lead to a wall or the edge of the board.
    """
    closed = (Hindrance.EDGE, Hindrance.WALL)
    return tuple(facing for facing in FACINGS if board.hindrance(corner, facing) not in closed)


def _blocks(board: Board) -> list[list[Square]]:
    """Return the hill blocks: groups of connected squares at the same level above the ground."""

    def beside(square: Square) -> list[Square]:
        near = map(square.ahead, FACINGS)
        return [each for each in near if each in board and board.level(each) == board.level(square)]

    blocks: list[list[Square]] = []
    left = {square for square in board.squares if board.level(square)}
    while left:
        blocks.append([*grid.distances([min(left)], beside)])
        left.difference_update(blocks[-1])
    return blocks


def _touches_low_block(board: Board, block: list[Square]) -> bool:
    return any(
        board.hindrance(square, facing) in (Hindrance.DROP, Hindrance.WALL)
        and board.level(square.ahead(facing)) == 1
        for square in block
        for facing in FACINGS
    )
