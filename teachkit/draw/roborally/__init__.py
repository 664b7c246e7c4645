"""Pictures of RoboRally: the factory floor, robots with their symbols, and the effects of events.

No information depends on colour alone: a robot has its letter on a disc. The barrel and the eyes of
a robot are at its front. Every letter and digit is large enough to be read on squares of 40 pixels.

Every sprite is drawn around the middle of its square. If an element has a direction, its sprite
points north and is attached to the wall on its southern side. A belt has one chevron, and an
express belt has two. A belt ends in the north, and its shape depends on the sides from which robots
enter it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product

from matplotlib.path import Path

from teachkit.core.board.squares import Facing, Square, read_place
from teachkit.core.run.flow import Event
from teachkit.draw import paths
from teachkit.draw.paths import Point
from teachkit.draw.scene import Background, Layer, Piece, Placed, Scene, effects, scene
from teachkit.draw.shapes import PIECE_COLOURS, readable_on
from teachkit.draw.sprites import Sprites
from teachkit.draw.squares import MARGIN, backdrop, ground, middle, seams, shadow, size_of, world
from teachkit.games.roborally import events
from teachkit.games.roborally.board import Belt, Board, Tile
from teachkit.games.roborally.pieces import COLOURS, Robot
from teachkit.games.roborally.state import State
from teachkit.words import say, translate

SPRITES = Sprites("roborally")
_FLAG_SPOT = (0.03, 0.2)
_PUSHER_SPOT = -0.325
_SIZE, _SIGN = 0.98, 0.44  # the sides of the squares that a robot and a symbol fit into


@scene.register
def roborally_scene(state: State) -> Scene:
    """Return the scene of `state`: the board with robots, their letters and their symbols."""
    board = state.board
    here = [robot for robot in state.robots if not state.is_to_come(robot)]
    gone = [robot for robot in here if robot.destroyed]
    pieces = [mark for robot in here for mark in _archive(state, robot)]
    pieces += [piece for robot in (*gone, *state.active) for piece in _robot(state, robot)]
    pieces += [sign for robot in state.active for sign in _below(state, robot.square)]
    pieces[:0] = [shadow(piece) for piece in pieces if piece.id in COLOURS and not piece.follows]
    pieces[:0] = _goal(state)
    columns, rows = board.width, board.height
    alt = say("A factory floor of {columns} by {rows} squares.", columns=columns, rows=rows)
    spoken = {robot.name: _spoken(state, robot) for robot in state.robots}
    once = {piece.id: piece for piece in pieces}  # virtual robots may share a square
    return Scene(background(board), tuple(once.values()), alt, spoken, keeps_effects=True)


def _spoken(state: State, robot: Robot) -> str:
    name, at, damage = translate(robot.name), robot.square, robot.damage
    facts = {"colour": name, "square": at, "facing": robot.facing.says, "damage": damage}
    if state.is_to_come(robot):
        return say("The {colour} robot is not on the board yet.", **facts)
    if robot.destroyed:
        return say("The {colour} robot is destroyed.", **facts)
    if not damage:
        return say("The {colour} robot is on {square} and faces {facing}.", **facts)
    return say(
        "The {colour} robot is on {square}, faces {facing} and has {damage} damage.", **facts
    )


# Robots ----------------------------------------------------------------------------------------


def _place(state: State, robot: Robot) -> Point:
    """Return the point at which a robot is drawn.

    Robots on the same square are drawn next to each other. A robot that is out is drawn at the left
    edge of the board, unless it is in a pit.
    """
    x, y = middle(robot.square)
    if robot.is_out and not state.board.tile(robot.square).pit:
        return MARGIN / 2, y
    same = [other.name for other in state.active if other.square == robot.square]
    if len(same) > 1 and robot.name in same:
        turn = math.tau * same.index(robot.name) / len(same)
        return x + 0.2 * math.sin(turn), y + 0.2 * math.cos(turn)
    return x, y


def _archive(state: State, robot: Robot) -> Iterator[Piece]:
    """Yield the archive marker of `robot`, unless this is not a match or the robot is out.

    Each colour has its own position around the middle of a square, so that markers do not overlap.
    """
    if not state.is_match or robot.is_out:
        return
    name, square = robot.name, robot.archive
    (x, y), number = middle(square), COLOURS.index(name)
    row, column = divmod(number + (number > 3), 3)  # the fifth place would be the middle
    label = say("archive of the {colour} robot on {square}", colour=translate(name), square=square)
    colour = PIECE_COLOURS[name]
    layer = SPRITES.layer("archive", name[0].upper(), peg=colour, letter=readable_on(colour))
    x, y = x + 0.34 * (column - 1), y + 0.35 * (1 - row)
    yield Piece(f"{name} archive {square}", label, layer, _SIGN, x, y, upright=True)


def _goal(state: State) -> Iterator[Piece]:
    """Yield the mark around the goal flag, in an edition that has one. [RV-8]"""
    if state.table.extra and (flag := state.table.extra.flag):
        label = say("flag {number} earns a point", number=flag)
        x, y = middle(state.board.flags[flag - 1])
        yield Piece(f"goal-{flag}", label, SPRITES.layer("goal"), 1.2, x, y, upright=True)


def _robot(state: State, robot: Robot) -> Iterator[Piece]:
    name, (x, y) = robot.name, _place(state, robot)
    label = say("{colour} robot", colour=translate(name))
    layer = SPRITES.layer("robot", hull=PIECE_COLOURS[name])
    yield Piece(name, label, layer, _SIZE, x, y, robot.facing.degrees)
    letter = SPRITES.layer("letter", name[0].upper())
    yield Piece(f"{name} letter", "", letter, 0.4, x, y, follows=name, upright=True)
    for what, label, layer, aside, up in _signs(robot):
        size, sign = _SIGN if aside or up else _SIZE, f"{name} {what}"
        yield Piece(sign, label, layer, size, x + aside, y + up, follows=name, upright=True)


def _signs(robot: Robot) -> Iterator[tuple[str, str, Layer, float, float]]:
    """Yield the `id` suffix, label, layer, x offset and y offset of each symbol on a robot."""
    if robot.virtual:
        yield "virtual", say("virtual"), SPRITES.layer("virtual"), 0, 0
    if robot.destroyed:
        yield "wreck", say("destroyed"), SPRITES.layer("wreck"), 0, 0
        return
    if points := robot.damage:
        label = say("damage {number}", number=points)
        yield f"damage {points}", label, SPRITES.layer("damage", str(points)), 0.33, 0.33
    if number := robot.flag:
        label = say("flag {number}", number=number)
        yield f"flag {number}", label, SPRITES.layer("touched", str(number)), -0.33, -0.33
    if robot.off:
        yield "off", say("powered down"), SPRITES.layer("off"), 0.0, 0.36


def _below(state: State, square: Square) -> Iterator[Piece]:
    """Yield copies of the symbols printed on a robot's square, to be drawn on top of the robot."""
    (x, y), tile = middle(square), state.board.tile(square)
    kind, turn = tile.gear or ("", "wrench", "hammer")[tile.wrenches], 0
    if tile.belt:
        kind, turn = "express" if tile.belt.express else "belt", tile.belt.facing.degrees
    if kind:
        plate = SPRITES.layer(f"plate-{kind}")
        yield Piece(f"{square} {kind}", "", plate, _SIGN, x + 0.33, y - 0.33, turn)
    if number := state.board.flag_on(square):
        flag = SPRITES.layer("plate-flag", str(number))
        yield Piece(f"{square} flag", "", flag, _SIGN, x - 0.33, y + 0.33, upright=True)


