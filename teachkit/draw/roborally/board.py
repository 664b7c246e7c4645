"""Drawings of RoboRally's factory floor: its printed squares, and the elements on its walls.

Every sprite is drawn around the middle of its square. If an element has a direction, its sprite
points north and is attached to the wall on its southern side. A belt has one chevron, and an
express belt has two. A belt ends in the north, and its shape depends on the sides from which robots
enter it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, lru_cache

from matplotlib.path import Path

from teachkit.core.board.squares import Facing, Square
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Placed
from teachkit.draw.sprites import Sprites
from teachkit.draw.squares import MARGIN, backdrop, ground, middle, seams, size_of, world
from teachkit.games.roborally.board import Board, Tile

SPRITES = Sprites("roborally")
_FLAG_SPOT = (0.03, 0.2)
_PUSHER_SPOT = -0.325


@lru_cache(maxsize=32)
def background(board: Board) -> Background:
    """Return the parts of the board that never move, cached for each board."""
    still = (
        *world(SPRITES, *size_of(board.width, board.height)),
        Placed(_ground(board.width, board.height)),
        *(each for square in board.squares for each in _belt_on(board, square)),
        *(each for square in board.squares for each in _tile(board.tile(square), square)),
        *(_beam(board, *laser) for laser in board.lasers),
        *(_on(square, "flag") for square in board.flags),
        *(_on(pusher.square, "pusher", pusher.facing) for pusher in board.pushers),
        *(_on(laser.square, f"laser-{laser.beams}", laser.facing) for laser in board.lasers),
        *_walls(board),
    )
    return backdrop(board, still, _numbers(board))


@lru_cache(maxsize=32)
def _ground(width: int, height: int) -> Layer:
    """Return a framed floor of steel plates, with `width` by `height` squares."""
    corners = [
        (MARGIN + column + x, MARGIN + row + y)
        for column in range(width)
        for row in range(height)
        for x, y in ((0.09, 0.09), (0.91, 0.91))
    ]
    rivets = paths.scattered(paths.rectangle(-0.018, -0.018, 0.036, 0.036), corners)
    plates = [
        (MARGIN + column, MARGIN + row)
        for column in range(width)
        for row in range(height)
        if (column + row) % 2
    ]
    shapes = ground(SPRITES, width, height, "floor")
    if plates:
        plate = paths.scattered(paths.rectangle(0, 0, 1, 1), plates)
        shapes.append(SPRITES.shape(plate, "other-floor"))
    shapes.append(SPRITES.shape(rivets, "rivet"))
    if edges := seams(width, height):
        shapes.append(SPRITES.shape(paths.lines(edges), "seam"))
    return Layer(shapes)


def _on(square: Square, sprite: str, facing: Facing = Facing.NORTH) -> Placed:
    return Placed(SPRITES.layer(sprite), *middle(square), facing.degrees)


def _tile(tile: Tile, square: Square) -> Iterator[Placed]:
    if tile.pit:
        yield _on(square, "pit")
    if tile.gear:
        yield Placed(_gear(tile.gear), *middle(square))
    if tile.wrenches:
        yield _on(square, f"repair-site-{tile.wrenches}")
    if tile.start:
        yield _on(square, "dock")


@cache
def _gear(turn: str) -> Layer:
    """Return a wheel with ten teeth, and two arrows that show the direction in which it turns."""
    edge = (-12, 0.36), (-7, 0.46), (7, 0.46), (12, 0.36)
    corners = paths.toothed(10, [(degrees / 36, far) for degrees, far in edge])
    name = f"gear-{turn}"
    return Layer([SPRITES.shape(paths.rounded(corners, 0.02), name), *SPRITES.shapes(name)])


def _walls(board: Board) -> Iterator[Placed]:
    """Yield a picture of each wall once, although the board lists walls from both sides."""
    for square, facing in sorted(board.walls):
        if facing in (Facing.NORTH, Facing.EAST) or square.ahead(facing) not in board:
            yield _on(square, "wall", facing)


# Labels ----------------------------------------------------------------------------------------


def _numbers(board: Board) -> Iterator[Placed]:
    """Yield an upright label with the number of each dock, flag and pusher."""
    for square in board.starts:
        number = str(board.tile(square).start)
        yield Placed(SPRITES.layer("number-of-dock", number), *middle(square))
    for place, square in enumerate(board.flags, 1):
        (x, y), (aside, up) = middle(square), _FLAG_SPOT
        yield Placed(SPRITES.layer("number-of-flag", str(place)), x + aside, y + up)
    for pusher in board.pushers:
        (x, y), (column, row) = middle(pusher.square), Square(0, 0).ahead(pusher.facing)
        layer = _column(pusher.registers) if column else _row(pusher.registers)
        yield Placed(layer, x + _PUSHER_SPOT * column, y + _PUSHER_SPOT * row)


def _row(registers: tuple[int, ...]) -> Layer:
    return SPRITES.layer("registers", " ".join(map(str, registers)))


@cache
def _column(registers: tuple[int, ...]) -> Layer:
    apart = min(0.14, 0.38 / len(registers))
    top, height = apart * (len(registers) - 1) / 2, 0.78 * apart
    lower = enumerate(map(str, registers))
    words = [paths.text(number, 0, top - apart * place, height) for place, number in lower]
    return Layer([SPRITES.shape(paths.together(words), "ink")])


# Beams -----------------------------------------------------------------------------------------


def _beam(board: Board, square: Square, facing: Facing, beams: int) -> Placed:
    """Return the beams of a laser on `square` at full length, drawn around that square."""
    far = len(board.beam(square, facing))
    layer = Layer([SPRITES.shape(_parallel(beams, -0.22, far - 0.5), "beam")])
    return Placed(layer, *middle(square), facing.degrees)


def shining(length: float, beams: int) -> Layer:
    """Return a picture of a shot, with at most three beams, drawn around its middle."""
    rays = _parallel(min(beams, 3), -length / 2, length / 2)
    return Layer([SPRITES.shape(rays, material) for material in ("glow", "ray", "core")])


@cache
def _parallel(beams: int, low: float, high: float) -> Path:
    """Return `beams` parallel lines from `low` to `high`."""
    across = [0.13 * (place - (beams - 1) / 2) for place in range(beams)]
    return paths.lines([((x, low), (x, high)) for x in across])


# Belts -----------------------------------------------------------------------------------------

_HALF = 0.39  # half the width of a belt
_BEHIND, _LEFT = "behind", "left"


def inlets(board: Board, square: Square) -> tuple[str, ...]:
    """Return the sides from which robots enter the belt on `square`.

    These are "left" or "right" for each bend, and "behind" if robots enter from behind or if there
    is no bend.
    """
    turns = tuple(sorted(board.bends(square).values()))
    return turns if turns and not board.is_fed_from_behind(square) else (_BEHIND, *turns)


def _belt_on(board: Board, square: Square) -> Iterator[Placed]:
    if found := board.belt_on(square):
        layer = _belt(inlets(board, square), found.express)
        yield Placed(layer, *middle(square), found.facing.degrees)


@cache
def _belt(ways: tuple[str, ...], express: bool) -> Layer:
    """Return the picture of a belt.

    `ways` are the ways onto the belt, as returned by `inlets`.
    """
    name = "express" if express else "belt"
    rails = paths.together([rail for way in ways for rail in _sides(way)])
    bands = [SPRITES.shape(_band(way), name) for way in ways]
    signs = SPRITES.shape(_chevrons(ways, express), f"{name}-sign")
    return Layer([SPRITES.shape(rails, "rail"), *bands, signs])


@lru_cache(maxsize=32)
def running(board: Board, express: bool) -> Layer:
    """Return a picture of all belts while they run.

    If `express` is true, only the express belts are in the picture. The picture is drawn around the
    middle of the board.
    """
    bands: list[Path] = []
    rails: list[Path] = []
    signs: list[Path] = []
    for square, each in board.belts.items():
        if each.express < express:
            continue
        ways, turn = inlets(board, square), each.facing.degrees
        x, y = square.column - (board.width - 1) / 2, square.row - (board.height - 1) / 2
        bands += [paths.placed(_band(way), x, y, degrees=turn) for way in ways]
        rails += [paths.placed(side, x, y, degrees=turn) for way in ways for side in _sides(way)]
        signs.append(paths.placed(_chevrons(ways, each.express), x, y, degrees=turn))
    looks = {"lit-rail": rails, "lit-belt": bands, "lit-sign": signs}
    return Layer([SPRITES.shape(paths.together(each), name) for name, each in looks.items()])


def _chevrons(ways: tuple[str, ...], express: bool) -> Path:
    """Return the chevrons on a belt: on each way in, and also on the way out if ways meet.

    Each of these parts has two chevrons on an express belt, and one on any other belt.
    """
    steps = (0.36, 0.64) if express else (0.5,)
    if len(ways) > 1:
        steps = (0.12, 0.3) if express else (0.2,)
    signs = [_chevron(*_along(way, step)) for way in ways for step in steps]
    if len(ways) > 1:
        signs += [_chevron(0, y, 0) for y in ((0.2, 0.38) if express else (0.3,))]
    return paths.together(signs)


def _band(way: str) -> Path:
    if way == _BEHIND:
        return paths.rectangle(-_HALF, -0.5, 2 * _HALF, 1)
    rims = [_arc(way, 0.5 + _HALF), _arc(way, 0.5 - _HALF)]
    one, other = rims if way == _LEFT else reversed(rims)  # draw all bends in the same direction
    return paths.polygon(*one, *reversed(other))


def _sides(way: str) -> list[Path]:
    if way == _BEHIND:
        return [paths.line((x, -0.5), (x, 0.5)) for x in (-_HALF, _HALF)]
    return [paths.line(*_arc(way, radius)) for radius in (0.5 - _HALF, 0.5 + _HALF)]


def _arc(way: str, radius: float) -> list[Point]:
    """Return points on a quarter circle, from the side where a bend begins to its northern end."""
    side = 1 if way == _LEFT else -1  # a left turn comes from the west
    turns = [math.radians(270 + 90 * part / 8) for part in range(9)]
    return [
        (side * (radius * math.cos(turn) - 0.5), 0.5 + radius * math.sin(turn)) for turn in turns
    ]


def _along(way: str, part: float) -> tuple[float, float, float]:
    """Return `x` and `y` of a point on a belt's middle line, and the line's direction in degrees.

    `part` is the position of the point on the line, from 0 to 1.
    """
    if way == _BEHIND:
        return 0, part - 0.5, 0
    side, turn = (1 if way == _LEFT else -1), math.radians(270 + 90 * part)
    x, y = side * (0.5 * math.cos(turn) - 0.5), 0.5 + 0.5 * math.sin(turn)
    return x, y, side * 90 * (1 - part)


def _chevron(x: float, y: float, degrees: float) -> Path:
    sign = paths.line((-0.17, -0.085), (0, 0.085), (0.17, -0.085))
    return paths.placed(sign, x, y, degrees=degrees)
