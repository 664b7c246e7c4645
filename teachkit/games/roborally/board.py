"""The fixed factory floor: belts, gears, pits, wrenches, walls, pushers and lasers.

All boards in `boards` are our own; none is copied from a published board.
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
    """The things printed on one square, other than flags.

    `gear` is `left`, `right` or empty. `wrenches` is 0, 1, or 2 for a wrench with a hammer. `start`
    is the number of a start square, or 0 for any other square.
    """

    belt: Belt | None = None
    gear: str = ""
    pit: bool = False
    wrenches: int = 0
    start: int = 0


FLOOR = Tile()


class Pusher(NamedTuple):
    """A pusher that pushes robots on `square` toward `facing`. [RR-13]

    The pusher is on the side of the square opposite `facing`, and acts only in `registers`.
    """

    square: Square
    facing: Facing
    registers: tuple[int, ...]


class Laser(NamedTuple):
    """A laser on a wall of `square` that shoots toward `facing`. [RR-21]

    The laser is on the side of the square opposite `facing`. `beams` is the number of its beams.
    """

    square: Square
    facing: Facing
    beams: int = 1


@dataclass(frozen=True)
class Board(Grid[Tile]):
    """A factory floor with its walls, pushers and lasers.

    `flags` lists the squares of flags 1, 2, …. Walls at the edge of the board are listed from the
    inside only. `dock` is the name of the dock that was joined to the board, or empty.

    >>> from teachkit.games.roborally.board_files import read_board
    >>> board = read_board("> v \\n . .")
    >>> board.belts[Square.read("a2")], board.bends(Square.read("b2"))
    (Belt(facing=<Facing.EAST: 'east'>, express=False), {<Facing.EAST: 'east'>: 'right'})
    """

    flags: tuple[Square, ...] = ()
    pushers: tuple[Pusher, ...] = ()
    lasers: tuple[Laser, ...] = ()
    dock: str = field(default="", compare=False)
    __hash__ = Grid.__hash__

    @cached_property
    def tiles(self) -> dict[Square, Tile]:
        """The board's tiles by square."""
        return {square: self.at(square) for square in self.squares}

    def tile(self, square: Square) -> Tile:
        """Return the tile on `square`, or plain floor if `square` is off the board."""
        return self.tiles.get(square, FLOOR)

    def is_deadly(self, square: Square) -> bool:
        """Return whether `square` is a pit or off the board, and so destroys robots. [RR-9]"""
        tile = self.tiles.get(square)
        return tile is None or tile.pit

    def flag_on(self, square: Square) -> int:
        """Return the number of the flag on `square`, or 0 if there is none."""
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

    @cached_property
    def express_belts(self) -> dict[Square, Belt]:
        return {square: belt for square, belt in self.belts.items() if belt.express}

    def bends(self, square: Square) -> dict[Facing, str]:
        """Return the turns that the belt on `square` gives to robots carried onto it.

        Each key is a direction in which another belt carries robots onto the square, and its value
        is `left` or `right`. One turn is a bend. Two turns, or one turn on a square that is also
        fed from behind, are a T-junction.
        [RR-16, RR-17]
        """
        return {
            motion: turn
            for motion in FACINGS
            if (turn := self.bend(square, motion))
            and self._feeds(square.ahead(motion.back), motion)
        }

    def is_fed_from_behind(self, square: Square) -> bool:
        """Return whether another belt leads straight into the belt on `square` from behind."""
        belt = self.belts.get(square)
        return belt is not None and self._feeds(square.ahead(belt.facing.back), belt.facing)

    def bend(self, square: Square, motion: Facing) -> str:
        """Return the turn of a robot that is carried onto `square`: `left`, `right` or empty.

        `motion` is the direction in which the robot is carried. The belt on the square turns a
        robot that comes from the side, but not one that is carried straight on.
        """
        belt = self.belts.get(square)
        if belt is None or belt.facing in (motion, motion.back):
            return ""
        return "left" if belt.facing is motion.left else "right"

    def _feeds(self, square: Square, motion: Facing) -> bool:
        belt = self.belts.get(square)
        return belt is not None and belt.facing is motion and not self.has_wall(square, motion)

    # Other elements ----------------------------------------------------------------------------

    @cached_property
    def gears(self) -> dict[Square, str]:
        """The turn that each gear gives, `left` or `right`, by square."""
        return {square: tile.gear for square, tile in self.tiles.items() if tile.gear}

    @cached_property
    def archives(self) -> frozenset[Square]:
        """The squares with a flag or a wrench, to which robots move their archives. [RR-26]"""
        wrenches = (square for square, tile in self.tiles.items() if tile.wrenches)
        return frozenset((*self.flags, *wrenches))

    @cached_property
    def under_fire(self) -> frozenset[Square]:
        """The squares that the lasers on walls would reach if there were no robots."""
        beams = (self.beam(laser.square, laser.facing) for laser in self.lasers)
        return frozenset(square for beam in beams for square in beam)

    @cached_property
    def acting(self) -> frozenset[Square]:
        """The squares on which elements of the factory may act on a robot."""
        pushers = (pusher.square for pusher in self.pushers)
        return frozenset((*self.belts, *pushers, *self.gears, *self.under_fire, *self.archives))

    # Lasers ------------------------------------------------------------------------------------

    def beam(self, square: Square, facing: Facing) -> tuple[Square, ...]:
        """Return the squares that a shot from `square` toward `facing` crosses.

        The first one is `square` itself, and the last one is at a wall or the edge of the board.

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
        """The total number of beams of all wall lasers."""
        return sum(laser.beams for laser in self.lasers)

    @cached_property
    def _flags(self) -> dict[Square, int]:
        return {square: number for number, square in enumerate(self.flags, 1)}
