"""Families of cards that hurt or protect: weapons, wards, and cards that harm their owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from teachkit.core.board.squares import Facing
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.games.roborally.damage import discard, take_damage
from teachkit.games.roborally.events import Announced
from teachkit.games.roborally.moves import push, row_ahead
from teachkit.games.roborally.options.cards import (
    CardFile,
    Moments,
    Replaced,
    is_spent,
    use,
    wanted_on,
)
from teachkit.games.roborally.options.choices import from_the_top
from teachkit.games.roborally.options.modifiers import comes_from
from teachkit.games.roborally.pieces import REGISTERS, Beam, Held
from teachkit.games.roborally.state import State
from teachkit.words import say

Can: TypeAlias = Callable[[State, str, str, Beam], bool]
Does: TypeAlias = Callable[[State, str, str, Beam], Flow[State]]


def _on_hit(card: CardFile, can: Can, does: Does) -> Moments:
    """Ask where `does` can be done, and do it; `amount` points of damage are left."""

    def hits(
        state: State, name: str, held: Held, points: int, other: str, beam: Beam
    ) -> Flow[tuple[State, int]]:
        if beam.kind or is_spent(card, held) or not can(state, name, other, beam):
            return state, points
        if not (yield from wanted_on(name, held, other)):
            return state, points
        state = yield from use(state, name, held)
        state = yield from does(state, name, other, beam)
        return state, min(points, card.amount)

    return Moments(hits=hits)


def push_away(card: CardFile) -> Moments:
    """A robot that is hit goes one square in the direction of the shot."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        return _can_move(state, other, beam.facing)

    def does(state: State, name: str, other: str, beam: Beam) -> Flow[State]:
        return _moved(state, name, other, beam.facing)

    return _on_hit(card, can, does)


def pull_near(card: CardFile) -> Moments:
    """A robot that is hit comes one square nearer, unless it is on the next square."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        here, there = state.robot(name).square, state.robot(other).square
        near = here.ahead(beam.facing) == there
        return not near and _can_move(state, other, beam.facing.back)

    def does(state: State, name: str, other: str, beam: Beam) -> Flow[State]:
        return _moved(state, name, other, beam.facing.back)

    return _on_hit(card, can, does)


def _can_move(state: State, other: str, facing: Facing) -> bool:
    robot = state.robot(other)
    return not robot.destroyed and row_ahead(state, robot, facing)[1] is None


def _moved(state: State, name: str, other: str, facing: Facing) -> Flow[State]:
    robot = state.robot(other)
    row, _ = row_ahead(state, robot, facing)
    return push(state, [robot, *row], facing, name)


def scramble(card: CardFile) -> Moments:
    """The next card of a robot that is hit gives way to the top of the deck."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        return state.is_match and _has_next(state, other)

    def does(state: State, name: str, other: str, beam: Beam) -> Flow[State]:
        return from_the_top(state, other, state.register + 1, name)

    return _on_hit(card, can, does)


def exchange(card: CardFile) -> Moments:
    """The next cards of both change places."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        return _has_next(state, name) and _has_next(state, other)

    def does(state: State, name: str, other: str, beam: Beam) -> Flow[State]:
        register = state.register + 1
        mine, theirs = state.robot(name).card(register), state.robot(other).card(register)
        state = state.with_robot(state.robot(name).with_card(register, theirs))
        state = state.with_robot(state.robot(other).with_card(register, mine))
        yield Frame(Replaced(name, register), state)
        yield Frame(Replaced(other, register, name), state)
        return state

    return _on_hit(card, can, does)


def _has_next(state: State, name: str) -> bool:
    """Return whether a card lies in the next register of this turn, and may be changed."""
    robot, register = state.robot(name), state.register + 1
    if register not in REGISTERS or robot.is_locked(register):
        return False
    return robot.card(register) is not None and not robot.destroyed


def strip(card: CardFile) -> Moments:
    """A robot that is hit loses an option, which the shooter chooses."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        return bool(_losable(state, other))

    def does(state: State, name: str, other: str, beam: Beam) -> Flow[State]:
        names = _losable(state, other)
        lost = names[0]
        if len(names) > 1:
            lost = yield from ask_one(PickOne(name, say("Which option is destroyed?"), names))
        return (yield from discard(state, other, lost))

    return _on_hit(card, can, does)


def _losable(state: State, other: str) -> tuple[str, ...]:
    held = state.robot(other).held
    return tuple(each.name for each in held if state.rules.worth.get(each.name))


# Cards that act by themselves -----------------------------------------------------------------


def ward(card: CardFile) -> Moments:
    """It keeps off damage done by those that `by` names: a point a charge, or `amount`.

    `where` `asleep`: only while the robot is powered down.
    """

    def keeps_off(
        state: State, name: str, held: Held, points: int, by: str
    ) -> Flow[tuple[State, int]]:
        asleep = state.robot(name).off
        if not comes_from(card, by) or is_spent(card, held):
            return state, points
        if card.where == "asleep" and not asleep:
            return state, points
        kept = min(points, held.charges if card.charges else card.amount)
        state = yield from use(state, name, held, charges=kept)
        return state, points - kept

    return Moments(keeps_off=keeps_off)


def rams(card: CardFile) -> Moments:
    """A robot that is pushed by it takes `amount` damage."""

    def pushes(state: State, name: str, held: Held, other: str) -> Flow[State]:
        if state.robot(other).destroyed or is_spent(card, held):
            return state
        state = yield from use(state, name, held)
        return (yield from take_damage(state, other, card.amount, name))

    return Moments(pushes=pushes)


def trips(card: CardFile) -> Moments:
    """With so much `damage` at the end of a turn, its owner is powered down in the next."""

    def turn_ends(state: State, name: str, held: Held) -> Flow[State]:
        robot = state.robot(name)
        if robot.damage < card.damage or robot.announced:
            return state
        state = yield from use(state, name, held)
        state = state.with_facts(name, announced=True)
        yield Frame(Announced(name), state)
        return state

    return Moments(turn_ends=turn_ends)


def costly_card(card: CardFile) -> Moments:
    """After one of these cards its owner takes `amount` damage."""

    def after(state: State, name: str, held: Held, laid: Instruction, register: int) -> Flow[State]:
        return _hurt_if(card.fits(laid, register), card, state, name, held)

    return Moments(after_card=after)


def costly_place(card: CardFile) -> Moments:
    """Before lasers shoot, its owner takes `amount` damage on a `belt` or `gear`."""

    def before(state: State, name: str, held: Held, register: int) -> Flow[State]:
        tile = state.board.tile(state.robot(name).square)
        stands = {"belt": tile.belt is not None, "gear": bool(tile.gear)}
        return _hurt_if(stands[card.where] and register in card.registers, card, state, name, held)

    return Moments(before_lasers=before)


def costly_push(card: CardFile) -> Moments:
    """Its owner takes `amount` damage for each robot that it pushes."""

    def pushes(state: State, name: str, held: Held, *about: object) -> Flow[State]:
        return _hurt_if(True, card, state, name, held)

    return Moments(pushes=pushes)


def _hurt_if(works: bool, card: CardFile, state: State, name: str, held: Held) -> Flow[State]:
    if works:
        state = yield from use(state, name, held)
        state = yield from take_damage(state, name, card.amount)
    return state


WEAPONS = (
    push_away, pull_near, scramble, exchange, strip, ward, rams, trips, costly_card, costly_place,
    costly_push,
)  # fmt: skip
