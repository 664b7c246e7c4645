"""Register scoring: kills, secret goals and the goal flag. [RV-10 … RV-16, RV-22, RV-33 …]

Kills are paid for first. Then points are awarded in this order: for a robot's own deeds, for deeds
between robots, and for deeds between robots and the board. Within each group, the highest priority
comes first.

Deeds are counted for secret goals. Most deeds are derived from the frames of a register, and
the others from the state when the register ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from teachkit.core.board.grid import is_rim
from teachkit.core.board.squares import Square
from teachkit.core.game.game import Outcome
from teachkit.core.run.flow import Event, Flow, Frame, capitalized, passed_on
from teachkit.core.run.walk import Skipped, Started
from teachkit.games.roborally import events
from teachkit.games.roborally.goals import flags_touched
from teachkit.games.roborally.moves import priority_of
from teachkit.games.roborally.options.cards import Replaced
from teachkit.games.roborally.pieces import REGISTERS, Robot, called
from teachkit.games.roborally.state import State, adjusted
from teachkit.games.roborally.variant.events import GoalMet, Killed, Leads, Scored
from teachkit.games.roborally.variant.state import (
    SECRET_GOALS,
    GoalFile,
    Influence,
    earn,
    standing,
    with_seat,
    with_standing,
)
from teachkit.words import say, say_many

Deed: TypeAlias = tuple[str, str]
BATTERED = 6  # the least damage with which a robot counts as battered
SEGMENTS = ("itself", "robots", "board")
"""The groups of deeds, in the order in which they are scored in a register. [RV-33, RV-34]"""


class Award(NamedTuple):
    """A point earned by a robot, for a secret goal or (if `goal` is empty) for the goal flag."""

    segment: int
    rank: int  # the negative priority of the robot's card, so that lower ranks come first
    robot: str
    goal: str = ""


def scored(register: Flow[State]) -> Flow[State]:
    """Play a register by running the flow `register`, and then score it."""
    frames: list[Frame] = []
    state = yield from passed_on(register, seen=frames.append)
    # When cards are revealed or the first one starts, all robots still have their cards.
    begun = (now for event, now in frames if isinstance(event, events.Revealed | Started))
    here = next(begun, None)
    ranks = {each.name: -priority_of(here, each) for each in here.robots} if here else {}
    return (yield from settle(state, frames, ranks))


def settle(state: State, frames: list[Frame], ranks: Mapping[str, int]) -> Flow[State]:
    """Pay for kills, then award points one by one until a player has won.

    `frames` are the frames of the register, and `ranks` the negative priorities of the robots.
    """
    kills, influences = blamed(frames, state.register, standing(state).influences)
    counted = done(frames, state)
    state = _with_deeds(with_standing(state, influences=influences), counted)
    for killer, victim in kills:
        state = yield from pay_for_kill(state, killer, victim)
    awards = [*_for_goals(state, counted, ranks), *_for_the_flag(state, ranks)]
    for award in sorted(awards, key=lambda award: award[:2]):  # equal awards stay in seat order
        if not enough_points(state):
            state = yield from give(state, award)
    return state


def _with_deeds(state: State, counted: Counter[Deed]) -> State:
    for seat in standing(state).seats:
        deeds = Counter(seat.deeds)
        deeds.update({deed: times for (name, deed), times in counted.items() if name == seat.name})
        state = with_seat(state, seat.name, deeds=dict(sorted(deeds.items())))
    return state


def pay_for_kill(state: State, killer: str, victim: str) -> Flow[State]:
    """Pay the killer as many credits as the victim has points, but at least one. [RV-23]"""
    yield Frame(Killed(killer, victim), state)
    return (yield from earn(state, killer, max(1, standing(state).seat(victim).points)))


# Points ----------------------------------------------------------------------------------------


def _for_the_flag(state: State, ranks: Mapping[str, int]) -> Iterator[Award]:
    """Yield an award for each robot that touches the goal flag. [RV-10, RV-12]

    A robot earns the award at most once in a round. `ranks` is as in `settle`.
    """
    here = standing(state)
    for robot in state.active if here.flag else ():
        own: tuple[Square, ...] = (robot.square,)
        squares = adjusted(state, robot, lambda held: held.touches, own)
        if state.board.flags[here.flag - 1] in squares and robot.name not in here.scored:
            yield Award(SEGMENTS.index("board"), ranks.get(robot.name, 0), robot.name)


def _for_goals(state: State, counted: Counter[Deed], ranks: Mapping[str, int]) -> Iterator[Award]:
    """Yield an award for each player whose secret goal is met. [RV-13]

    `counted` holds the deeds in the register, from `done`. `ranks` is as in `settle`.
    """
    for seat in standing(state).seats:
        goal = SECRET_GOALS.get(seat.goal)
        if goal and is_met(goal, counted[seat.name, goal.deed], seat.deeds, state.register):
            yield Award(SEGMENTS.index(goal.about), ranks.get(seat.name, 0), seat.name, goal.name)


def is_met(goal: GoalFile, now: int, in_turn: Mapping[str, int], register: int) -> bool:
    """Return whether a secret goal is met when `register` ends.

    `now` counts the goal's deed in the register, and `in_turn` counts all deeds of the round by
    name.
    """
    times = in_turn.get(goal.deed, 0) if goal.span == "turn" else now
    return times >= goal.times and (goal.span != "end" or register == REGISTERS[-1])


def give(state: State, award: Award) -> Flow[State]:
    """Award a point to a robot.

    For the goal flag, the robot and all robots that scored earlier in the round also get a credit.
    """
    name, here = award.robot, standing(state)
    points = here.seat(name).points + 1
    state = with_seat(state, name, points=points)
    if award.goal:
        state = with_standing(state, goals=here.goals.with_discarded([award.goal]))
        state = with_seat(state, name, goal="")
        yield Frame(GoalMet(name, award.goal, points), state)
    else:
        earlier = here.scored
        state = with_standing(state, scored=(*earlier, name))
        yield Frame(Scored(name, here.flag, points), state)
        for each in (name, *earlier):
            state = yield from earn(state, each, 1)
    return (yield from lead(state))


def lead(state: State) -> Flow[State]:
    """Give the leader token to the player with more points than every other player. [RV-16]"""
    here = standing(state)
    best = max(seat.points for seat in here.seats)
    leading = [seat.name for seat in here.seats if seat.points == best]
    if len(leading) == 1 and leading[0] != here.leader:
        state = with_standing(state, leader=leading[0])
        yield Frame(Leads(leading[0]), state)
    return state


# Deeds -------------------------------------------------------------------------------------------


def done(frames: Sequence[Frame], state: State) -> Counter[Deed]:
    """Count the deeds of each robot in a register; `state` is the state after the register."""
    counted: Counter[Deed] = Counter()
    for event, now in frames:
        counted.update(deeds_of(event, now))
    first = next((str(event.actor) for event, _ in frames if isinstance(event, Started)), "")
    counted[first, "first"] += 1
    for robot in state.active:
        places = (deed for deed, holds in PLACES.items() if holds(state, robot))
        counted.update((robot.name, deed) for deed in places)
    return counted


def deeds_of(event: Event, state: State) -> Iterator[Deed]:
    """Yield a `(robot, deed)` pair for each deed in `event`; `state` is the state after it."""
    match event:
        case events.Moved(robot=robot, back=back):
            yield robot, "backed" if back else "driven"
        case events.Turned(robot=robot) | events.Bent(robot=robot) | events.Geared(robot=robot):
            yield robot, _TURNS[type(event)]
        case events.Carried(robots=robots, starts=starts):
            for robot, start in zip(robots, starts, strict=True):
                yield robot, "carried"
                if state.board.belts[start].express:
                    yield robot, "express"
        case (
            events.HeldUp(robot=robot, reason=events.Wall())
            | Skipped(actor=str(robot), reason=events.Wall())
        ):
            yield robot, "walled"
        case events.Pushed(robot=robot, by=by):
            yield from ((by, "pushes"), (robot, "pushed"))
        case events.Shot(robot=robot, by=by, points=points):
            yield from ((by, "hits"), (robot, "shot")) if by else [(robot, "burnt")] * points
        case events.Destroyed(robot=robot, by=by) if by not in ("", robot):
            yield by, "destroys"


_TURNS = {events.Turned: "turned", events.Bent: "bent", events.Geared: "geared"}


# A robot's place when a register ends ----------------------------------------------------------


def at_rim(state: State, robot: Robot) -> bool:
    """Return whether the robot is on a square at the edge of the board."""
    return is_rim(robot.square, state.board.width, state.board.height)


def by_pit(state: State, robot: Robot) -> bool:
    """Return whether a pit is on one of the eight squares around the robot."""
    return any(state.board.tile(square).pit for square in robot.square.around)


def beside(state: State, robot: Robot) -> bool:
    """Return whether another robot is on one of the eight squares around `robot`."""
    return any(square in robot.square.around for square in _of_others(state, robot))


def face_to_face(state: State, robot: Robot) -> bool:
    """Return whether the robot and the one on the square ahead face each other."""
    other = state.robot_on(robot.square.ahead(robot.facing))
    return other is not None and other.facing is robot.facing.back


def alone(state: State, robot: Robot) -> bool:
    """Return whether no other robot is in the same row or column as `robot`."""
    column, row = robot.square
    return not any(column == there.column or row == there.row for there in _of_others(state, robot))


def _of_others(state: State, robot: Robot) -> Iterator[Square]:
    return (other.square for other in state.active if other.name != robot.name)


PLACES: Mapping[str, Callable[[State, Robot], bool]] = {
    "at_rim": at_rim,
    "by_pit": by_pit,
    "on_wrench": lambda state, robot: state.board.tile(robot.square).wrenches > 0,
    "on_flag": lambda state, robot: state.board.flag_on(robot.square) > 0,
    "on_belt": lambda state, robot: robot.square in state.board.belts,
    "beside": beside,
    "face_to_face": face_to_face,
    "alone": alone,
    "battered": lambda state, robot: robot.damage >= BATTERED,
    "home": lambda state, robot: standing(state).seat(robot.name).home == str(robot.square),
}


# Kills ----------------------------------------------------------------------------------------


def blamed(
    frames: Sequence[Frame], register: int, before: Sequence[Influence]
) -> tuple[list[tuple[str, str]], tuple[Influence, ...]]:
    """Return the kills in a register, and the last influence on each robot's position.

    A kill is a pair `(killer, victim)`. It belongs to the robot that pushed the victim to
    destruction or did the last damage. Otherwise, it belongs to the last robot that pushed or
    blocked the victim, or changed its cards, in the same register or the one before. Effects of a
    robot's own bug are not kills, and no robot kills itself. `before` has the influences of earlier
    registers.
    """
    last = {each.robot: each for each in before}
    kills: list[tuple[str, str]] = []
    shot = ""
    for event, _ in frames:
        if isinstance(event, events.Shot):
            shot = event.robot
        for robot, by in influenced(event):
            if by != robot:
                last[robot] = Influence(robot, by, register)
        if isinstance(event, events.Destroyed):
            killer = event.by or _last_hand(event, last.get(event.robot), register, shot)
            if killer and killer != event.robot:
                kills.append((killer, event.robot))
            last.pop(event.robot, None)
    return kills, tuple(last.values())


def _last_hand(event: events.Destroyed, last: Influence | None, register: int, shot: str) -> str:
    if event.cause == "damage" and shot != event.robot:
        return ""  # a robot's own bug is not a kill
    return last.by if last and register - last.register <= 1 else ""


def influenced(event: Event) -> Iterator[tuple[str, str]]:
    """Yield `(robot, by)` for each robot in `event` that another robot, `by`, influenced."""
    match event:
        case (
            events.Pushed(robot=robot, by=by)
            | Replaced(robot=robot, by=by)
            | events.NotCarried(robot=robot, reason=events.Hindrance(by=by))
            | events.Extended(robot=robot, reason=events.Hindrance(by=by))
            | events.HeldUp(robot=robot, reason=events.Hindrance(by=by))
            | Skipped(actor=str(robot), reason=events.Hindrance(by=by))
        ) if by:
            yield robot, by


# The end ---------------------------------------------------------------------------------------


def enough_points(state: State) -> str:
    """Return the name of the first player with enough points to win, or an empty string. [RV-14]"""
    wanted = state.rules.points_to_win
    enough = (seat.name for seat in standing(state).seats if 0 < wanted <= seat.points)
    return next(enough, "")


def seat_points(state: State) -> dict[str, int]:
    """Return each player's points. [RV-10, RV-13]"""
    if not state.table.extra:
        return flags_touched(state)  # in an exercise, seats have no points
    return {seat.name: seat.points for seat in standing(state).seats}


def points_or_leader(state: State) -> Outcome | None:
    """Return the outcome of the match, or `None` while it goes on. [RV-14 …]

    A player with enough points wins. When time is up, the player with the leader token wins.
    """
    here = standing(state)
    if winner := enough_points(state):
        says = say_many(
            "{robot} wins with {number} point.",
            "{robot} wins with {number} points.",
            here.seat(winner).points,
            robot=called(winner),
        )
        return Outcome((winner,), capitalized(says))
    if here.closed and here.leader:
        leader = called(here.leader)
        says = say("{robot} wins: it was the last robot to take the lead.", robot=leader)
        return Outcome((here.leader,), capitalized(says))
    if here.closed:
        return Outcome((), say("No robot ever took the lead, so nobody wins."))
    return None