# Events ----------------------------------------------------------------------------------------


@effects.register
def roborally_effects(state: State, event: Event) -> Iterator[Piece]:
    """Yield lit belts, beams and other effects of `event`, all drawn below the robots."""
    match event:
        case events.Carried(express=express) | events.NotCarried(express=express):
            yield _belts(state.board, express)
        case events.Shot():
            yield _shot(event)
        case events.Extended(square, facing):
            yield _on(square, "pusher", "pushing", facing.degrees)
        case events.Geared(square=square) | events.Bent(square=square):
            yield _on(square, "turns", "ring")
        case events.TouchedFlag(square=square):
            yield _on(square, "touched", "ring")
        case events.Destroyed(square=square):
            yield _on(square, "bang", "bang")


def _on(square: Square, what: str, sprite: str, angle: float = 0) -> Piece:
    layer, name = SPRITES.layer(sprite), f"{square} {what}"
    return Piece(name, "", layer, 1.3, *middle(square), angle, below=True)


def _belts(board: Board, express: bool) -> Piece:
    """Return a piece that lights up all belts, or only the express belts if `express` is true."""
    name, size = "express-lit" if express else "belts-lit", max(board.width, board.height) + 0.2
    x, y = MARGIN + board.width / 2, MARGIN + board.height / 2
    return Piece(name, "", running(board, express), size, x, y, below=True)


