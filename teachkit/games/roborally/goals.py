"""Goals of exercises, and the end of a match.

A goal function returns `None` if the goal is met, and otherwise a sentence that says what is
missing.
"""

from __future__ import annotations

from teachkit.core.game.game import Outcome, by_name, fewer
from teachkit.core.game.whereabouts import PLACES_IN_WORDS, Whereabouts
from teachkit.core.run.flow import capitalized
from teachkit.games.roborally.pieces import Robot, called
from teachkit.games.roborally.state import State
from teachkit.words import say


def touches(state: State, robot: str, flag: int) -> str | None:
    """Require that the robot has touched `flag`, and therefore all flags before it."""
    return fewer(
        "The robot has touched {here} of {number} flag.",
        "The robot has touched {here} of {number} flags.",
        state.robot(robot).flag,
        flag,
    )


def survives(state: State, robot: str) -> str | None:
    """Require that the robot is not destroyed."""
    if not state.robot(robot).destroyed:
        return None
    return capitalized(say("{robot} is destroyed.", robot=called(robot)))


def stays_under(state: State, robot: str, damage: int) -> str | None:
    """Require that the robot has less than `damage` damage, and is not destroyed."""
    here = state.robot(robot)
    if here.destroyed:
        return survives(state, robot)
    if here.damage < damage:
        return None
    facts = {"here": here.damage, "damage": damage}
    return say("The robot has {here} damage. It must have less than {damage}.", **facts)


def hurts(state: State, robot: str, other: str, damage: int) -> str | None:
    """Require that the robot `other` has at least `damage` damage, or is destroyed."""
    there = state.robot(other)
    if there.destroyed or there.damage >= damage:
        return None
    facts = {"robot": called(other), "here": there.damage, "damage": damage}
    return capitalized(
        say("{robot} only has {here} damage. It must have at least {damage}.", **facts)
    )


def destroys(state: State, robot: str, other: str) -> str | None:
    """Require that the robot `other` is destroyed and `robot` is not."""
    if not state.robot(other).destroyed:
        return capitalized(say("{robot} is still on the board.", robot=called(other)))
    return survives(state, robot)


def looks(state: State, robot: str, facing: str) -> str | None:
    """Require that the robot faces `facing` and is not destroyed."""
    return survives(state, robot) or WHEREABOUTS.looks(state, robot, facing)


WHEREABOUTS = Whereabouts[Robot, State](
    pieces=lambda state: state.robots,
    called=called,
    piece=State.robot,
    put=lambda state, robot, square, facing: state.with_robot(robot.at(square, facing)),
    stands="The robot is on {here}, not on {square}.",
    faces="The robot faces {here}, not {facing}.",
    missing=survives,
)

# `looks` above replaces the goal of `WHEREABOUTS`, which a destroyed robot could meet.
GOALS = by_name(*WHEREABOUTS.goals, looks, touches, survives, stays_under, hurts, destroys)
GOALS_IN_WORDS = {
    **PLACES_IN_WORDS,
    "touches": "touches flag {flag}",
    "survives": "is not destroyed",
    "stays_under": "ends with less than {damage} damage",
    "hurts": "leaves {other} with at least {damage} damage",
    "destroys": "destroys {other} and survives",
}


# The goal of a match --------------------------------------------------------------------------


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a match, or `None` in an exercise or before the match ends."""
    return state.rules.over(state) if state.is_match else None


def points(state: State) -> dict[str, int]:
    """Return each player's points, as the edition counts them, in seat order."""
    return state.rules.points(state)


def flags_touched(state: State) -> dict[str, int]:
    """Count the flags that each robot has touched in a race. [RR-25]"""
    return {robot.name: robot.flag for robot in state.robots}


def first_at_last_flag(state: State) -> Outcome | None:
    """Return the outcome of a race, or `None` while it goes on. [RR-25, RR-31]

    The first robot that touches the last flag wins, or else the only robot left. If no robot is
    left, nobody wins.
    """
    for robot in state.robots:
        if robot.flag == state.last_flag:
            says = say("{robot} wins: it has touched all the flags.", robot=called(robot.name))
            return Outcome((robot.name,), capitalized(says))
    left = [robot.name for robot in state.robots if not robot.is_out]
    if not left:
        return Outcome((), say("No robot is left, so nobody wins."))
    if len(left) == 1 and len(state.robots) > 1:
        says = say("{robot} wins: no other robot is left.", robot=called(left[0]))
        return Outcome((left[0],), capitalized(says))
    return None
