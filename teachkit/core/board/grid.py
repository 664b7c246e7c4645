"""Boards of squares, with walls, distances, board files and text drawings."""

from __future__ import annotations

import os
import string
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from math import inf
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from teachkit.core.board.squares import Facing, Square
from teachkit.core.data import read_toml, structure
from teachkit.core.strings import board_error, suggested
from teachkit.errors import BoardError, DataError
from teachkit.words import say

T = TypeVar("T")
B = TypeVar("B")
F = TypeVar("F")

Edge: TypeAlias = tuple[Square, Facing]
"""One side of a square: the square, and the direction in which the side lies."""


@dataclass(frozen=True)
class Grid(Generic[T]):
    """A rectangular board; `rows` holds a value for each square, with the bottom row first.

    `walls` contains each wall twice, as a side of each of the two squares that it separates. A
    game's board is a subclass that repeats `__hash__ = Grid.__hash__`, because `dataclass` would
    otherwise replace the cached hash.

    >>> grid = Grid(((1, 2, 3), (4, 5, 6)), walls=both_sides([(Square.read("a1"), Facing.EAST)]))
    >>> grid.width, grid.height, grid.at(Square.read("c1")), Square.read("c3") in grid
    (3, 2, 3, False)
    >>> grid.has_wall(Square.read("b1"), Facing.WEST), grid.wall_texts
    (True, ['a1 east'])
    """

    rows: tuple[tuple[T, ...], ...]
    walls: frozenset[Edge] = frozenset()
    name: str = field(default="", compare=False)

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @cached_property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares of the board, row by row from the bottom."""
        return squares_of(self.width, self.height)

    @property
    def corners(self) -> tuple[Square, ...]:
        """The squares in the four corners, clockwise from `a1`."""
        right, top = self.width - 1, self.height - 1
        return Square(0, 0), Square(0, top), Square(right, top), Square(right, 0)

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.column < self.width and 0 <= square.row < self.height

    def at(self, square: Square) -> T:
        """Return the value that `rows` holds for `square`."""
        return self.rows[square.row][square.column]

    def has_wall(self, square: Square, facing: Facing) -> bool:
        """Return whether there is a wall on the `facing` side of `square`."""
        return (square, facing) in self.walls

    def checked(self, square: Square) -> Square:
        """Return `square` if it is on the board. Otherwise, raise `BoardError`."""
        if square not in self:
            facts = {"square": square, "last": self.corners[2]}
            raise board_error("{square} is not on this board. The last square is {last}.", **facts)
        return square

    @property
    def wall_texts(self) -> list[str]:
        """The walls in the notation of board files, each listed once."""
        once = (Facing.NORTH, Facing.EAST)
        return [
            f"{square} {facing.value}"
            for square, facing in sorted(self.walls)
            if facing in once or square.ahead(facing) not in self
        ]

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, each.name) for each in fields(self) if each.compare))

    def __hash__(self) -> int:
        return self._hash


def squares_of(width: int, height: int) -> tuple[Square, ...]:
    """Return all squares of a `width` by `height` board, row by row from the bottom."""
    return tuple(Square(column, row) for row in range(height) for column in range(width))


def is_rim(square: Square, width: int, height: int) -> bool:
    """Return whether `square` is at the edge of a `width` by `height` board."""
    return square.column in (0, width - 1) or square.row in (0, height - 1)


def both_sides(edges: Iterable[Edge]) -> frozenset[Edge]:
    """Return each of `edges` twice, as a side of each of the two squares that it separates."""
    return frozenset(
        side
        for square, facing in edges
        for side in ((square, facing), (square.ahead(facing), facing.back))
    )


# Pictures in files ----------------------------------------------------------------------------


def read_rows(floor: str) -> list[list[str]]:
    """Split `floor`, a drawing of a board, into rows of symbols, and return them bottom row first.

    In the drawing, the top row comes first, and spaces separate the symbols. Raise `BoardError` if
    the drawing is empty, or if its rows differ in length or have more than 26 symbols.

    >>> read_rows("# .\\n. *")
    [['.', '*'], ['#', '.']]
    """
    rows = [line.split() for line in floor.strip().splitlines()]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BoardError(say("Every row of the floor needs the same number of squares."))
    if len(rows[0]) > len(string.ascii_lowercase):
        raise BoardError(say("A board has at most 26 columns, one for each letter."))
    return rows[::-1]


def unknown_sign(sign: str, words: Iterable[str]) -> BoardError:
    """Return the error for `sign`, a symbol missing from the legend.

    `words` lists the meanings that a legend can give to a symbol.
    """
    facts = {"mark": sign, "words": ", ".join(words)}
    return board_error('The legend must explain "{mark}" with these words: {words}.', **facts)


def picture(signs: Mapping[Square, str]) -> str:
    """Return a text drawing of a board; `signs` maps its squares to their symbols.

    >>> print(picture({Square(0, 0): ".", Square(1, 0): "*", Square(0, 1): "#", Square(1, 1): "."}))
    # .
    . *
    """
    wide = max(map(len, signs.values()))
    rows: dict[int, list[str]] = {}
    for square in sorted(signs):
        rows.setdefault(square.row, []).append(signs[square].ljust(wide))
    return "\n".join(" ".join(rows[row]).rstrip() for row in sorted(rows, reverse=True))


# Files of boards ------------------------------------------------------------------------------


def board_files(folder: Traversable) -> list[str]:
    """Return the names of the boards stored in `folder`, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())


