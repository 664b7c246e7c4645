"""What the seven cards do, and how robots push one another."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.walk import Skipped
from teachkit.games.roborally.damage import destroy
from teachkit.games.roborally.events import HeldUp, Moved, Pushed, StepsChanged, Turned
from teachkit.games.roborally.instructions import STEPS
from teachkit.games.roborally.moments import adjusted, happened
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.reasons import InTheWay, Wall
from teachkit.games.roborally.state import State


def run_card(state: State, name: str, card: Instruction) -> Flow[State]:
    """What one card does: steps, or a turn on the spot. [RR-6]"""
    robot, register = state.robot(name), state.register
    steps = adjusted(state, "steps", name, STEPS.get(card.name, 0), card=card, register=register)
    if steps != STEPS.get(card.name, 0):
        yield Frame(StepsChanged(name, steps), state)
    facing = turned(robot.facing, card.name)
    facing = adjusted(state, "facing", name, facing, card=card, register=register)
    if facing is not robot.facing:
        state = yield from turn(state, name, facing)
    if steps or card.name in STEPS:
        state = yield from move(state, name, steps)
    return state


def turned(facing: Facing, card: str) -> Facing:
    """Where a robot looks after this card."""
    match card:
        case "left":
            return facing.left
        case "right":
            return facing.right
        case "u-turn":
            return facing.back
    return facing


def turn(state: State, name: str, facing: Facing) -> Flow[State]:
    """Look another way; the square stays the same. [RR-6]"""
    state = state.with_robot(state.robot(name).with_facing(facing))
    yield Frame(Turned(name, facing), state)
    return state


def move(state: State, name: str, steps: int, way: Facing | None = None) -> Flow[State]:
    """So many single steps ahead, or back; a wall ends the move. [RR-6, RR-7]

    `way` is where to, if it is not where the robot looks.
    """
    back = steps < 0
    for number in range(abs(steps)):
        robot = state.robot(name)
        facing = way or (robot.facing.back if back else robot.facing)
        row, reason = row_ahead(state, robot, facing)
        if reason:
            yield Frame(HeldUp(name, reason) if number else Skipped(name, reason), state)
            return state
        state = yield from push(state, row, facing, name)
        if state.robot(name).destroyed:
            return state
        state = yield from go(state, name, facing, back)
        if state.robot(name).destroyed:
            return state
    return state


def row_ahead(
    state: State, robot: Robot, facing: Facing
) -> tuple[list[Robot], Wall | InTheWay | None]:
    """Who would be pushed by a step this way, nearest first, and what stops them all. [RR-7]"""
    row: list[Robot] = []
    square, has_wall = robot.square, state.board.has_wall
    while True:
        if has_wall(square, facing):
            return row, Wall(square, row[-1].name if row else "")
        square = square.ahead(facing)
        other = None if robot.virtual else state.robot_on(square)
        if other is None:
            return row, None
        row.append(other)
        if robot.held and not adjusted(state, "can_push", robot.name, True, other=other.name):
            return row, InTheWay(square, other.name)


def push(state: State, row: Sequence[Robot], facing: Facing, by: str) -> Flow[State]:
    """All of a row go one square this way, the last one first. [RR-7, RR-10]

    `by` is the robot whose move it is, or nobody.
    """
    for robot in reversed(row):
        state = yield from slide(state, robot.name, facing, by)
    for robot in row:
        if by and not state.robot(by).destroyed:
            state = yield from happened(state, "pushes", by, other=robot.name)
    return state


def slide(state: State, name: str, facing: Facing, by: str = "") -> Flow[State]:
    """A robot is pushed one square; nothing is in its way. A pit or the rim destroys. [RR-9]"""
    robot = state.robot(name)
    end = robot.square.ahead(facing)
    if end not in state.board:
        return (yield from destroy(state, name, "edge", by))
    state = state.with_robot(robot.with_square(end))
    yield Frame(Pushed(name, by, robot.square, end), state)
    return (yield from fall(state, name, end, by))


def go(state: State, name: str, facing: Facing, back: bool) -> Flow[State]:
    """One step by the robot's own card. [RR-6, RR-9]"""
    robot = state.robot(name)
    end = robot.square.ahead(facing)
    if end not in state.board:
        return (yield from destroy(state, name, "edge"))
    state = state.with_robot(robot.with_square(end))
    yield Frame(Moved(name, robot.square, end, back), state)
    return (yield from fall(state, name, end))


def fall(state: State, name: str, square: Square, by: str = "") -> Flow[State]:
    """Who stands on a pit is destroyed at once. [RR-9]"""
    if state.board.is_deadly(square):
        return (yield from destroy(state, name, "pit", by))
    return state
