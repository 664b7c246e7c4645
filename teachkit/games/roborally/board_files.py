"""Board files: a drawing of the floor, and lists of walls, pushers and lasers.

A drawing begins with the top row. The symbol `.` is floor, `o` a pit, `> ^ < v` a belt and
`>> ^^ << vv` an express belt; `gl` and `gr` are gears that turn left or right; `w` is a wrench and
`ww` a wrench with a hammer; `f1` is a flag, and `s1` a start square. A legend adds symbols, such as
`"F" = "belt-east, flag-2"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any

from teachkit.core.board import grid
from teachkit.core.board.grid import Edge
from teachkit.core.board.squares import Facing, Square, read_place
from teachkit.core.data import Table
from teachkit.core.strings import board_error
from teachkit.games.roborally.board import FLOOR, Belt, Board, Laser, Pusher, Tile
from teachkit.games.roborally.pieces import REGISTERS

MOST_FLAGS = 8  # a board may have at most this many flags, and as many start squares
NUMBERS = range(1, MOST_FLAGS + 1)
MOST_BEAMS = 3
KINDS = (
    "floor", "pit", "belt-DIRECTION", "express-DIRECTION", "gear-left", "gear-right",
    "wrench", "hammer", "flag-NUMBER", "start-NUMBER",
)  # fmt: skip
_FLAGS = {f"flag-{number}": number for number in NUMBERS}
PARTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    *((each.arrow, f"belt-{each.value}", {"belt": Belt(each)}) for each in Facing),
    *((each.arrow * 2, f"express-{each.value}", {"belt": Belt(each, True)}) for each in Facing),
    ("gl", "gear-left", {"gear": "left"}),
    ("gr", "gear-right", {"gear": "right"}),
    ("o", "pit", {"pit": True}),
    ("w", "wrench", {"wrenches": 1}),
    ("ww", "hammer", {"wrenches": 2}),
    *((f"s{number}", f"start-{number}", {"start": number}) for number in NUMBERS),
)
"""The symbol and kind of everything printed on tiles, and the `Tile` fields that it sets."""
_TILES = {"floor": {}, **{kind: printed for _, kind, printed in PARTS}}
LEGEND = {
    ".": "floor",
    **{sign: kind for sign, kind, _ in PARTS},
    **{f"f{number}": f"flag-{number}" for number in NUMBERS},
}


_BOARDS = resources.files("teachkit.games.roborally") / "boards"
SIDE = 12


@dataclass(frozen=True)
class BoardFile:
    """The contents of a board file; `note` describes the board to people who read the file."""

    floor: str
    note: str = ""
    legend: dict[str, str] = field(default_factory=dict)
    walls: list[str] = field(default_factory=list)
    pushers: list[str] = field(default_factory=list)
    lasers: list[str] = field(default_factory=list)


@cache
def load_board(name: str) -> Board:
    """Load one of our boards by its name, or an instructor's board by the path of its TOML file.

    >>> load_board("dock").starts[0]
    Square(column=5, row=2)

    Raise `BoardError` if there is no such board, and `DataError` if the file is damaged.
    """
    return grid.load_file(_BOARDS, name, BoardFile, _board)


def _board(file: BoardFile, name: str) -> Board:
    return read_board(file.floor, file.legend, file.walls, file.pushers, file.lasers, name)


def board_names() -> list[str]:
    """Return the names of the boards that come with the game, in alphabetical order."""
    return grid.board_files(_BOARDS)


def factory_floors() -> list[str]:
    """Return the names of our boards for matches, which are 12 squares wide and high."""
    boards = {name: load_board(name) for name in board_names()}
    return [name for name, board in boards.items() if (board.width, board.height) == (SIDE, SIDE)]


# Reading a board ------------------------------------------------------------------------------


def read_board(
    floor: str,
    legend: Mapping[str, str] | None = None,
    walls: Sequence[str] = (),
    pushers: Sequence[str] = (),
    lasers: Sequence[str] = (),
    name: str = "",
) -> Board:
    """Read the board that is drawn in `floor`.

    `floor` has the top row first, with one symbol per square and spaces between symbols. `legend`
    adds symbols to those of `LEGEND`. A wall is an edge such as `c1 north`. Pushers and lasers are
    written with their square and the direction in which they act, away from the wall behind them:
    `c1 south 1 3 5` pushes south in registers 1, 3 and 5, and `c1 south 2` shoots south with two
    beams. Raise `BoardError` if the board is not valid.
    """
    known = {**LEGEND, **(legend or {})}
    flags: dict[int, Square] = {}
    rows = tuple(
        tuple(_tile(sign, known, Square(column, row), flags) for column, sign in enumerate(line))
        for row, line in enumerate(grid.read_rows(floor))
    )
    board = Board(rows, name=name, flags=_in_order(flags))
    board = replace(board, walls=_walls(board, walls))
    board = replace(board, pushers=tuple(_pusher(board, text) for text in pushers))
    return valid(replace(board, lasers=tuple(_laser(board, text) for text in lasers)))


def _tile(sign: str, known: Mapping[str, str], square: Square, flags: dict[int, Square]) -> Tile:
    tile = FLOOR
    for text in known.get(sign, "?").split(","):
        kind = text.strip()
        if kind in _FLAGS:
            if _FLAGS[kind] in flags:
                raise board_error("Flag {number} is on two squares.", number=_FLAGS[kind])
            flags[_FLAGS[kind]] = square
        elif kind in _TILES:
            tile = tile._replace(**_TILES[kind])
        else:
            raise grid.unknown_sign(sign, KINDS)
    return tile


def _in_order(flags: Mapping[int, Square]) -> tuple[Square, ...]:
    for number in range(1, len(flags) + 1):
        if number not in flags:
            raise board_error(
                "Flag {number} is missing. Number the flags 1, 2, 3 and so on.", number=number
            )
    return tuple(flags[number] for number in sorted(flags))


def _walls(board: Board, texts: Sequence[str]) -> frozenset[Edge]:
    edges = []
    for text in texts:
        square, facing = read_place(text)
        if square not in board:
            raise board_error('The wall "{text}" is not on a square of this board.', text=text)
        edges.append((square, facing))
    return _inside(board, grid.both_sides(edges))


def _inside(board: Board, edges: Iterable[Edge]) -> frozenset[Edge]:
    """Return only the edges whose squares are on `board`."""
    return frozenset((square, facing) for square, facing in edges if square in board)


def _pusher(board: Board, text: str) -> Pusher:
    words = text.split()
    registers = tuple(sorted({int(word) for word in words[2:] if word in map(str, REGISTERS)}))
    if not registers or len(registers) != len(words[2:]):
        raise board_error(
            'Write a pusher with its registers, such as "c1 south 1 3 5", not "{text}".', text=text
        )
    return Pusher(*_mounted(board, text, words), registers)


def _laser(board: Board, text: str) -> Laser:
    words = text.split()
    beams = words[2] if len(words) > 2 else "1"
    if len(words) > 3 or beams not in map(str, range(1, MOST_BEAMS + 1)):
        facts = {"most": MOST_BEAMS, "text": text}
        raise board_error(
            'Write a laser with 1 to {most} beams, such as "c1 south 2", not "{text}".', **facts
        )
    return Laser(*_mounted(board, text, words), int(beams))


def _mounted(board: Board, text: str, words: Sequence[str]) -> tuple[Square, Facing]:
    square, facing = read_place(" ".join(words[:2]))
    if square not in board:
        raise board_error('"{text}" is not on this board.', text=text)
    if not board.has_wall(square, facing.back):
        facts = {"text": text, "square": square, "side": facing.back.value}
        raise board_error('There is no wall for "{text}". Add the wall "{square} {side}".', **facts)
    return square, facing


def valid(board: Board) -> Board:
    """Return `board` if it is valid. Otherwise, raise `BoardError`.

    On a valid board, no square has things that exclude each other, no belt leads off the board,
    each flag is on the board and not on a pit, and start squares are numbered without gaps.
    """
    for square, tile in board.tiles.items():
        if sum(map(bool, (tile.belt, tile.gear, tile.pit))) > 1:
            raise board_error(
                "{square} can be a belt, a gear or a pit, but only one of these.", square=square
            )
        if tile.pit and (tile.wrenches or tile.start):
            raise board_error(
                "{square} is a pit. Move the wrench or start to a different square.", square=square
            )
        if tile.belt and square.ahead(tile.belt.facing) not in board:
            raise board_error(
                "The belt on {square} leads off the board. End it earlier.", square=square
            )
    for number, square in enumerate(board.flags, 1):
        facts = {"number": number, "square": square}
        if square not in board:
            raise board_error("Flag {number} is not on this board.", **facts)
        if board.tile(square).pit:
            raise board_error(
                "Flag {number} is on a pit. Move the flag away from {square}.", **facts
            )
    numbers = [board.tile(square).start for square in board.starts]
    if numbers != list(range(1, len(numbers) + 1)):
        raise board_error("Number the start squares 1, 2, 3 and so on.")
    return board


def with_dock(board: Board, dock: Board) -> Board:
    """Return a copy of `board` with `dock` joined to its south side.

    Raise `BoardError` if their widths differ, or if the joined board is not valid.
    """
    if board.width != dock.width:
        facts = {"dock": dock.width, "board": board.width}
        raise board_error(
            "The width of the dock is {dock}, but the width of the board is {board}.", **facts
        )

    def up(square: Square) -> Square:
        return Square(square.column, square.row + dock.height)

    walls = dock.walls | {(up(square), facing) for square, facing in board.walls}
    joined = Board(
        dock.rows + board.rows,
        name=board.name,
        dock=dock.name,
        flags=tuple(map(up, board.flags)),
        pushers=dock.pushers
        + tuple(each._replace(square=up(each.square)) for each in board.pushers),
        lasers=dock.lasers + tuple(each._replace(square=up(each.square)) for each in board.lasers),
    )
    return valid(replace(joined, walls=_inside(joined, grid.both_sides(walls))))


def with_flags(board: Board, squares: Sequence[str]) -> Board:
    """Return a copy of `board` with flags 1, 2, … on `squares`, instead of its own flags.

    Raise `BoardError` if there are too many flags, or if one of them cannot be on its square.
    """
    flags = tuple(map(Square.read, squares))
    if len(set(flags)) != len(flags) or len(flags) > MOST_FLAGS:
        raise board_error(
            "A board has at most {most} flags, each on its own square.", most=MOST_FLAGS
        )
    return valid(replace(board, flags=flags))


# Writing a board ------------------------------------------------------------------------------


def drawn(board: Board) -> Table:
    """Return the arguments for `read_board` and `with_flags` that rebuild `board`."""
    return {
        "floor": grid.picture({square: sign(tile) for square, tile in board.tiles.items()}),
        "walls": board.wall_texts,
        "pushers": [
            f"{each.square} {each.facing.value} {' '.join(map(str, each.registers))}"
            for each in board.pushers
        ],
        "lasers": [
            f"{each.square} {each.facing.value} {each.beams}".removesuffix(" 1")
            for each in board.lasers
        ],
        "flags": list(map(str, board.flags)),
        "legend": {
            sign(tile): kind(tile) for tile in board.tiles.values() if sign(tile) not in LEGEND
        },
    }


@cache
def sign(tile: Tile) -> str:
    """Return the symbol for `tile` in a drawing, such as `>>`.

    If several things are printed on the tile, join their symbols.

    >>> sign(Tile(Belt(Facing.EAST, express=True))), sign(Tile(Belt(Facing.EAST), wrenches=1))
    ('>>', '>w')
    """
    return "".join(sign for sign, _, printed in PARTS if _is(tile, printed)) or "."


def kind(tile: Tile) -> str:
    """Return the description of `tile` in a legend, such as `belt-east, wrench`."""
    return ", ".join(kind for _, kind, printed in PARTS if _is(tile, printed)) or "floor"


def _is(tile: Tile, printed: Mapping[str, Any]) -> bool:
    return all(getattr(tile, name) == value for name, value in printed.items())
