"""When a match is over, and who has won."""

from __future__ import annotations

from teachkit.core.game.game import Outcome
from teachkit.core.run.events import capitalized
from teachkit.games.roborally.pieces import called
from teachkit.games.roborally.state import State
from teachkit.words import say


def outcome(state: State) -> Outcome | None:
    """Who won, and why; `None` while the game goes on. An exercise has no winner."""
    if state.table is None or state.rules.over is None:
        return None
    over: Outcome | None = state.rules.over(state)
    return over


def points(state: State) -> dict[str, int]:
    """Everybody's points in seat order; what they are given for is the edition's."""
    assert state.rules.points
    counted: dict[str, int] = state.rules.points(state)
    return counted


def flags_touched(state: State) -> dict[str, int]:
    """In a race: how many flags each robot has touched. [RR-25]"""
    return {robot.name: robot.flag for robot in state.robots}


def first_at_last_flag(state: State) -> Outcome | None:
    """The first robot at the last flag wins; so does the only one that is left. [RR-25, RR-31]"""
    for robot in state.robots:
        if robot.flag == state.last_flag:
            return Outcome((robot.name,), capitalized(say(
                "{robot} wins: it has touched all flags.", robot=called(robot.name))))  # fmt: skip
    left = [robot.name for robot in state.robots if not robot.is_out]
    if not left:
        return Outcome((), say("No robot is left, so nobody wins."))
    if len(left) == 1 and len(state.robots) > 1:
        return Outcome((left[0],), capitalized(say(
            "{robot} wins: no other robot is left.", robot=called(left[0]))))  # fmt: skip
    return None
