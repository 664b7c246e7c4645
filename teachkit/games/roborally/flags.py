"""Flags in their order, and archives. [RR-25, RR-26]"""

from __future__ import annotations

from teachkit.core.board.squares import Square
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.events import ArchiveMoved, TouchedFlag
from teachkit.games.roborally.moments import adjusted
from teachkit.games.roborally.state import State


def touch_flags(state: State) -> Flow[State]:
    """Who stands on the next flag touches it; archives move to flags and wrenches."""
    for robot in state.active:
        for square in adjusted(state, "touches", robot.name, (robot.square,)):
            state = yield from touch(state, robot.name, square)
    return state


def touch(state: State, name: str, square: Square) -> Flow[State]:
    """What a flag or a wrench on this square does for a robot. [RR-25, RR-26]"""
    robot, flag = state.robot(name), state.board.flag_on(square)
    late = robot.touched and state.rules.one_flag_per_turn
    if flag and flag == robot.flag + 1 <= state.last_flag and not late:
        robot = robot.with_(flag=flag, touched=True)
        state = state.with_robot(robot)
        yield Frame(TouchedFlag(name, flag, square), state)
    if (flag or state.board.tile(square).wrenches) and robot.archive != square:
        state = state.with_robot(robot.with_(archive=square))
        yield Frame(ArchiveMoved(name, square), state)
    return state
