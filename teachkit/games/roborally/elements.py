"""Board elements: belts, pushers, gears, lasers and flags, which act after the cards.

[RR-11 … RR-26]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import inf
from typing import TypeAlias

from msgspec import Struct

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.roborally import events
from teachkit.games.roborally.damage import destroy, take_damage
from teachkit.games.roborally.moves import priority_of, push, row_ahead
from teachkit.games.roborally.pieces import Beam, Robot
from teachkit.games.roborally.rules import Phase
from teachkit.games.roborally.state import State, adjusted, happened_to_all, remaining_damage

Stays: TypeAlias = events.Wall | events.Collision | events.HeadOn | events.Occupied

# Belts ----------------------------------------------------------------------------------------


def express_belts(state: State) -> Flow[State]:
    """Carry the robots on express belts one square. [RR-11]"""
    return run_belts(state, express=True)


def all_belts(state: State) -> Flow[State]:
    """Carry the robots on all belts, express or not, one square. [RR-12]"""
    return run_belts(state, express=False)


def run_belts(state: State, express: bool) -> Flow[State]:
    """Carry the robots on belts one square. [RR-15 … RR-18]

    If `express` is true, only express belts run. All robots move at the same time, and belts never
    push. Bends turn the robots carried onto them.
    """
    running = state.board.express_belts if express else state.board.belts
    riders = [
        robot
        for robot in state.robots
        if robot.square in running and not robot.destroyed
        if not robot.held or adjusted(state, robot, lambda held: held.is_carried, True, express)
    ]
    if not riders:
        return state
    ends, staying = carried(state, riders)
    movers = [robot for robot in riders if robot.name in ends]
    if movers:
        moved = {robot.name: robot.with_square(ends[robot.name]) for robot in movers}
        state = state.with_robots(moved)
        starts = tuple(robot.square for robot in movers)
        yield Frame(events.Carried(tuple(ends), starts, tuple(ends.values()), express), state)
    for robot in riders:
        if reason := staying.get(robot.name):
            yield Frame(events.NotCarried(robot.name, robot.square, reason, express), state)
    for robot in movers:
        state = yield from arrive(state, robot, ends[robot.name])
    return state


def carried(state: State, riders: list[Robot]) -> tuple[dict[str, Square], dict[str, Stays]]:
    """Return the new squares of the `riders` that move, and why the others stay. [RR-15, RR-18]

    Both dictionaries are keyed by the robots' names. A rider stays if a wall blocks it, if it would
    meet another rider, or if its next square is occupied by a robot that stays. The last check is
    repeated until no further rider stays.
    """
    belts, board = state.board.belts, state.board
    ends: dict[str, Square] = {}
    staying: dict[str, Stays] = {}
    for robot in riders:
        facing = belts[robot.square].facing
        if board.has_wall(robot.square, facing):
            staying[robot.name] = events.Wall(robot.square)
        else:
            ends[robot.name] = robot.square.ahead(facing)
    real = [robot for robot in riders if robot.name in ends and not robot.virtual]
    if len(real) > 1:
        staying |= _meetings(real, ends)
    standing = state.on_squares
    waiting = True
    while waiting:
        waiting = False
        for robot in real:
            if robot.name in staying:
                continue
            other = standing.get(ends[robot.name])
            if other and (other.name not in ends or other.name in staying):
                staying[robot.name] = events.Occupied(other.square, other.name)
                waiting = True
    return {name: end for name, end in ends.items() if name not in staying}, staying


def _meetings(riders: list[Robot], ends: dict[str, Square]) -> dict[str, Stays]:
    """Map each rider that would meet or pass another rider to the reason why it stays. [RR-15]"""
    found: dict[str, Stays] = {}
    coming = [ends[robot.name] for robot in riders]
    at = {robot.square: robot for robot in riders}
    for robot in riders:
        end = ends[robot.name]
        if coming.count(end) > 1:
            other = next(each for each in riders if ends[each.name] == end and each is not robot)
            found[robot.name] = events.Collision(end, other.name)
        elif end in at and ends[at[end].name] == robot.square:
            found[robot.name] = events.HeadOn(end, at[end].name)
    return found


def arrive(state: State, robot: Robot, end: Square) -> Flow[State]:
    """Apply a pit or bend on `end` to a robot that a belt carried onto `end`. [RR-9, RR-16]

    `robot` is the robot as it was before it was carried.
    """
    if state.board.is_deadly(end):
        return (yield from destroy(state, robot.name, "pit"))
    turn = state.board.bend(end, state.board.belts[robot.square].facing)
    if not turn or not adjusted(state, robot, lambda held: held.is_turned, True, "belt"):
        return state
    facing = robot.facing.turned(turn)
    state = state.with_robot(state.robot(robot.name).with_facing(facing))
    yield Frame(events.Bent(robot.name, end, turn, facing), state)
    return state


# Pushers and gears ----------------------------------------------------------------------------


def pushers(state: State) -> Flow[State]:
    """Push the robots in front of pushers that are active in the current register. [RR-13]

    Pushers act in the order in which the board lists them. A pushed robot pushes others in its way.
    [RR-19]
    """
    active = [each for each in state.board.pushers if state.register in each.registers]
    if not active:
        return state
    for pusher, robot in product(active, state.active):
        here = state.robot(robot.name)
        if here.destroyed or not robot.square == here.square == pusher.square:
            continue
        row, reason = row_ahead(state, here, pusher.facing)
        event = events.Extended(
            pusher.square, pusher.facing, state.register, here.name, reason or ""
        )
        yield Frame(event, state)
        if not reason:
            state = yield from push(state, [here, *row], pusher.facing, "")
    return state


def gears(state: State) -> Flow[State]:
    """Give each robot on a gear a quarter turn. [RR-14]"""
    turns = state.board.gears
    for robot in state.robots:
        if robot.square not in turns or robot.destroyed:
            continue
        if adjusted(state, robot, lambda held: held.is_turned, True, "gear"):
            turn = turns[robot.square]
            facing = robot.facing.turned(turn)
            state = state.with_robot(robot.with_facing(facing))
            yield Frame(events.Geared(robot.name, robot.square, turn, facing), state)
    return state


# Lasers ---------------------------------------------------------------------------------------


class Hit(Struct, frozen=True):
    """A shot from `start` that hits `robot` on `end`.

    `by` is the robot that shoots, or empty for a laser on a wall.
    """

    robot: str
    by: str
    start: Square
    end: Square
    beam: Beam


def lasers(state: State) -> Flow[State]:
    """Fire all lasers, and damage the robots that they hit. [RR-23]

    All hits are found before any is applied, so a robot that is destroyed still shoots. In some
    editions, hits by robots are applied first, in order of priority. [RV-34, RV-35]
    """
    state = yield from happened_to_all(state, lambda held: held.before_lasers)
    standing = state.on_squares
    hits = [*_of_walls(state, standing), *_of_robots(state, standing)]
    if state.rules.robots_first:
        hits.sort(key=lambda hit: -priority_of(state, state.robot(hit.by)) if hit.by else inf)
    for hit in hits:
        if not state.robot(hit.robot).destroyed:
            state = yield from strike(state, hit)
    return state


def _of_walls(state: State, standing: Mapping[Square, Robot]) -> Iterator[Hit]:
    """Yield the hits by lasers that are mounted on walls. [RR-21]

    A beam ends on the square of the first real robot, and hits all virtual robots up to that
    square.
    """
    reached = state.board.under_fire
    under_fire = [each for each in state.robots if each.square in reached and not each.destroyed]
    virtual = [robot for robot in under_fire if robot.virtual]
    for laser in state.board.lasers if under_fire else ():
        beam = Beam(laser.facing, laser.beams)
        for square in state.board.beam(laser.square, laser.facing):
            for robot in virtual:
                if robot.square == square:
                    yield Hit(robot.name, "", laser.square, square, beam)
            if square in standing:
                yield Hit(standing[square].name, "", laser.square, square, beam)
                break


def _of_robots(state: State, standing: Mapping[Square, Robot]) -> Iterator[Hit]:
    """Yield the hits by the lasers of robots. [RR-22, RR-24]

    Powered-down robots do not shoot. In an edition without `robots_shoot`, no robot does.
    """
    can_hit = state.rules.robots_shoot and len(standing) > 1
    for robot in standing.values() if can_hit else ():
        if robot.off:
            continue
        own: tuple[Beam, ...] = (Beam(robot.facing),)
        shots = adjusted(state, robot, lambda held: held.shots, own) if robot.held else own
        for beam in shots:
            if met := first_ahead(state, standing, robot.square, beam):
                yield Hit(met.name, robot.name, robot.square, met.square, beam)


def first_ahead(
    state: State, standing: Mapping[Square, Robot], start: Square, beam: Beam
) -> Robot | None:
    """Return the robot that a shot from `start` hits, or `None`.

    `standing` holds the robots that can be hit. Before the shot hits a robot, it passes through up
    to `beam.passes` walls and robots.
    """
    passes, board = beam.passes, state.board
    crossed = board.beam(start, beam.facing)
    ahead = crossed[1:]
    while True:
        for met in filter(None, map(standing.get, ahead)):
            if not passes:
                return met
            passes -= 1
        if not passes or (beyond := crossed[-1].ahead(beam.facing)) not in board:
            return None
        passes -= 1
        crossed = ahead = board.beam(beyond, beam.facing)


def seen_from(state: State, square: Square, facing: Facing) -> Robot | None:
    """Return the first robot in sight from `square` toward `facing`, up to a wall, or `None`."""
    return first_ahead(state, state.on_squares, square, Beam(facing))


def strike(state: State, hit: Hit) -> Flow[State]:
    """Apply a hit: one point of damage for each beam, unless held cards change the damage."""
    beam = hit.beam
    yield Frame(events.Shot(hit.robot, hit.by, hit.start, hit.end, beam.facing, beam.points), state)
    points = beam.points
    if hit.by and state.robot(hit.by).held:
        state, points = yield from remaining_damage(
            state, hit.by, lambda held: held.hits, points, hit.robot, beam
        )
    cause = "shot" if hit.by else "laser"
    return (yield from take_damage(state, hit.robot, points, hit.by, cause))


# Flags ----------------------------------------------------------------------------------------


def touch_flags(state: State) -> Flow[State]:
    """Let each robot touch the flag or wrench on its square. [RR-25, RR-26]

    A held card may let a robot touch other squares as well.
    """
    archives = state.board.archives
    for robot in state.active:
        if not (robot.held or robot.square in archives):
            continue
        own: tuple[Square, ...] = (robot.square,)
        for square in adjusted(state, robot, lambda held: held.touches, own):
            if square in archives:
                state = yield from touch(state, state.robot(robot.name), square)
    return state


def touch(state: State, robot: Robot, square: Square) -> Flow[State]:
    """Let `robot` touch the flag or wrench on `square`. [RR-25, RR-26]

    A flag counts only if it is the next flag that the robot must touch. The archive moves to any
    flag or wrench.
    """
    flag = state.board.flag_on(square)
    late = robot.touched and state.rules.one_flag_per_turn
    if flag and flag == robot.flag + 1 <= state.last_flag and not late:
        robot = robot.with_(flag=flag, touched=True)
        state = state.with_robot(robot)
        yield Frame(events.TouchedFlag(robot.name, flag, square), state)
    if robot.archive != square:
        state = state.with_robot(robot.with_(archive=square))
        yield Frame(events.ArchiveMoved(robot.name, square), state)
    return state


ELEMENTS = (express_belts, all_belts, pushers, gears, lasers, touch_flags)
"""The elements in the order in which they act in a register. [RR-4, RR-11 … RR-26]"""


def in_reach(state: State) -> tuple[Phase[State], ...]:
    """Return the elements that may affect a robot in this register, in order.

    Robots that hold no cards and are on plain floor can only shoot one another.
    """
    acting = state.board.acting
    if any(robot.held or robot.square in acting for robot in state.robots):
        return ELEMENTS
    return (lasers,) if len(state.robots) > 1 else ()
