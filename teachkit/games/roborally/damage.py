"""Damage: locked registers, cards that prevent damage, and destroyed robots."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from teachkit.core.run.flow import Event, Flow, Frame, draw, pick_one
from teachkit.games.roborally.events import Damaged, Destroyed, Discarded, LockedUp
from teachkit.games.roborally.pieces import EMPTY, MOST_DAMAGE, REGISTERS, UNCOUNTED, Robot
from teachkit.games.roborally.state import State, adjusted, happened, remaining_damage
from teachkit.words import say


def take_damage(state: State, name: str, points: int, by: str = "", cause: str = "") -> Flow[State]:
    """Damage a robot by `points`, after its held cards have changed or prevented the damage.

    The tenth point destroys the robot. `by` is the robot that caused the damage, or empty. `cause`
    is `shot` (by a robot), `laser` (on a wall) or `push`; it is empty if a card of the robot itself
    caused the damage. [RR-21, RR-28, RR-30]
    """
    robot = state.robot(name)
    if robot.destroyed:
        return state
    if robot.held:
        points = adjusted(state, robot, lambda held: held.damage, points, cause)
        state, points = yield from remaining_damage(
            state, name, lambda held: held.keeps_off, points, cause
        )
        state, points = yield from keep_off(state, name, points)
        robot = state.robot(name)
    if points <= 0 or robot.destroyed:
        return state
    hurt = replace(robot, damage=min(robot.damage + points, MOST_DAMAGE))
    state = state.with_robot(hurt)
    yield Frame(Damaged(name, points, hurt.damage, by), state)
    if hurt.damage == MOST_DAMAGE:
        return (yield from destroy(state, name, "damage", by))
    return (yield from lock(state, robot)) if hurt.locked else state


def keep_off(state: State, name: str, points: int) -> Flow[tuple[State, int]]:
    """Let a player discard options in order to prevent damage. [RR-33]

    Return the new state and the points of damage that remain.
    """
    while points > 0 and (options := state.options_of(name)):
        question = say("You take {points} damage. Discard a card to reduce it?", points=points)
        choice = yield from pick_one(name, question, (*options, "keep"))
        if choice == "keep":
            break
        points -= state.rules.worth[choice]
        state = yield from discard(state, name, choice)
    return state, max(0, points)


def discard(
    state: State, name: str, card: str, lost: Callable[[str, str], Event] = Discarded
) -> Flow[State]:
    """Discard a card that a robot holds.

    `lost(name, card)` returns the event that reports the loss.
    """
    robot = state.robot(name)
    gone = next(held for held in robot.held if held.name == card)
    held = tuple(each for each in robot.held if each is not gone)
    state = state.with_robot(robot.with_(held=held))
    if state.rules.lay_away:
        state = state.rules.lay_away(state, card)
    elif state.is_match and card in state.rules.options:
        state = state.with_table(options=state.table.options.with_discarded([card]))
    yield Frame(lost(name, card), state)
    return state


def lock(state: State, before: Robot) -> Flow[State]:
    """Report which registers of a robot the new damage has locked. [RR-28, RR-32]

    `before` is the robot before the damage. In a match, an empty register that becomes locked gets
    the top card of the deck.
    """
    name, robot = before.name, state.robot(before.name)
    new = before.unlocked[len(robot.unlocked) :]
    for register in new:
        if state.is_match and not state.robot(name).card(register):
            cards, deck = yield from draw(state.table.deck, 1)
            state = state.with_table(deck=deck)
            if cards:
                state = state.with_robot(state.robot(name).with_card(register, cards[0]))
    yield Frame(LockedUp(name, new), state)
    return state


def destroy(state: State, name: str, cause: str, by: str = "") -> Flow[State]:
    """Remove a robot from the board, and empty its registers and hand. [RR-9, RR-30, RR-31]

    `cause` is `pit`, `edge` or `damage`. `by` is the robot to blame, or empty.
    """
    robot = state.robot(name)
    state = hand_laid_away(wiped(state, name, REGISTERS), name)
    lives = robot.lives if robot.lives == UNCOUNTED else robot.lives - 1
    state = state.with_facts(name, destroyed=True, lives=lives, virtual=False, off=False)
    if state.is_match:
        state = state.with_table(destroyed=(*state.table.destroyed, name))
    yield Frame(Destroyed(name, robot.square, cause, by), state)
    return (yield from happened(state, name, lambda held: held.destroyed, by, cause))


def hand_laid_away(state: State, name: str) -> State:
    """Return a copy of `state` with a robot's hand discarded, or `state` itself in an exercise."""
    robot = state.robot(name)
    if not state.is_match or not robot.hand:
        return state
    return state.with_robot(robot.with_(hand=())).with_discarded(robot.hand)


def wiped_all(state: State) -> State:
    """Return a copy of `state` with all robots' unlocked registers emptied. [RR-5, RR-28]"""
    for robot in state.robots:
        state = wiped(state, robot.name, robot.unlocked)
    return state


def wiped(state: State, name: str, registers: tuple[int, ...]) -> State:
    """Return a copy of `state` in which the given `registers` of a robot are empty.

    In a match, the cards that were in them go to the discard pile.
    """
    robot = state.robot(name)
    if robot.registers == EMPTY:
        return state
    cards = [card for each in registers if (card := robot.card(each))]
    row = tuple(
        None if number in registers else card for number, card in enumerate(robot.registers, 1)
    )
    return state.with_robot(robot.with_registers(row if any(row) else EMPTY)).with_discarded(cards)
