"""Families of cards that act by themselves: they hurt, they protect, they switch off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from teachkit.core.language.nodes import Instruction
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.games.roborally.damage import take_damage
from teachkit.games.roborally.happenings import Announced
from teachkit.games.roborally.options.cards import CardFile
from teachkit.games.roborally.options.held import is_spent, use
from teachkit.games.roborally.options.values import comes_from
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.rules import Effect
from teachkit.games.roborally.state import State

Moments = Mapping[str, Effect]
SLEEPING = "asleep"


def ward(card: CardFile) -> Moments:
    """It keeps off damage from those whom `by` names: a point for each charge, or `amount`.

    `where` `asleep`: only while the robot is powered down.
    """

    def keeps_off(
        state: State, name: str, held: Held, points: int, *, by: str
    ) -> Flow[tuple[State, int]]:
        asleep = state.robot(name).off
        if not comes_from(card, by) or is_spent(card, held):
            return state, points
        if card.where == SLEEPING and not asleep:
            return state, points
        kept = min(points, held.charges if card.charges else card.amount)
        state = yield from use(state, name, held, charges=kept)
        return state, points - kept

    return {"keeps_off": keeps_off}


def rams(card: CardFile) -> Moments:
    """Who is pushed by it takes `amount` damage."""

    def pushes(state: State, name: str, held: Held, *, other: str) -> Flow[State]:
        if state.robot(other).destroyed or is_spent(card, held):
            return state
        state = yield from use(state, name, held)
        return (yield from take_damage(state, other, card.amount, name))

    return {"pushes": pushes}


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

    return {"turn_ends": turn_ends}


def costly_card(card: CardFile) -> Moments:
    """After one of these cards its owner takes `amount` damage."""

    def after(
        state: State, name: str, held: Held, *, card: Instruction, register: int
    ) -> Flow[State]:
        return _hurt_if(file.fits(card, register), file, state, name, held)

    file = card
    return {"after_card": after}


def costly_place(card: CardFile) -> Moments:
    """Before lasers shoot, its owner takes `amount` damage on a `belt` or `gear`."""

    def before(state: State, name: str, held: Held, *, register: int) -> Flow[State]:
        tile = state.board.tile(state.robot(name).square)
        stands = {"belt": tile.belt is not None, "gear": bool(tile.gear)}
        return _hurt_if(stands[card.where] and register in card.registers, card, state, name, held)

    return {"before_lasers": before}


def costly_push(card: CardFile) -> Moments:
    """Its owner takes `amount` damage for each robot that it pushes."""

    def pushes(state: State, name: str, held: Held, **about: Any) -> Flow[State]:
        return _hurt_if(True, card, state, name, held)

    return {"pushes": pushes}


def _hurt_if(works: bool, card: CardFile, state: State, name: str, held: Held) -> Flow[State]:
    if works:
        state = yield from use(state, name, held)
        state = yield from take_damage(state, name, card.amount)
    return state


HARMS = (ward, rams, trips, costly_card, costly_place, costly_push)
