"""Scoring of a register: kills, secret goals, the goal flag. [RV-10 … RV-16, RV-22, RV-33 …]

Whoever comes first within a register: what a robot does by itself, then what is between robots,
then what is between robots and the board; among these the higher priority. Kills pay before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.game import Outcome
from teachkit.core.run.events import Frame, capitalized
from teachkit.core.run.flow import Flow, proceed
from teachkit.core.run.walk import Started
from teachkit.games.roborally.events import Revealed
from teachkit.games.roborally.goals import flags_touched
from teachkit.games.roborally.moves import priority_of
from teachkit.games.roborally.pieces import REGISTERS, called
from teachkit.games.roborally.state import State, adjusted
from teachkit.games.roborally.variant.deeds import Deed, blamed, done
from teachkit.games.roborally.variant.events import GoalMet, Killed, Leads, Scored
from teachkit.games.roborally.variant.shop import earn
from teachkit.games.roborally.variant.state import GoalFile, Standing, secret_goals, standing
from teachkit.words import say

SEGMENTS = ("itself", "robots", "board")
"""What comes first within a register. [RV-33, RV-34]"""


class Award(NamedTuple):
    """A point that somebody is about to get: for the goal flag, or for a secret goal."""

    segment: int
    rank: int  # the higher priority first
    robot: str
    goal: str = ""


def scored(before: State, register: Flow[State]) -> Flow[State]:
    """Pass on the frames of a register, and then score it."""
    frames: list[Frame] = []
    answers = None
    ranks: Mapping[str, int] = {}
    while True:
        try:
            sent = proceed(register, answers)
        except StopIteration as end:
            state: State = end.value
            break
        if isinstance(sent, Frame):
            frames.append(sent)
            if not ranks and isinstance(sent.event, Revealed | Started):  # nobody is gone yet
                ranks = {
                    robot.name: -priority_of(sent.state, robot.name) for robot in before.robots
                }
        answers = yield sent
    return (yield from settle(state, frames, ranks))


def settle(state: State, frames: list[Frame], ranks: Mapping[str, int]) -> Flow[State]:
    """Pay for kills, then give points, one after another, until somebody has won."""
    here = standing(state)
    kills, influences = blamed(frames, state.register, here.influences)
    counted = done(frames, state, {seat.name: seat.home for seat in here.seats})
    state = state.with_table(extra=_with_deeds(replace(here, influences=influences), counted))
    for killer, victim in kills:
        state = yield from pay_for_kill(state, killer, victim)
    awards = [*_for_goals(state, counted, ranks), *_for_the_flag(state, ranks)]
    for award in sorted(awards, key=lambda award: award[:2]):  # else in seat order
        if not enough_points(state):
            state = yield from give(state, award)
    return state


def _with_deeds(here: Standing, counted: Counter[Deed]) -> Standing:
    for seat in here.seats:
        deeds = Counter(seat.deeds)
        deeds.update({deed: times for (name, deed), times in counted.items() if name == seat.name})
        here = here.with_seat(seat.name, deeds=dict(sorted(deeds.items())))
    return here


def pay_for_kill(state: State, killer: str, victim: str) -> Flow[State]:
    """Pay as many credits as the victim has points, and at least one. [RV-23]"""
    yield Frame(Killed(killer, victim), state)
    return (yield from earn(state, killer, max(1, standing(state).seat(victim).points)))


# Points ----------------------------------------------------------------------------------------


def _for_the_flag(state: State, ranks: Mapping[str, int]) -> Iterator[Award]:
    """Yield awards for everybody on the goal flag, once in a round. [RV-10, RV-12]"""
    here = standing(state)
    for robot in state.active if here.flag else ():
        own: tuple[Square, ...] = (robot.square,)
        squares = adjusted(state, robot.name, lambda held: held.touches, own)
        if state.board.flags[here.flag - 1] in squares and robot.name not in here.scored:
            yield Award(SEGMENTS.index("board"), ranks.get(robot.name, 0), robot.name)


def _for_goals(state: State, counted: Counter[Deed], ranks: Mapping[str, int]) -> Iterator[Award]:
    """Yield awards for everybody whose secret goal is met. [RV-13]"""
    for seat in standing(state).seats:
        goal = secret_goals().get(seat.goal)
        if goal and is_met(goal, counted[seat.name, goal.deed], seat.deeds, state.register):
            yield Award(SEGMENTS.index(goal.about), ranks.get(seat.name, 0), seat.name, goal.name)


def is_met(goal: GoalFile, now: int, in_turn: Mapping[str, int], register: int) -> bool:
    """Return whether the deeds of this register and of the whole turn meet a goal."""
    match goal.span:
        case "register":
            return now >= goal.times
        case "end":
            return register == REGISTERS[-1] and now >= goal.times
    return in_turn.get(goal.deed, 0) >= goal.times


def give(state: State, award: Award) -> Flow[State]:
    """Give a point, what goes with it, and perhaps the leader token."""
    name, here = award.robot, standing(state)
    points = here.seat(name).points + 1
    here = here.with_seat(name, points=points)
    if award.goal:
        goals = here.goals.with_discarded([award.goal])
        here = replace(here, goals=goals).with_seat(name, goal="")
        state = state.with_table(extra=here)
        yield Frame(GoalMet(name, award.goal, points), state)
    else:
        earlier = here.scored
        state = state.with_table(extra=replace(here, scored=(*earlier, name)))
        yield Frame(Scored(name, here.flag, points), state)
        for each in (name, *earlier):
            state = yield from earn(state, each, 1)
    return (yield from lead(state))


def lead(state: State) -> Flow[State]:
    """Give the leader token to a player with more points than every other. [RV-16]"""
    here = standing(state)
    best = max(seat.points for seat in here.seats)
    leading = [seat.name for seat in here.seats if seat.points == best]
    if len(leading) == 1 and leading[0] != here.leader:
        state = state.with_table(extra=replace(here, leader=leading[0]))
        yield Frame(Leads(leading[0]), state)
    return state


# The end ---------------------------------------------------------------------------------------


def enough_points(state: State) -> str:
    """Return who has the points that win; an empty name is nobody. [RV-14]"""
    wanted = state.rules.points_to_win
    return next(
        (seat.name for seat in standing(state).seats if wanted and seat.points >= wanted), ""
    )


def seat_points(state: State) -> dict[str, int]:
    """Return everybody's points. [RV-10, RV-13]"""
    if not state.table.extra:
        return flags_touched(state)  # nobody has a seat, as in an exercise
    return {seat.name: seat.points for seat in standing(state).seats}


def points_or_leader(state: State) -> Outcome | None:
    """Return who has enough points or, when time is up, the leader token. [RV-14 …]"""
    here = standing(state)
    if winner := enough_points(state):
        facts = {"robot": called(winner), "number": here.seat(winner).points}
        return Outcome((winner,), capitalized(say("{robot} wins with {number} points.", **facts)))
    if here.closed and here.leader:
        says = say("{robot} wins: it was the last to lead alone.", robot=called(here.leader))
        return Outcome((here.leader,), capitalized(says))
    if here.closed:
        return Outcome((), say("Nobody has ever led alone, so nobody wins."))
    return None
