"""Why the factory did nothing with a robot: asked of the state in which it could have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from teachkit.core.run.events import Event
from teachkit.games.roborally.events import Carried, TouchedFlag
from teachkit.games.roborally.reasons import called, sentence
from teachkit.words import say

if TYPE_CHECKING:
    from teachkit.games.roborally.pieces import Robot
    from teachkit.games.roborally.state import State

PARTS = ("express", "belts", "pushers", "gears", "lasers", "flags")
"""The parts of a register in their order, as events name them. [RR-11 … RR-26]"""


def explained(state: State, part: str, name: str, events: Sequence[Event]) -> str:
    """Why this part of a register did nothing with a robot; or what else it did not do."""
    robot = state.robot(name)
    if any(isinstance(event, Carried) for event in events):
        return _once(state, robot)
    if events and (part != "flags" or any(isinstance(event, TouchedFlag) for event in events)):
        return ""
    if robot.destroyed:
        return sentence(say("{robot} is destroyed.", robot=called(name)))
    return _REASONS[part](state, robot)


def _once(state: State, robot: Robot) -> str:
    """Who was set down on a belt waits for the next time that belts run. [RR-12]"""
    if robot.destroyed or not state.board.belt_on(robot.square):
        return ""
    return say("Now it is on {square}; belts carry one square at a time.", square=robot.square)


def _express(state: State, robot: Robot) -> str:
    belt = state.board.belt_on(robot.square)
    if belt and not belt.express:
        return say("The belt on {square} is not an express belt.", square=robot.square)
    return _belts(state, robot)


def _belts(state: State, robot: Robot) -> str:
    if state.board.belt_on(robot.square):
        return _held(robot)
    return sentence(say("{robot} is on no belt: {square} has none.",
                        robot=called(robot.name), square=robot.square))  # fmt: skip


def _pushers(state: State, robot: Robot) -> str:
    for pusher in state.board.pushers:
        if pusher.square == robot.square and state.register not in pusher.registers:
            numbers = ", ".join(map(str, pusher.registers))
            return say("The pusher on {square} works in registers {numbers} only.",
                       square=robot.square, numbers=numbers)  # fmt: skip
    return say("No pusher is on {square}.", square=robot.square)


def _gears(state: State, robot: Robot) -> str:
    if state.board.tile(robot.square).gear:
        return _held(robot)
    return sentence(say("{robot} is on no gear: {square} has none.",
                        robot=called(robot.name), square=robot.square))  # fmt: skip


def _lasers(state: State, robot: Robot) -> str:
    """Somebody may stand nearer to a laser on a wall. [RR-21]"""
    standing = state.on_squares
    for laser in state.board.lasers:
        beam = state.board.beam(laser.square, laser.facing)
        if robot.square in beam:
            nearer = beam[: beam.index(robot.square)]
            if other := next((standing[each] for each in nearer if each in standing), None):
                return sentence(say("{other} on {square} is nearer to the laser on {start}.",
                                    other=called(other.name), square=other.square,
                                    start=laser.square))  # fmt: skip
    return say("No shot comes to {square}.", square=robot.square)


def _flags(state: State, robot: Robot) -> str:
    flag = state.board.flag_on(robot.square)
    if not flag:
        return say("No flag is on {square}.", square=robot.square)
    if flag <= robot.flag:
        return sentence(say("{robot} has touched flag {flag} before.",
                            robot=called(robot.name), flag=flag))  # fmt: skip
    if flag > robot.flag + 1:
        return say("Flag {next} comes before flag {flag}.", next=robot.flag + 1, flag=flag)
    return say("A robot touches one flag in a turn.")


def _held(robot: Robot) -> str:
    return sentence(say("A card that {robot} holds keeps it.", robot=called(robot.name)))


_REASONS = {
    "express": _express,
    "belts": _belts,
    "pushers": _pushers,
    "gears": _gears,
    "lasers": _lasers,
    "flags": _flags,
}
