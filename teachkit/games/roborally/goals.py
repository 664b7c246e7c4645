"""What an exercise may ask of a state: each goal is `None`, or says what is not yet so."""

from __future__ import annotations

from teachkit.core.board.squares import Square, read_facing, read_place
from teachkit.core.game.game import Goal
from teachkit.core.game.predictions import Stands
from teachkit.core.run.events import capitalized
from teachkit.games.roborally.pieces import called
from teachkit.games.roborally.state import State
from teachkit.words import say, say_many


def whereabouts(state: State, robot: str) -> str:
    """What a learner predicts: square and heading, written `b4 north`.

    Of a robot that is destroyed it is where that happened.
    """
    here = state.robot(robot)
    return f"{here.square} {here.facing.value}"


def placed(state: State, robot: str, where: str) -> State:
    """The same state with this robot where `whereabouts` would say this. Raises `BoardError`."""
    square, facing = read_place(where)
    return state.with_robot(state.robot(robot).at(square, facing))


def predictions(state: State) -> Stands:
    """A robot stands on a square of the board and looks along a row or a column."""
    return Stands(state.board.squares, [called(robot.name) for robot in state.robots])


def stands_on(state: State, robot: str, square: str) -> str | None:
    """The robot stands on this square."""
    here = state.robot(robot)
    if here.destroyed:
        return survives(state, robot)
    if here.square == Square.read(square):
        return None
    return say("The robot stands on {here}, not on {square}.", here=here.square, square=square)


def looks(state: State, robot: str, facing: str) -> str | None:
    """The robot looks this way."""
    here = state.robot(robot)
    if here.destroyed:
        return survives(state, robot)
    wanted = read_facing(facing)
    if here.facing is wanted:
        return None
    return say("The robot faces {here}, not {facing}.", here=here.facing.says, facing=wanted.says)


def parks(state: State, robot: str, place: str) -> str | None:
    """The robot stands on this square and looks this way: `b4 north`."""
    square, facing = read_place(place)
    if says := stands_on(state, robot, str(square)):
        return says
    says = looks(state, robot, facing.value)
    return says and say("The square is right. {says}", says=says)


def touches(state: State, robot: str, flag: int) -> str | None:
    """The robot has touched this flag, and so all before it."""
    here = state.robot(robot).flag
    if here >= flag:
        return None
    return say_many("{here} of {number} flag is touched.", "{here} of {number} flags are touched.",
                    flag, here=here)  # fmt: skip


def survives(state: State, robot: str) -> str | None:
    """The robot is not destroyed."""
    if not state.robot(robot).destroyed:
        return None
    return capitalized(say("{robot} is destroyed.", robot=called(robot)))


def stays_under(state: State, robot: str, damage: int) -> str | None:
    """The robot has less damage than this, and is not destroyed."""
    here = state.robot(robot)
    if here.destroyed:
        return survives(state, robot)
    if here.damage < damage:
        return None
    return say("The robot has {here} damage; fewer than {damage} are wanted.",
               here=here.damage, damage=damage)  # fmt: skip


def hurts(state: State, robot: str, other: str, damage: int) -> str | None:
    """The other robot has at least so much damage, or is destroyed."""
    there = state.robot(other)
    if there.destroyed or there.damage >= damage:
        return None
    return capitalized(say("{robot} has {here} of {damage} damage.",
                        robot=called(other), here=there.damage, damage=damage))  # fmt: skip


def destroys(state: State, robot: str, other: str) -> str | None:
    """The other robot is destroyed, and this one is not."""
    if not state.robot(other).destroyed:
        return capitalized(say("{robot} is still there.", robot=called(other)))
    return survives(state, robot)


GOALS: dict[str, Goal] = {
    goal.__name__: goal
    for goal in (
        stands_on,
        looks,
        parks,
        touches,
        survives,
        stays_under,
        hurts,
        destroys,
    )
}
