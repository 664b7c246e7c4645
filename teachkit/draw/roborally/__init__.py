"""Pictures of RoboRally: robots on the factory floor, their symbols, and the effects of events.

No information depends on colour alone: a robot has its letter on a disc and its number on its back.
The barrel and the eyes of a robot are at its front.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from teachkit.core.board.squares import Square
from teachkit.core.run.events import Event
from teachkit.draw.paths import Point
from teachkit.draw.roborally.board import SPRITES, background, running, shining
from teachkit.draw.scene import Layer, Piece, Scene, effects, scene
from teachkit.draw.shapes import PIECE_COLOURS, readable_on
from teachkit.draw.squares import MARGIN, middle, shadow
from teachkit.games.roborally import events
from teachkit.games.roborally.board import Board
from teachkit.games.roborally.pieces import COLOURS, Robot
from teachkit.games.roborally.state import State
from teachkit.words import say, translate

_SIZE, _SIGN = 0.98, 0.44  # the sides of the squares that a robot and a symbol fit into


@scene.register
def roborally_scene(state: State) -> Scene:
    """Return the scene of `state`: the board with robots, their letters and their symbols."""
    board = state.board
    gone = [robot for robot in state.robots if robot.destroyed]
    here = [robot for robot in state.robots if not robot.destroyed]
    pieces = [mark for robot in state.robots for mark in _archive(state, robot)]
    pieces += [piece for robot in (*gone, *here) for piece in _robot(state, robot)]
    pieces += [sign for robot in here for sign in _below(state, robot.square)]
    pieces[:0] = [shadow(piece) for piece in pieces if piece.id in COLOURS and not piece.follows]
    columns, rows = board.width, board.height
    alt = say("A factory floor of {columns} by {rows} squares.", columns=columns, rows=rows)
    spoken = {robot.name: _spoken(robot) for robot in state.robots}
    once = {piece.id: piece for piece in pieces}  # virtual robots may share a square
    return Scene(background(board), tuple(once.values()), alt, spoken, keeps_effects=True)


def _spoken(robot: Robot) -> str:
    name, at, damage = translate(robot.name), robot.square, robot.damage
    facts = {"colour": name, "square": at, "facing": robot.facing.says, "damage": damage}
    if robot.destroyed:
        return say("The {colour} robot is destroyed.", **facts)
    if not damage:
        return say("The {colour} robot is on {square} and faces {facing}.", **facts)
    return say(
        "The {colour} robot is on {square}, faces {facing} and has {damage} damage.", **facts
    )


# Robots ----------------------------------------------------------------------------------------


def number_of(name: str) -> int:
    """Return the number on a robot's back, which is the position of `name` in `COLOURS`, from 1."""
    return COLOURS.index(name) + 1


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

    Each colour has its own position on a square, so that markers do not overlap.
    """
    if not state.is_match or robot.is_out:
        return
    name, square = robot.name, robot.archive
    (x, y), (row, place) = middle(square), divmod(number_of(name) - 1, 4)
    label = say("archive of the {colour} robot on {square}", colour=translate(name), square=square)
    colour = PIECE_COLOURS[name]
    layer = SPRITES.layer("archive", name[0].upper(), peg=colour, letter=readable_on(colour))
    x, y = x + 0.24 * (place - 1.5), y + (-0.36, 0.36)[row]
    yield Piece(f"{name} archive {square}", label, layer, _SIGN, x, y, upright=True)


def _robot(state: State, robot: Robot) -> Iterator[Piece]:
    name, number, colour = robot.name, number_of(robot.name), PIECE_COLOURS[robot.name]
    x, y = _place(state, robot)
    label = say("{colour} robot, number {number}", colour=translate(name), number=number)
    layer = SPRITES.layer("robot", str(number), hull=colour, letter=readable_on(colour))
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
