"""What the factory does after the robots have moved: belts, pushers, gears. [RR-11 … RR-20]"""

from __future__ import annotations

from collections import Counter

from teachkit.core.board.squares import Square
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.events import Bent, Carried, Extended, Geared, NotCarried
from teachkit.games.roborally.moments import adjusted
from teachkit.games.roborally.moves import fall, push, row_ahead
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.reasons import Collision, HeadOn, Occupied, Wall
from teachkit.games.roborally.state import State

Stays = Wall | Collision | HeadOn | Occupied


def express_belts(state: State) -> Flow[State]:
    """Express belts carry robots one square. [RR-11]"""
    return run_belts(state, express=True)


def all_belts(state: State) -> Flow[State]:
    """All belts carry robots one square. [RR-12]"""
    return run_belts(state, express=False)


def run_belts(state: State, express: bool) -> Flow[State]:
    """Everybody on these belts at once; belts never push, and bends turn. [RR-15 … RR-18]"""
    riders = [robot for robot in state.active if _is_carried(state, robot, express)]
    if not riders:
        return state
    ends, staying = carried(state, riders)
    movers = [robot for robot in riders if robot.name in ends]
    if movers:
        names = tuple(robot.name for robot in movers)
        squares = tuple(ends[name] for name in names)
        state = state.with_robots(
            {robot.name: robot.with_square(ends[robot.name]) for robot in movers}
        )
        starts = tuple(robot.square for robot in movers)
        yield Frame(Carried(names, starts, squares, express), state)
    for robot in riders:
        if reason := staying.get(robot.name):
            yield Frame(NotCarried(robot.name, robot.square, reason, express), state)
    for robot in movers:
        state = yield from arrive(state, robot, ends[robot.name])
    return state


def _is_carried(state: State, robot: Robot, express: bool) -> bool:
    belt = state.board.belts.get(robot.square)
    if belt is None or (express and not belt.express):
        return False
    return adjusted(state, "is_carried", robot.name, True, express=express)


def carried(state: State, riders: list[Robot]) -> tuple[dict[str, Square], dict[str, Stays]]:
    """Where these robots are carried, and why others stay. [RR-15, RR-18]

    Walls hold first; then all who would meet stay; then all who would come to one that stays.
    """
    belts, board = state.board.belts, state.board
    ends: dict[str, Square] = {}
    staying: dict[str, Stays] = {}
    for robot in riders:
        facing = belts[robot.square].facing
        if board.has_wall(robot.square, facing):
            staying[robot.name] = Wall(robot.square)
        else:
            ends[robot.name] = robot.square.ahead(facing)
    real = [robot for robot in riders if robot.name in ends and not robot.virtual]
    staying |= _meetings(real, ends)
    standing = state.on_squares
    waiting = True
    while waiting:
        waiting = False
        for robot in real:
            if robot.name in staying:
                continue
            other = standing.get(ends[robot.name])
            if (
                other
                and other.name != robot.name
                and (other.name not in ends or other.name in staying)
            ):
                staying[robot.name] = Occupied(other.square, other.name)
                waiting = True
    return {name: end for name, end in ends.items() if name not in staying}, staying


def _meetings(riders: list[Robot], ends: dict[str, Square]) -> dict[str, Stays]:
    """Who would come to the same square, or through one another. [RR-15]"""
    found: dict[str, Stays] = {}
    coming = Counter(ends[robot.name] for robot in riders)
    at = {robot.square: robot for robot in riders}
    for robot in riders:
        end = ends[robot.name]
        if coming[end] > 1:
            other = next(each for each in riders if ends[each.name] == end and each is not robot)
            found[robot.name] = Collision(end, other.name)
        elif end in at and ends[at[end].name] == robot.square:
            found[robot.name] = HeadOn(end, at[end].name)
    return found


def arrive(state: State, robot: Robot, end: Square) -> Flow[State]:
    """A robot that a belt has carried: it may fall, and a bend may turn it. [RR-9, RR-16]

    `robot` is as it was before.
    """
    state = yield from fall(state, robot.name, end)
    if state.robot(robot.name).destroyed:
        return state
    turn = state.board.bend(end, state.board.belts[robot.square].facing)
    if not turn or not adjusted(state, "is_turned", robot.name, True, by="belt"):
        return state
    facing = robot.facing.left if turn == "left" else robot.facing.right
    state = state.with_robot(state.robot(robot.name).with_facing(facing))
    yield Frame(Bent(robot.name, end, turn, facing), state)
    return state


def pushers(state: State) -> Flow[State]:
    """The pushers of this register push who stands before them, and whoever is behind. [RR-13]

    One after another, as the board names them; each pushes like a move. [RR-19]
    """
    active = [each for each in state.board.pushers if state.register in each.registers]
    if not active:
        return state
    standing = [(each, robot) for each in active for robot in state.active
                if robot.square == each.square]  # fmt: skip
    for pusher, robot in standing:
        here = state.robot(robot.name)
        if here.destroyed or here.square != pusher.square:
            continue
        row, reason = row_ahead(state, here, pusher.facing)
        event = Extended(pusher.square, pusher.facing, state.register, here.name, reason or "")
        yield Frame(event, state)
        if not reason:
            state = yield from push(state, [here, *row], pusher.facing, "")
    return state


def gears(state: State) -> Flow[State]:
    """Gears turn robots by a quarter. [RR-14]"""
    for robot in state.active:
        turn = state.board.tile(robot.square).gear
        if turn and adjusted(state, "is_turned", robot.name, True, by="gear"):
            facing = robot.facing.left if turn == "left" else robot.facing.right
            state = state.with_robot(state.robot(robot.name).with_facing(facing))
            yield Frame(Geared(robot.name, robot.square, turn, facing), state)
    return state
