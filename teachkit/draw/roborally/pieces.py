"""How RoboRally looks: which robot is where, and what an event leaves behind."""

from __future__ import annotations

import math
from collections.abc import Iterator

from teachkit.core.board.squares import Square
from teachkit.draw.roborally import robots
from teachkit.draw.roborally.floor import background
from teachkit.draw.scene import Layer, Piece, Scene, scene
from teachkit.draw.shapes import Point
from teachkit.draw.squares import MARGIN, middle
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.state import State
from teachkit.words import say, translate


@scene.register
def roborally_scene(state: State) -> Scene:
    """Robots with their letters and what there is to know of them, on the board."""
    board = state.board
    gone = [robot for robot in state.robots if robot.destroyed]
    here = [robot for robot in state.robots if not robot.destroyed]
    pieces = [mark for robot in state.robots for mark in _archive(state, robot)]
    pieces += [piece for robot in (*gone, *here) for piece in _robot(state, robot)]
    pieces += [sign for robot in here for sign in _below(state, robot.square)]
    alt = say("A factory floor of {columns} by {rows} squares.",
              columns=board.width, rows=board.height)  # fmt: skip
    spoken = {robot.name: _spoken(robot) for robot in state.robots}
    once = {piece.id: piece for piece in pieces}  # virtual robots may share a square
    return Scene(background(board), tuple(once.values()), alt, spoken, keeps_effects=True)


def _place(state: State, robot: Robot) -> Point:
    """Where a robot is drawn: several on a square make room, who is out lies at the rim."""
    x, y = middle(robot.square)
    if robot.is_out and not state.board.tile(robot.square).pit:
        return MARGIN / 2, y
    same = [other.name for other in state.active if other.square == robot.square]
    if len(same) > 1 and robot.name in same:
        turn = math.tau * same.index(robot.name) / len(same)
        return x + 0.2 * math.sin(turn), y + 0.2 * math.cos(turn)
    return x, y


def _archive(state: State, robot: Robot) -> Iterator[Piece]:
    """Where a robot would come back, in a match: each seat has its place on the square."""
    if not state.is_match or robot.is_out:
        return
    x, y = middle(robot.archive)
    row, place = divmod(robots.number_of(robot.name) - 1, 4)
    told = say("archive of the {colour} robot on {square}",
               colour=translate(robot.name), square=robot.archive)  # fmt: skip
    x, y = x + 0.24 * (place - 1.5), y + (-0.36, 0.36)[row]
    yield Piece(f"{robot.name} archive {robot.archive}", told, robots.archive(robot.name),
                robots.SIGN, x, y, upright=True)  # fmt: skip


def _robot(state: State, robot: Robot) -> Iterator[Piece]:
    name, (x, y) = robot.name, _place(state, robot)
    label = say("{colour} robot, number {number}",
                colour=translate(name), number=robots.number_of(name))  # fmt: skip
    yield Piece(name, label, robots.robot(name), robots.SIZE, x, y, robot.facing.degrees)
    yield Piece(f"{name} letter", "", robots.letter(name), 0.4, x, y, follows=name, upright=True)
    for what, told, layer, aside, up in _signs(robot):
        size = robots.SIGN if aside or up else robots.SIZE
        yield Piece(f"{name} {what}", told, layer, size, x + aside, y + up, follows=name,
                    upright=True)  # fmt: skip


def _signs(robot: Robot) -> Iterator[tuple[str, str, Layer, float, float]]:
    """What there is to know of a robot: `id`, label, picture, and where it is beside it."""
    if robot.virtual:
        yield "virtual", say("virtual"), robots.virtual(), 0, 0
    if robot.destroyed:
        yield "wreck", say("destroyed"), robots.wreck(), 0, 0
        return
    if robot.damage:
        told = say("damage {number}", number=robot.damage)
        yield f"damage {robot.damage}", told, robots.damage(robot.damage), 0.33, 0.33
    if robot.flag:
        told = say("flag {number}", number=robot.flag)
        yield f"flag {robot.flag}", told, robots.touched(robot.flag), -0.33, -0.33
    if robot.off:
        yield "off", say("powered down"), robots.asleep(), 0.0, 0.36


def _below(state: State, square: Square) -> Iterator[Piece]:
    """The signs of what a robot stands on, laid over it."""
    (x, y), tile = middle(square), state.board.tile(square)
    kind, turn = tile.gear or ("", "wrench", "hammer")[tile.wrenches], 0
    if tile.belt:
        kind, turn = "express" if tile.belt.express else "belt", tile.belt.facing.degrees
    if kind:
        yield Piece(f"{square} {kind}", "", robots.plate(kind), robots.SIGN, x + 0.33, y - 0.33,
                    turn)  # fmt: skip
    if number := state.board.flag_on(square):
        yield Piece(f"{square} flag", "", robots.flag(number), robots.SIGN, x - 0.33, y + 0.33,
                    upright=True)  # fmt: skip


def _spoken(robot: Robot) -> str:
    name = translate(robot.name)
    if robot.destroyed:
        return say("The {colour} robot is destroyed.", colour=name)
    if robot.damage:
        return say("The {colour} robot is on {square}, faces {facing} and has {damage} damage.",
                   colour=name, square=robot.square, facing=robot.facing.says,
                   damage=robot.damage)  # fmt: skip
    return say("The {colour} robot is on {square} and faces {facing}.",
               colour=name, square=robot.square, facing=robot.facing.says)  # fmt: skip
