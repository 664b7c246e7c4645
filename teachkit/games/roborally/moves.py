"""Program cards in play: the order in which they act, their effects, and pushing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Event, Flow, Frame
from teachkit.core.run.walk import Skipped
from teachkit.games.roborally import events
from teachkit.games.roborally.cards import STEPS, priority
from teachkit.games.roborally.damage import destroy
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.state import State, adjusted, happened

NO_CARD = -9999
"""The priority of a robot without a card in the current register, lower than any other."""


def by_priority(state: State) -> dict[str, int]:
    """Map the names of the robots with a card in the current register to its priority. [RR-4]

    The highest priority comes first; equal priorities are in seat order.
    """
    acting = {
        robot.name: number
        for robot in state.robots
        if (number := priority_of(state, robot)) != NO_CARD
    }
    if len(acting) > 1:
        acting = dict(sorted(acting.items(), key=itemgetter(1), reverse=True))
    return acting


def priority_of(state: State, robot: Robot) -> int:
    """Return the priority of a robot's card in the current register, or `NO_CARD`.

    The cards that the robot holds may adjust the priority. [RR-4, RV-35]
    """
    card = robot.card(state.register)
    if card is None:
        return NO_CARD
    number = priority(card)
    return (
        adjusted(state, robot, lambda held: held.priority, number, card) if robot.held else number
    )


def run_card(state: State, robot: Robot, card: Instruction) -> Flow[State]:
    """Run a robot's program card, which drives the robot or turns it on its square. [RR-6]"""
    steps, facing = STEPS.get(card.name, 0), robot.facing.turned(card.name)
    if robot.held:
        printed = steps
        steps = adjusted(state, robot, lambda held: held.steps, printed, card)
        facing = adjusted(state, robot, lambda held: held.facing, facing, card)
        if steps != printed:
            yield Frame(events.StepsChanged(robot.name, steps), state)
    if facing is not robot.facing:
        state = yield from turn(state, robot, facing)
    if steps or card.name in STEPS:
        state = yield from move(state, robot.name, steps)
    return state


def turn(state: State, robot: Robot, facing: Facing) -> Flow[State]:
    """Turn `robot` on its square to face `facing`. [RR-6]"""
    state = state.with_robot(robot.with_facing(facing))
    yield Frame(events.Turned(robot.name, facing), state)
    return state


def move(state: State, name: str, steps: int, way: Facing | None = None) -> Flow[State]:
    """Move a robot square by square, until an obstacle stops it. [RR-6, RR-7]

    Negative `steps` move the robot back. `way` is the direction of a move that is neither ahead nor
    back.
    """
    back = steps < 0
    moved = partial(events.Moved, name, back=back)
    for number in range(abs(steps)):
        robot = state.robot(name)
        if robot.destroyed:
            break
        facing = way or (robot.facing.back if back else robot.facing)
        row, reason = row_ahead(state, robot, facing)
        if reason:
            yield Frame(events.HeldUp(name, reason) if number else Skipped(name, reason), state)
            break
        if row:
            state = yield from push(state, row, facing, name)
            robot = state.robot(name)
        if not robot.destroyed:
            state = yield from go(state, robot, facing, moved)
    return state


def row_ahead(
    state: State, robot: Robot, facing: Facing
) -> tuple[list[Robot], events.Wall | events.InTheWay | None]:
    """Return the robots that a move toward `facing` would push, and the obstacle. [RR-7]

    The nearest robot comes first. The obstacle is a wall or a robot that cannot be pushed; `None`
    means that the move is possible.
    """
    row: list[Robot] = []
    square, has_wall = robot.square, state.board.has_wall
    while True:
        if has_wall(square, facing):
            return row, events.Wall(square, row[-1].name if row else "")
        square = square.ahead(facing)
        other = None if robot.virtual else state.robot_on(square)
        if other is None:
            return row, None
        row.append(other)
        if not adjusted(state, robot, lambda held: held.can_push, True, other.name):
            return row, events.InTheWay(square, other.name)


def push(state: State, row: Sequence[Robot], facing: Facing, by: str) -> Flow[State]:
    """Push the robots in `row` one square toward `facing`. [RR-7, RR-10]

    `row` lists the nearest robot first; the farthest one moves first. `by` is the robot that
    pushes, or empty for a pusher.
    """
    for robot in reversed(row):
        pushed = partial(events.Pushed, robot.name, by)
        if robot.square.ahead(facing) not in state.board:
            yield Frame(pushed(robot.square, None), state)
        state = yield from go(state, state.robot(robot.name), facing, pushed, by)
    for robot in row:
        if by and not state.robot(by).destroyed:
            state = yield from happened(state, by, lambda held: held.pushes, robot.name)
    return state


def go(
    state: State,
    robot: Robot,
    facing: Facing,
    moved: Callable[[Square, Square], Event],
    by: str = "",
) -> Flow[State]:
    """Move `robot` one square toward `facing`; nothing may be in its way. [RR-6, RR-9]

    A pit or the edge of the board destroys the robot immediately. `moved(start, end)` returns the
    event that reports the move. `by` is the robot that pushes this one, or empty.
    """
    end = robot.square.ahead(facing)
    is_deadly = state.board.is_deadly(end)
    if is_deadly and end not in state.board:
        return (yield from destroy(state, robot.name, "edge", by))
    state = state.with_robot(robot.with_square(end))
    yield Frame(moved(robot.square, end), state)
    return (yield from destroy(state, robot.name, "pit", by)) if is_deadly else state
