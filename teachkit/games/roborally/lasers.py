"""Lasers: those on walls and those of the robots, all at once. [RR-21 … RR-24]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.damage import take_damage
from teachkit.games.roborally.events import Shot
from teachkit.games.roborally.moments import adjusted, happened, left_of
from teachkit.games.roborally.order import priority_of
from teachkit.games.roborally.pieces import Robot
from teachkit.games.roborally.state import State


class Beam(NamedTuple):
    """One shot of a robot: which way, how strong, how many walls or robots it passes through.

    `kind` is the card that shoots; the robot's own laser has none.
    """

    facing: Facing
    points: int = 1
    passes: int = 0
    kind: str = ""


class Hit(NamedTuple):
    """What a shot meets. `by` is the robot that shot, or nobody."""

    robot: str
    by: str
    start: Square
    end: Square
    beam: Beam


def lasers(state: State) -> Flow[State]:
    """All hits are found first, then they count: who is destroyed has still shot. [RR-23]

    Those of robots may count first, by priority. [RV-34, RV-35]
    """
    for robot in state.active:
        if robot.held:
            state = yield from happened(state, "before_lasers", robot.name, register=state.register)
    standing = state.on_squares
    hits = [*_of_walls(state, standing), *_of_robots(state, standing)]
    if state.rules.robots_first:
        hits.sort(key=lambda hit: (not hit.by, -priority_of(state, hit.by) if hit.by else 0))
    for hit in hits:
        if not state.robot(hit.robot).destroyed:
            state = yield from strike(state, hit)
    return state


def _of_walls(state: State, standing: Mapping[Square, Robot]) -> Iterator[Hit]:
    """Each laser hits the first robot in its way; virtual ones do not stop it. [RR-21]"""
    virtual = [robot for robot in state.robots if robot.virtual and not robot.destroyed]
    for laser in state.board.lasers:
        beam = Beam(laser.facing, laser.beams)
        for square in state.board.beam(laser.square, laser.facing):
            for robot in virtual:
                if robot.square == square:
                    yield Hit(robot.name, "", laser.square, square, beam)
            if square in standing:
                yield Hit(standing[square].name, "", laser.square, square, beam)
                break


def _of_robots(state: State, standing: Mapping[Square, Robot]) -> Iterator[Hit]:
    """Each robot that is on shoots ahead, where robots have lasers. [RR-22, RR-24]"""
    for robot in standing.values() if state.rules.robots_shoot else ():
        if robot.off:
            continue
        own = (Beam(robot.facing),)
        for beam in adjusted(state, "shots", robot.name, own, register=state.register):
            if met := first_ahead(state, standing, robot.square, beam):
                yield Hit(met.name, robot.name, robot.square, met.square, beam)


def first_ahead(
    state: State, standing: Mapping[Square, Robot], start: Square, beam: Beam
) -> Robot | None:
    """The robot that a shot from here meets; it may pass through some walls or robots first."""
    passes, board = beam.passes, state.board
    square = start
    while True:
        *between, end = board.beam(square, beam.facing)
        for crossed in (*between, end)[1:]:
            if met := standing.get(crossed):
                if not passes:
                    return met
                passes -= 1
        if not passes or end.ahead(beam.facing) not in board:
            return None
        passes -= 1
        square = end.ahead(beam.facing)
        if met := standing.get(square):
            if not passes:
                return met
            passes -= 1


def sees(state: State, robot: Robot, facing: Facing) -> Robot | None:
    """The first robot in line this way, if any: nothing is between them."""
    return first_ahead(state, state.on_squares, robot.square, Beam(facing))


def strike(state: State, hit: Hit) -> Flow[State]:
    """A shot meets a robot: one damage for each beam, unless a card makes something else of it."""
    beam = hit.beam
    yield Frame(Shot(hit.robot, hit.by, hit.start, hit.end, beam.facing, beam.points), state)
    points = beam.points
    if hit.by and state.robot(hit.by).held:
        state, points = yield from left_of(
            state, "hits", hit.by, points, other=hit.robot, beam=beam
        )
    return (yield from take_damage(state, hit.robot, points, hit.by))
