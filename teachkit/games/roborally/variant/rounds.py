"""The phases that the variant has between the registers of two turns. [RV-8 … RV-32]"""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.squares import FACINGS
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.games.roborally.clean_up import mend, wipe
from teachkit.games.roborally.damage import discard
from teachkit.games.roborally.events import Damaged
from teachkit.games.roborally.happenings import CameBack
from teachkit.games.roborally.moments import adjusted, happened
from teachkit.games.roborally.scoring import outcome
from teachkit.games.roborally.state import State
from teachkit.games.roborally.turns import NO, YES, ask_to_power_down
from teachkit.games.roborally.variant.decks import BUGS, draw_goal, gain_bug, standing
from teachkit.games.roborally.variant.events import Debugged, GoalRolled, StayedOut, TimeUp
from teachkit.games.roborally.variant.shop import pay, price_of, shop
from teachkit.games.roborally.variant.sight import free_flags
from teachkit.words import say

PRICE_OF_RETURN = 2
CREDIT, OWE = "credit", "owe"
DAMAGE = "damage"


# Before registers ------------------------------------------------------------------------------


def roll_goal(state: State) -> Flow[State]:
    """A new goal flag, if the last one was reached: the die among those that will do. [RV-8, RV-9]

    To choose among these is the same as to roll again for all others.
    """
    here = standing(state)
    if here.flag:
        return state
    flags = free_flags(state, here.last)
    flag = 0
    if flags:
        question = say("Which flag is the next goal?")
        flag = yield from ask_one(PickOne(None, question, flags))
    state = state.with_table(extra=replace(here, flag=flag))
    yield Frame(GoalRolled(flag), state)
    return state


def restore(state: State) -> Flow[State]:
    """Robots that were destroyed in the turn before come back, in seat order. [RV-24 … RV-29]"""
    for robot in state.robots:
        if robot.destroyed:
            state = yield from restore_one(state, robot.name)
    return state


def restore_one(state: State, name: str) -> Flow[State]:
    """On a flag by the die, with a bug more; it costs credits, or else more. [RV-25, RV-28]"""
    flags = free_flags(state, standing(state).flag, name)
    if not flags:
        yield Frame(StayedOut(name), state)
        return state
    question = say("On which flag does it come back?")
    flag = yield from ask_one(PickOne(None, question, flags))
    square = state.board.flags[flag - 1]
    facing = yield from ask_one(PickOne(name, say("Looking where?"), FACINGS))
    state = state.with_facts(
        name, square=square, facing=facing, archive=square, damage=0, destroyed=False,
        hand=(), announced=False,
    )  # fmt: skip
    yield Frame(CameBack(name, square, facing, 0), state)
    state = yield from gain_bug(state, name)
    state = yield from pay_for_return(state, name)
    state = yield from draw_goal(state, name)
    return (yield from happened(state, "returns", name))


def pay_for_return(state: State, name: str) -> Flow[State]:
    """Two credits, or options instead; for each that is missing a damage and a bug. [RV-25, RV-26]

    An option pays what it costs in the shop, and no change is given.
    """
    missing = adjusted(state, "price_of_return", name, PRICE_OF_RETURN)
    while missing > 0:
        means = ways_to_pay(state, name)
        if len(means) == 1:
            break
        question = say("How do you pay? {number} to go.", number=missing)
        choice = yield from ask_one(PickOne(name, question, means))
        if choice == OWE:
            break
        if choice == CREDIT:
            state = yield from pay(state, name, 1)
            missing -= 1
        else:
            missing -= price_of(choice)
            state = yield from discard(state, name, choice)
    for _ in range(missing):
        damage = state.robot(name).damage + 1
        state = state.with_facts(name, damage=damage)
        yield Frame(Damaged(name, 1, damage), state)
        state = yield from gain_bug(state, name)
    return state


def ways_to_pay(state: State, name: str) -> tuple[str, ...]:
    """A credit, an option, or not at all."""
    credit = (CREDIT,) if standing(state).seat(name).credits else ()
    options = (held.name for held in state.robot(name).held if price_of(held.name))
    return (*credit, *dict.fromkeys(options), OWE)


def exchange_goals(state: State) -> Flow[State]:
    """Who is powered down may exchange its secret goal. [RV-21]"""
    for robot in state.active:
        if robot.off:
            question = say("Exchange your secret goal?")
            if (yield from ask_one(PickOne(robot.name, question, (NO, YES)))) == YES:
                state = yield from draw_goal(state, robot.name)
    return state


def set_out(state: State) -> Flow[State]:
    """What is counted in a turn is counted from here."""
    yield from ()
    here = standing(state)
    for robot in state.robots:
        here = here.with_seat(robot.name, deeds=(), home=str(robot.square))
    return state.with_table(extra=replace(here, scored=(), influences=()))


# After registers -------------------------------------------------------------------------------


def end_round(state: State) -> Flow[State]:
    """Wrenches and shop, registers wiped, sleepers decide, new goals. [RV-13, RV-18, RV-19]"""
    if outcome(state):
        return state
    for robot in state.active:
        state = yield from happened(state, "turn_ends", robot.name)
    for robot in state.active:
        state = yield from use_wrenches(state, robot.name)
    state = wipe(state)
    for robot in state.active:
        if robot.off:
            state = yield from ask_to_power_down(state, robot.name)
    here = standing(state)
    if here.scored:
        state = state.with_table(extra=replace(here, flag=0, last=here.flag))
    for seat in standing(state).seats:
        if not seat.goal and not state.robot(seat.name).destroyed:
            state = yield from draw_goal(state, seat.name)
    return (yield from watch_the_time(state))


def watch_the_time(state: State) -> Flow[State]:
    """After the turn in which time is up one more is played. [RV-15]"""
    assert state.table
    last = state.rules.time_up
    if not last:
        return state
    if state.table.turn == last:
        yield Frame(TimeUp(), state)
    if state.table.turn > last:
        state = state.with_table(extra=replace(standing(state), closed=True))
    return state


def use_wrenches(state: State, name: str) -> Flow[State]:
    """Each wrench repairs a damage or a bug; where no flag stands there is a shop. [RV-18, RV-19]

    A flag without wrenches repairs like one wrench.
    """
    square = state.robot(name).square
    wrenches, flag = state.board.tile(square).wrenches, state.board.flag_on(square)
    points = wrenches or (1 if flag else 0)
    for _ in range(adjusted(state, "repairs", name, points, wrenches=wrenches)):
        state = yield from use_wrench(state, name)
    if wrenches and not flag:
        state = yield from shop(state, name)
    return state


def use_wrench(state: State, name: str) -> Flow[State]:
    """One point of damage or one bug, whichever its player chooses. [RV-18, RV-30]"""
    robot = state.robot(name)
    bugs = tuple(held.name for held in robot.held if held.name in BUGS)
    broken = ((DAMAGE,) if robot.damage else ()) + bugs
    if not broken:
        return state
    choice = broken[0]
    if len(broken) > 1:
        choice = yield from ask_one(PickOne(name, say("What is repaired?"), broken))
    if choice == DAMAGE:
        return (yield from mend(state, name, 1))
    state = yield from without_bug(state, name, choice)
    return state


def without_bug(state: State, name: str, bug: str) -> Flow[State]:
    """The bug is gone, and lies on its discard pile."""
    robot = state.robot(name)
    held = tuple(each for each in robot.held if each.name != bug)
    state = state.with_robot(robot.with_(held=held))
    assert state.rules.lay_away
    state = state.rules.lay_away(state, bug)
    yield Frame(Debugged(name, bug), state)
    return state