def _shot(shot: events.Shot) -> Piece:
    """Return a beam from a wall laser or a robot's barrel to the robot that was hit."""
    start, end = shot.start, shot.end
    far = abs(end.column - start.column) + abs(end.row - start.row)
    begin = 0.42 if shot.by else -0.3
    length = max(far - 0.2 - begin, 0.3)
    (x, y), way, ahead = middle(start), math.radians(shot.facing.degrees), begin + length / 2
    x, y = x + ahead * math.sin(way), y + ahead * math.cos(way)
    name, layer = f"{start} {shot.facing.value} beam {end}", shining(length, shot.points)
    return Piece(name, "", layer, length + 0.4, x, y, shot.facing.degrees, below=True)


# The board -------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def background(board: Board) -> Background:
    """Return the parts of the board that never move, cached for each board."""
    still = (
        *world(SPRITES, *size_of(board.width, board.height)),
        Placed(_ground(board.width, board.height)),
        *(_placed_belt(board, square, belt) for square, belt in board.belts.items()),
        *(each for square in board.squares for each in _tile(board.tile(square), square)),
        *(_beam(board, *laser) for laser in board.lasers),
        *(_printed(square, "flag") for square in board.flags),
        *(_printed(pusher.square, "pusher", pusher.facing) for pusher in board.pushers),
        *(_printed(laser.square, f"laser-{laser.beams}", laser.facing) for laser in board.lasers),
        *(_printed(square, "wall", side) for square, side in map(read_place, board.wall_texts)),
    )
    return backdrop(board, still, _numbers(board))


@lru_cache(maxsize=32)
def _ground(width: int, height: int) -> Layer:
    """Return a framed floor of steel plates, with `width` by `height` squares."""
    places = [*product(range(width), range(height))]
    shapes = ground(SPRITES, width, height, "floor")
    if plates := [(MARGIN + x, MARGIN + y) for x, y in places if (x + y) % 2]:
        plate = paths.scattered(paths.rectangle(0, 0, 1, 1), plates)
        shapes.append(SPRITES.shape(plate, "other-floor"))
    corners = [(MARGIN + x + near, MARGIN + y + near) for x, y in places for near in (0.09, 0.91)]
    rivets = paths.scattered(paths.rectangle(-0.018, -0.018, 0.036, 0.036), corners)
    shapes.append(SPRITES.shape(rivets, "rivet"))
    if edges := seams(width, height):
        shapes.append(SPRITES.shape(paths.lines(edges), "seam"))
    return Layer(shapes)


def _printed(square: Square, sprite: str, facing: Facing = Facing.NORTH) -> Placed:
    return Placed(SPRITES.layer(sprite), *middle(square), facing.degrees)


def _tile(tile: Tile, square: Square) -> Iterator[Placed]:
    if tile.pit:
        yield _printed(square, "pit")
    if tile.gear:
        yield Placed(_gear(tile.gear), *middle(square))
    if tile.wrenches:
        yield _printed(square, f"repair-site-{tile.wrenches}")
    if tile.start:
        yield _printed(square, "dock")


@cache
def _gear(turn: str) -> Layer:
    """Return a wheel with ten teeth, and two arrows that show the direction in which it turns."""
    edge = (-12, 0.36), (-7, 0.46), (7, 0.46), (12, 0.36)
    corners = paths.toothed(10, [(degrees / 36, far) for degrees, far in edge])
    name = f"gear-{turn}"
    return Layer([SPRITES.shape(paths.rounded(corners, 0.02), name), *SPRITES.shapes(name)])


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
    apart = min(0.28, 0.78 / len(registers))
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


def _placed_belt(board: Board, square: Square, belt: Belt) -> Placed:
    layer = _belt(inlets(board, square), belt.express)
    return Placed(layer, *middle(square), belt.facing.degrees)


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
    return [_along(way, part / 8, radius)[:2] for part in range(9)]


def _along(way: str, part: float, radius: float = 0.5) -> tuple[float, float, float]:
    """Return `x` and `y` of a point on a belt's middle line, and the line's direction in degrees.

    `part` is the position of the point on the line, from 0 to 1. In a bend, a `radius` other than
    0.5 stands for a line beside the middle line.
    """
    if way == _BEHIND:
        return 0, part - 0.5, 0
    side = 1 if way == _LEFT else -1  # a left turn comes from the west
    turn = math.radians(270 + 90 * part)
    x, y = side * (radius * math.cos(turn) - 0.5), 0.5 + radius * math.sin(turn)
    return x, y, side * 90 * (1 - part)


def _chevron(x: float, y: float, degrees: float) -> Path:
    sign = paths.line((-0.17, -0.085), (0, 0.085), (0.17, -0.085))
    return paths.placed(sign, x, y, degrees=degrees)
