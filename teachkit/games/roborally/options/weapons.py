"""Families of cards that do or prevent damage, including damage to their own owner.

Each family is a function from a card to its effects; the robot is the one that holds the card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from teachkit.core.board.squares import Facing
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Flow, Frame, chosen
from teachkit.games.roborally.damage import discard, take_damage
from teachkit.games.roborally.events import Announced
from teachkit.games.roborally.moves import push, row_ahead
from teachkit.games.roborally.options.cards import CardFile, Moments, Replaced, use, wanted_on
from teachkit.games.roborally.options.choices import from_the_top
from teachkit.games.roborally.pieces import REGISTERS, Beam, Held
from teachkit.games.roborally.state import State
from teachkit.words import say

Does: TypeAlias = Callable[[State, str, str, Beam], Flow[State] | None]
"""The effect of a shot by one robot on another; `None` if the effect is impossible."""


def _on_hit(card: CardFile, does: Does) -> Moments:
    """Return effects that offer to apply `does` when the robot's own laser hits another robot.

    If the owner agrees, the laser does at most `card.amount` points of damage. `does` returns
    `None` if it is impossible; in that case, the owner is not asked.
    """

    def hits(
        state: State, name: str, held: Held, points: int, other: str, beam: Beam
    ) -> Flow[tuple[State, int]]:
        if beam.kind or card.is_spent(held) or not does(state, name, other, beam):
            return state, points
        if (yield from wanted_on(name, held, other)):
            state = yield from use(state, name, held)
            done = does(state, name, other, beam)
            assert done
            state = yield from done
            points = min(points, card.amount)
        return state, points

    return Moments(hits=hits)


def push_away(card: CardFile) -> Moments:
    """Return effects that offer to push the victim of a shot one square away."""
    return _on_hit(card, lambda state, name, other, beam: _moved(state, name, other, beam.facing))


def pull_near(card: CardFile) -> Moments:
    """Return effects that offer to pull the victim of a shot one square closer.

    An adjacent victim cannot be pulled.
    """

    def pulled(state: State, name: str, other: str, beam: Beam) -> Flow[State] | None:
        here, there = state.robot(name).square, state.robot(other).square
        near = here.ahead(beam.facing) == there
        return None if near else _moved(state, name, other, beam.facing.back)

    return _on_hit(card, pulled)


def _moved(state: State, name: str, other: str, facing: Facing) -> Flow[State] | None:
    robot = state.robot(other)
    row, reason = row_ahead(state, robot, facing)
    return None if robot.destroyed or reason else push(state, [robot, *row], facing, name)


def scramble(card: CardFile) -> Moments:
    """Return effects that offer to replace the next card of a shot's victim.

    The new card is the top card of the deck.
    """

    def scrambled(state: State, name: str, other: str, beam: Beam) -> Flow[State] | None:
        works = state.is_match and _has_next(state, other)
        return from_the_top(state, other, state.register + 1, name) if works else None

    return _on_hit(card, scrambled)


def exchange(card: CardFile) -> Moments:
    """Return effects that offer to swap the robot's next card with that of a shot's victim."""

    def exchanged(state: State, name: str, other: str, beam: Beam) -> Flow[State] | None:
        works = _has_next(state, name) and _has_next(state, other)
        return _with_next_exchanged(state, name, other) if works else None

    return _on_hit(card, exchanged)


def _with_next_exchanged(state: State, name: str, other: str) -> Flow[State]:
    register = state.register + 1
    mine, theirs = state.robot(name).card(register), state.robot(other).card(register)
    state = state.with_robot(state.robot(name).with_card(register, theirs))
    state = state.with_robot(state.robot(other).with_card(register, mine))
    yield Frame(Replaced(name, register), state)
    yield Frame(Replaced(other, register, name), state)
    return state


def _has_next(state: State, name: str) -> bool:
    """Return whether the robot's next register in this round has a card and is not locked."""
    robot, register = state.robot(name), state.register + 1
    if register not in REGISTERS or robot.is_locked(register):
        return False
    return robot.card(register) is not None and not robot.destroyed


def strip(card: CardFile) -> Moments:
    """Return effects that offer to destroy an option of a shot's victim.

    The player whose robot shoots chooses the option.
    """

    def stripped(state: State, name: str, other: str, beam: Beam) -> Flow[State] | None:
        names = state.options_of(other)
        return _stripped_of(state, name, other, names) if names else None

    return _on_hit(card, stripped)


def _stripped_of(state: State, name: str, other: str, names: tuple[str, ...]) -> Flow[State]:
    lost = yield from chosen(name, say("Which option do you destroy?"), names)
    return (yield from discard(state, other, lost))


# Cards that act by themselves -----------------------------------------------------------------


def ward(card: CardFile) -> Moments:
    """Return effects that prevent damage with a cause in `card.by`.

    Each charge prevents one point. A card without charges prevents up to `card.amount` points each
    time. If `card.asleep` is true, the card only works while the robot is powered down.
    """

    def keeps_off(
        state: State, name: str, held: Held, points: int, cause: str
    ) -> Flow[tuple[State, int]]:
        awake = card.asleep and not state.robot(name).off
        if awake or not card.is_about(cause) or card.is_spent(held):
            return state, points
        kept = min(points, held.charges if card.charges else card.amount)
        state = yield from use(state, name, held, charges=kept)
        return state, points - kept

    return Moments(keeps_off=keeps_off)


def rams(card: CardFile) -> Moments:
    """Return effects that do `card.amount` damage to each robot that the owner's robot pushes."""

    def pushes(state: State, name: str, held: Held, other: str) -> Flow[State]:
        if state.robot(other).destroyed or card.is_spent(held):
            return state
        state = yield from use(state, name, held)
        return (yield from take_damage(state, other, card.amount, name, "push"))

    return Moments(pushes=pushes)


def trips(card: CardFile) -> Moments:
    """Return effects that power the robot down for the next round.

    They apply if the robot ends a round with at least `card.damage` damage.
    """

    def turn_ends(state: State, name: str, held: Held) -> Flow[State]:
        robot = state.robot(name)
        if robot.damage >= card.damage and not robot.announced:
            state = yield from use(state, name, held)
            state = state.with_facts(name, announced=True)
            yield Frame(Announced(name), state)
        return state

    return Moments(turn_ends=turn_ends)


def costly_card(card: CardFile) -> Moments:
    """Return effects that damage the robot after each program card to which `card` applies.

    The robot takes `card.amount` points of damage.
    """

    def after(state: State, name: str, held: Held, laid: Instruction) -> Flow[State]:
        return _hurt_if(card.fits(state, name, laid), card, state, name, held)

    return Moments(after_card=after)


def costly_gear(card: CardFile) -> Moments:
    """Return effects that do `card.amount` damage to a robot on a gear when lasers shoot."""

    def before(state: State, name: str, held: Held) -> Flow[State]:
        on_gear = bool(state.board.tile(state.robot(name).square).gear)
        return _hurt_if(on_gear, card, state, name, held)

    return Moments(before_lasers=before)


def _hurt_if(works: bool, card: CardFile, state: State, name: str, held: Held) -> Flow[State]:
    if works:
        state = yield from use(state, name, held)
        state = yield from take_damage(state, name, card.amount)
    return state


WEAPONS = (
    push_away, pull_near, scramble, exchange, strip, ward, rams, trips, costly_card, costly_gear,
)  # fmt: skip
