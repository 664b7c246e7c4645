"""The factory floor, which never changes: belts, gears, pits, wrenches, walls, pushers, lasers.

No drawing of a published board is used; ours are in `boards`, and each file says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from teachkit.core.board.squares import FACINGS, Facing, Square


class Belt(NamedTuple):
    """A conveyor belt: which way it carries, and whether it is an express belt. [RR-11, RR-12]"""

    facing: Facing
    express: bool = False


class Tile(NamedTuple):
    """What is printed on one square. `gear` is `left` or `right`; `start` the number of a dock."""

    belt: Belt | None = None
    gear: str = ""
    pit: bool = False
    wrenches: int = 0
    start: int = 0


FLOOR = Tile()


class Pusher(NamedTuple):
    """It hangs on the wall behind its square and pushes this way in these registers. [RR-13]"""

    square: Square
    facing: Facing
    registers: tuple[int, ...]


class Laser(NamedTuple):
    """It hangs on the wall behind its square and shoots this way. [RR-21]"""

    square: Square
    facing: Facing
    beams: int = 1


@dataclass(frozen=True)
class Board:
    """Squares from `a1`; `rows` holds the tiles of each row, bottom row first.

    `flags` are the squares of flag 1, flag 2, …. `walls` are edges, told from both sides; one at
    the rim is told from inside.

    >>> from teachkit.games.roborally.board_files import read_board
    >>> board = read_board("> v \\n . .")
    >>> board.belt_on(Square.read("a2")), board.bends(Square.read("b2"))
    (Belt(facing=<Facing.EAST: 'east'>, express=False), {<Facing.EAST: 'east'>: 'right'})
    """

    rows: tuple[tuple[Tile, ...], ...]
    flags: tuple[Square, ...] = ()
    walls: frozenset[tuple[Square, Facing]] = frozenset()
    pushers: tuple[Pusher, ...] = ()
    lasers: tuple[Laser, ...] = ()
    name: str = field(default="", compare=False)
    dock: str = field(default="", compare=False)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        return tuple(
            Square(column, row) for row in range(self.height) for column in range(self.width)
        )

    @cached_property
    def tiles(self) -> dict[Square, Tile]:
        return {square: self.rows[square.row][square.column] for square in self.squares}

    def __contains__(self, square: Square) -> bool:
        return square in self.tiles

    def tile(self, square: Square) -> Tile:
        """What is printed here; beside the board there is nothing."""
        return self.tiles.get(square, FLOOR)

    def belt_on(self, square: Square) -> Belt | None:
        return self.tile(square).belt

    def is_deadly(self, square: Square) -> bool:
        """Whether a robot is destroyed here: a pit, or beside the board. [RR-9]"""
        return square in self._deadly or square not in self.tiles

    def has_wall(self, square: Square, facing: Facing) -> bool:
        return (square, facing) in self.walls

    def flag_on(self, square: Square) -> int:
        """The number of the flag that stands here, or 0."""
        return self._flags.get(square, 0)

    @cached_property
    def starts(self) -> tuple[Square, ...]:
        """The start squares in the order of their numbers."""
        numbered = [(tile.start, square) for square, tile in self.tiles.items() if tile.start]
        return tuple(square for _, square in sorted(numbered))

    # Belts -------------------------------------------------------------------------------------

    @cached_property
    def belts(self) -> dict[Square, Belt]:
        return {square: tile.belt for square, tile in self.tiles.items() if tile.belt}

    def bends(self, square: Square) -> dict[Facing, str]:
        """From which side belts feed this belt so that it turns robots: `{motion: left | right}`.

        One entry is a bend; one and a belt from behind, or two, are a T-junction. [RR-16, RR-17]
        """
        return self._bends.get(square, {})

    def is_fed_from_behind(self, square: Square) -> bool:
        """Whether a belt carries straight on into this belt."""
        belt = self.belts.get(square)
        return belt is not None and self._feeds(square.ahead(belt.facing.back), belt.facing)

    def bend(self, square: Square, motion: Facing) -> str:
        """How a robot turns that a belt carries onto this square: `left`, `right` or not at all.

        It turns from the sides of a belt, and keeps its facing when carried straight on.
        """
        belt = self.belts.get(square)
        if belt is None or belt.facing in (motion, motion.back):
            return ""
        return "left" if belt.facing is motion.left else "right"

    @cached_property
    def _bends(self) -> dict[Square, dict[Facing, str]]:
        return {
            square: {
                motion: turn
                for motion in FACINGS
                if (turn := self.bend(square, motion))
                and self._feeds(square.ahead(motion.back), motion)
            }
            for square in self.belts
        }

    def _feeds(self, square: Square, motion: Facing) -> bool:
        belt = self.belts.get(square)
        return belt is not None and belt.facing is motion and not self.has_wall(square, motion)

    # Lasers ------------------------------------------------------------------------------------

    def beam(self, square: Square, facing: Facing) -> tuple[Square, ...]:
        """The squares that a shot from here crosses, this one included, up to a wall or the rim.

        >>> from teachkit.games.roborally.board_files import read_board
        >>> board = read_board(". . . .", walls=["c1 east"])
        >>> [str(square) for square in board.beam(Square.read("b1"), Facing.EAST)]
        ['b1', 'c1']
        """
        beam = self._beams.get((square, facing))
        if beam is None:
            crossed = [square]
            while not self.has_wall(square, facing) and square.ahead(facing) in self.tiles:
                square = square.ahead(facing)
                crossed.append(square)
            beam = self._beams[crossed[0], facing] = tuple(crossed)
        return beam

    @cached_property
    def _beams(self) -> dict[tuple[Square, Facing], tuple[Square, ...]]:
        return {}

    @cached_property
    def beams(self) -> int:
        """How many beams all lasers on walls have together."""
        return sum(laser.beams for laser in self.lasers)

    @cached_property
    def _deadly(self) -> frozenset[Square]:
        return frozenset(square for square, tile in self.tiles.items() if tile.pit)

    @cached_property
    def _flags(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.flags, 1)}

    @cached_property
    def _hash(self) -> int:
        return hash((self.rows, self.flags, self.walls, self.pushers, self.lasers))

    def __hash__(self) -> int:
        return self._hash
