"""The end of a round: repairs, emptied registers, power-downs and returning robots. [RR-5]"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from teachkit.core.board.squares import FACINGS, Facing, Square
from teachkit.core.run.flow import Event, Flow, Frame, chosen, draw, pick_one
from teachkit.games.roborally import events
from teachkit.games.roborally.damage import discard, wiped, wiped_all
from teachkit.games.roborally.elements import seen_from
from teachkit.games.roborally.goals import outcome
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.state import State, adjusted, happened, happened_to_all
from teachkit.games.roborally.turns import ask_to_power_down
from teachkit.words import say

DAMAGE_ON_RETURN = 2
NEAR = 3  # a robot that returns beside its archive may not face a robot within this distance


def clean_up(state: State) -> Flow[State]:
    """End a round of the base game, and put destroyed robots back on the board. [RR-5]

    If the match already has an outcome, do nothing.
    """
    if outcome(state):
        return state
    state = yield from end_turn(state, repair)
    state = yield from make_real(state)
    return (yield from come_back(state))


def end_turn(state: State, repairs: Callable[[State, str], Flow[State]]) -> Flow[State]:
    """Repair all robots, empty unlocked registers, and ask about further power-downs. [RR-5]

    `repairs(state, name)` repairs one robot. Only the players of powered-down robots are asked
    whether their robots stay powered down.
    """
    state = yield from happened_to_all(state, lambda held: held.turn_ends)
    for robot in state.active:
        state = yield from repairs(state, robot.name)
    state = wiped_all(state)
    for robot in state.active:
        if robot.off and not robot.announced:
            state = yield from ask_to_power_down(state, robot.name)
    return state


def repair(state: State, name: str) -> Flow[State]:
    """Repair 1 point of a robot's damage if it is on a wrench or flag. [RR-27]

    A wrench with a hammer also gives the robot an option. Held cards may change the
    number of points repaired.
    """
    robot = state.robot(name)
    wrenches = state.board.tile(robot.square).wrenches
    points = 1 if wrenches or state.board.flag_on(robot.square) else 0
    points = adjusted(state, robot, lambda held: held.repairs, points, wrenches)
    state = yield from mend(state, name, points)
    if wrenches > 1:
        state = yield from gain_option(state, name)
    return state


def mend(state: State, name: str, points: int) -> Flow[State]:
    """Repair up to `points` points of a robot's damage. [RR-27, RR-29]

    If the repair unlocks registers, empty them.
    """
    robot = state.robot(name)
    points = min(points, robot.damage)
    if points <= 0:
        return state
    state = state.with_robot(robot.with_(damage=robot.damage - points))
    after = state.robot(name)
    yield Frame(events.Repaired(name, points, after.damage), state)
    freed = after.unlocked[len(robot.unlocked) :]
    if freed:
        state = wiped(state, name, freed)
        yield Frame(events.Unlocked(name, freed), state)
    return state


def gain_option(state: State, name: str) -> Flow[State]:
    """Give a robot the top card of the option deck, if there is one left. [RR-27]

    In an exercise, the deck is empty.
    """
    drawn, options = yield from draw(state.table.options, 1)
    return (yield from hold(state.with_table(options=options), name, drawn, events.GotOption))


def hold(
    state: State, name: str, cards: Iterable[str], got: Callable[[str, str], Event]
) -> Flow[State]:
    """Give a robot the options or bugs named in `cards`, fully charged.

    `got(name, card)` returns the event that reports a card.
    """
    for card in cards:
        held = Held(card, state.rules.charges.get(card, 0))
        state = state.with_facts(name, held=(*state.robot(name).held, held))
        yield Frame(got(name, card), state)
    return state


def make_real(state: State) -> Flow[State]:
    """Make each virtual robot real if it is alone on its square. [RR-34]"""
    for robot in state.active:
        there = [each for each in state.active if each.square == robot.square]
        if robot.virtual and len(there) == 1:
            state = state.with_facts(robot.name, virtual=False)
            yield Frame(events.BecameReal(robot.name), state)
    return state


# Coming back -----------------------------------------------------------------------------------


def come_back(state: State) -> Flow[State]:
    """Put destroyed robots back on the board, in the order in which they were destroyed. [RR-31]

    Robots that have no lives left stay out.
    """
    for name in state.table.destroyed:
        if not state.robot(name).is_out:
            state = yield from return_to_board(state, name)
    return state


def lose_option(state: State, name: str) -> Flow[State]:
    """Discard one option of a destroyed robot; its player chooses which. [RR-31]"""
    options = state.options_of(name)
    if not options:
        return state
    card = yield from chosen(name, say("Which option do you want to lose?"), options)
    return (yield from discard(state, name, card))


def return_to_board(state: State, name: str) -> Flow[State]:
    """Put a destroyed robot back on its archive or a square beside it. [RR-31]

    The robot usually comes back with 2 damage, and loses an option. If there is no square for it,
    it waits without losing an option.
    """
    places = places_to_return(state, state.robot(name).archive)
    if not places:
        return state
    state = yield from lose_option(state, name)
    squares = tuple(dict.fromkeys(square for square, _ in places))
    square = yield from chosen(name, say("Where do you want to come back?"), squares)
    facings = tuple(facing for at, facing in places if at == square)
    question = say("Which way should your robot face?")
    facing = yield from pick_one(name, question, facings, about=square)
    damage = adjusted(
        state, state.robot(name), lambda held: held.damage_on_return, DAMAGE_ON_RETURN
    )
    virtual = state.rules.virtual_start and state.robot_on(square) is not None
    state = yield from put_back(state, name, square, facing, damage, virtual=virtual)
    state = yield from happened(state, name, lambda held: held.returns)
    return (yield from ask_to_power_down(state, name))


def put_back(
    state: State, name: str, square: Square, facing: Facing, damage: int, **facts: object
) -> Flow[State]:
    """Put a destroyed robot back on the board, with its other fields set to `facts`. [RR-31]"""
    waiting = tuple(each for each in state.table.destroyed if each != name)
    state = state.with_table(destroyed=waiting).with_facts(name, **facts, hand=(), announced=False)
    state = state.with_facts(name, square=square, facing=facing, damage=damage, destroyed=False)
    yield Frame(events.CameBack(name, square, facing, damage), state)
    return state


def places_to_return(state: State, archive: Square) -> list[tuple[Square, Facing]]:
    """Return the pairs `(square, facing)` with which a robot may come back. [RR-31]

    If the archive is free, or the game has virtual robots, the robot comes back on its archive,
    with any facing. Otherwise, it comes back beside its archive, and must not face a robot within
    three squares.
    """
    if state.rules.virtual_start or state.robot_on(archive) is None:
        return [(archive, facing) for facing in FACINGS]
    return [
        (square, facing)
        for square in archive.around
        if square in state.board and not state.board.is_deadly(square)
        if state.robot_on(square) is None
        for facing in FACINGS
        if not _faces_somebody(state, square, facing)
    ]


def _faces_somebody(state: State, square: Square, facing: Facing) -> bool:
    met = seen_from(state, square, facing)
    return met is not None and met.square.steps_to(square) <= NEAR