def load_file(folder: Traversable, name: str, form: type[F], build: Callable[[F, str], B]) -> B:
    """Load the board called `name` from `folder`, or from the TOML file whose path is `name`.

    The keys of the file are the fields of the class `form`; `build` makes the board from a record
    of that class and the board's name. Raise `BoardError` if there is no such board, and
    `DataError` with the path if the file is not valid.

    >>> from teachkit.games.algoracing.board import load_board
    >>> load_board("tow-hills")
    Traceback (most recent call last):
    teachkit.errors.BoardError: There is no board "tow-hills". Did you mean "two-hills"?
    """
    ours, is_path = board_files(folder), name.endswith(".toml")
    path = Path(name) if is_path else Path(str(folder / f"{name}.toml"))
    if not (is_path or name in ours) or not os.path.isfile(path):
        raise BoardError(suggested(say('There is no board "{name}".', name=name), name, ours))
    data = read_toml(path)
    try:
        return build(structure(data, form), path.stem)
    except (BoardError, DataError) as error:
        raise DataError(error.says, path) from error


# Text boards ----------------------------------------------------------------------------------


def text_grid(
    board: Grid[T],
    text: Callable[[Square], str],
    edge: Callable[[Square, Facing], str] | None = None,
    least: int = 3,
    rim: bool = False,
) -> list[str]:
    """Return the lines of a text drawing of `board`, with letters and numbers in the margins.

    `text` returns the content of a square, and `edge` returns one character for a side of a square.
    By default, `edge` shows only walls. Columns are at least `least` characters wide. If `rim` is
    true, the walls on the western and southern sides of the board are shown too.

    >>> walled = Grid(((0, 0), (0, 0)), walls=both_sides([(Square.read("a1"), Facing.NORTH)]))
    >>> print("\\n".join(text_grid(walled, str)))
       a   b
     2 a2  b2
       ---
     1 a1  b1
       a   b
    """

    def signs(facing: Facing) -> Sequence[Sequence[str]]:
        if edge is None:
            return _walls(board, facing)
        return [[edge(square, facing) for square in row] for row in rows]

    rows = _rows(board)
    texts = [list(map(text, row)) for row in rows]
    wide = max(least, *(len(each) for row in texts for each in row))
    indent = " " * (4 if rim else 3)

    def across(signs: Sequence[str]) -> list[str]:
        line = indent + " ".join(sign * wide for sign in signs)
        return [line.rstrip()] if line.strip() else []

    letters = string.ascii_lowercase[: board.width]
    margin = indent + " ".join(letter.ljust(wide) for letter in letters).rstrip()
    north, east = signs(Facing.NORTH), signs(Facing.EAST)
    lines = [margin]
    for row in reversed(range(board.height)):
        cells = (each.ljust(wide) + side for each, side in zip(texts[row], east[row], strict=True))
        left = signs(Facing.WEST)[row][0] if rim else ""
        lines += [*across(north[row]), f"{row + 1:2} {left}{''.join(cells)}".rstrip()]
    return [*lines, *(across(signs(Facing.SOUTH)[0]) if rim else ()), margin]


@lru_cache(maxsize=256)
def _walls(board: Grid[Any], facing: Facing) -> list[list[str]]:
    """Return a character for the `facing` side of each square of `board`, row by row."""
    sign = "-" if facing in (Facing.NORTH, Facing.SOUTH) else "|"
    return [[sign if board.has_wall(each, facing) else " " for each in row] for row in _rows(board)]


@lru_cache(maxsize=64)
def _rows(board: Grid[Any]) -> list[list[Square]]:
    return [[Square(column, row) for column in range(board.width)] for row in range(board.height)]


P = TypeVar("P", bound=Hashable)


def distances(
    starts: Iterable[P], beside: Callable[[P], Iterable[P]], most: float = inf
) -> dict[P, int]:
    """Map each place within `most` steps to its distance, in steps, from the nearest of `starts`.

    `beside` returns the places that are one step away from a place. To measure distances *to*
    certain places, pass those places as `starts`, and let `beside` return the places one step
    *before* a place.

    >>> distances([0], lambda number: [number + 2, number + 3] if number < 5 else [])
    {0: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}
    """
    layer = list(starts)
    away = dict.fromkeys(layer, 0)
    while layer and away[layer[0]] < most:
        further = {
            there: away[here] + 1 for here in layer for there in beside(here) if there not in away
        }
        away |= further
        layer = list(further)
    return away


def predecessors(places: Iterable[P], ahead: Callable[[P], Iterable[P]]) -> dict[P, list[P]]:
    """Map each place that is one step ahead of any of `places` to the list of places before it.

    `ahead` returns the places that are one step ahead of a place.

    >>> predecessors([1, 2, 3], lambda number: [2, number])
    {2: [1, 2, 2, 3], 1: [1], 3: [3]}
    """
    found: dict[P, list[P]] = {}
    for place in places:
        for end in ahead(place):
            found.setdefault(end, []).append(place)
    return found
