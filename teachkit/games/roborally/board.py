"""The factory floor, which never changes: belts, gears, pits, wrenches, walls, pushers, lasers.

No published board is copied; all boards in `boards` are our own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from teachkit.core.board.grid import Grid
from teachkit.core.board.squares import FACINGS, Facing, Square


class Belt(NamedTuple):
    """A conveyor belt: the direction in which it runs, and whether it is express. [RR-11, RR-12]"""

    facing: Facing
    express: bool = False


class Tile(NamedTuple):
    """Everything on a square except flags.

    `gear` is `left`, `right` or empty. `wrenches` is 2 for a wrench with a hammer. `start` is the
    number of a start square, or 0.
    """

    belt: Belt | None = None
    gear: str = ""
    pit: bool = False
    wrenches: int = 0
    start: int = 0


FLOOR = Tile()


class Pusher(NamedTuple):
    """A pusher on the wall at the back of `square`; it pushes toward `facing`. [RR-13]

    It acts in these `registers`.
    """

    square: Square
    facing: Facing
    registers: tuple[int, ...]


class Laser(NamedTuple):
    """A laser on the wall at the back of `square`; it shoots toward `facing`. [RR-21]"""

    square: Square
    facing: Facing
    beams: int = 1


@dataclass(frozen=True)
class Board(Grid[Tile]):
    """The floor with its walls, pushers and lasers; `flags` are the squares of flag 1, flag 2, ….

    Walls at the edge of the board are listed from the inside only. `dock` is the name of the dock
    that was joined to the board.

    >>> from teachkit.games.roborally.board_files import read_board
    >>> board = read_board("> v \\n . .")
    >>> board.belt_on(Square.read("a2")), board.bends(Square.read("b2"))
    (Belt(facing=<Facing.EAST: 'east'>, express=False), {<Facing.EAST: 'east'>: 'right'})
    """

    flags: tuple[Square, ...] = ()
    pushers: tuple[Pusher, ...] = ()
    lasers: tuple[Laser, ...] = ()
    dock: str = field(default="", compare=False)
    __hash__ = Grid.__hash__

    @cached_property
    def tiles(self) -> dict[Square, Tile]:
        """The tile of each square."""
        return {square: self.at(square) for square in self.squares}

    def tile(self, square: Square) -> Tile:
        """Return the tile of a square, or plain floor if the square is off the board."""
        return self.tiles.get(square, FLOOR)

    def belt_on(self, square: Square) -> Belt | None:
        return self.tile(square).belt

    def is_deadly(self, square: Square) -> bool:
        """Return whether a robot on this square is destroyed by a pit or the edge. [RR-9]"""
        return square in self._deadly or square not in self.tiles

    def flag_on(self, square: Square) -> int:
        """Return the number of the flag on a square, or 0."""
        return self._flags.get(square, 0)

    @cached_property
    def starts(self) -> tuple[Square, ...]:
        """The start squares, ordered by number."""
        numbered = [(tile.start, square) for square, tile in self.tiles.items() if tile.start]
        return tuple(square for _, square in sorted(numbered))

    # Belts -------------------------------------------------------------------------------------

    @cached_property
    def belts(self) -> dict[Square, Belt]:
        return {square: tile.belt for square, tile in self.tiles.items() if tile.belt}

    def bends(self, square: Square) -> dict[Facing, str]:
        """Return the turns, `left` or `right`, that a square gives to robots carried onto it.

        The keys are the directions in which belts carry robots onto the square. One turn is a bend.
        Two turns, or one turn on a square that is also fed from behind, are a T-junction.
        [RR-16, RR-17]
        """
        return self._bends.get(square, {})

    def is_fed_from_behind(self, square: Square) -> bool:
        """Return whether another belt leads straight ahead into the belt on this square."""
        belt = self.belts.get(square)
        return belt is not None and self._feeds(square.ahead(belt.facing.back), belt.facing)

    def bend(self, square: Square, motion: Facing) -> str:
        """Return the turn of a robot that is carried onto this square: `left`, `right` or empty.

        `motion` is the direction in which the robot is carried. A belt turns a robot that comes
        from the side, but not one that is carried straight on.
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
        """Return the squares that a shot from `square` crosses, up to a wall or the board's edge.

        The first of them is `square` itself.

        >>> from teachkit.games.roborally.board_files import read_board
        >>> board = read_board(". . . .", walls=["c1 east"])
        >>> [str(square) for square in board.beam(Square.read("b1"), Facing.EAST)]
        ['b1', 'c1']
        """
        beam = self._beams.get((square, facing))
        if beam is None:
            crossed = [square]
            while not self.has_wall(square, facing) and square.ahead(facing) in self:
                square = square.ahead(facing)
                crossed.append(square)
            beam = self._beams[crossed[0], facing] = tuple(crossed)
        return beam

    @cached_property
    def _beams(self) -> dict[tuple[Square, Facing], tuple[Square, ...]]:
        return {}

    @cached_property
    def beams(self) -> int:
        """The total number of beams of all lasers on the walls."""
        return sum(laser.beams for laser in self.lasers)

    @cached_property
    def _deadly(self) -> frozenset[Square]:
        return frozenset(square for square, tile in self.tiles.items() if tile.pit)

    @cached_property
    def _flags(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.flags, 1)}
