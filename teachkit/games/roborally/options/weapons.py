"""Families of cards that make something else of a shot of the own laser that hits somebody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from teachkit.core.board.squares import Facing
from teachkit.core.run.decisions import PickOne
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow, ask_one
from teachkit.games.roborally.damage import discard
from teachkit.games.roborally.lasers import Beam
from teachkit.games.roborally.moves import push, row_ahead
from teachkit.games.roborally.options.cards import CardFile
from teachkit.games.roborally.options.choices import from_the_top
from teachkit.games.roborally.options.events import Replaced
from teachkit.games.roborally.options.held import is_spent, use, wanted_on
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.rules import REGISTERS, Effect
from teachkit.games.roborally.state import State
from teachkit.words import say

Moments = Mapping[str, Effect]
Can = Callable[[State, str, str, Beam], bool]
Does = Callable[[State, str, str, Beam], Flow[State]]


def _on_hit(card: CardFile, can: Can, does: Does) -> Moments:
    """Ask, where it can be done at all, and do it; `amount` points of damage are left."""

    def hits(
        state: State, name: str, held: Held, points: int, *, other: str, beam: Beam
    ) -> Flow[tuple[State, int]]:
        if beam.kind or is_spent(card, held) or not can(state, name, other, beam):
            return state, points
        if not (yield from wanted_on(name, held, other)):
            return state, points
        state = yield from use(state, name, held)
        state = yield from does(state, name, other, beam)
        return state, min(points, card.amount)

    return {"hits": hits}


def push_away(card: CardFile) -> Moments:
    """The one that is hit goes one square in the direction of the shot."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        return _can_move(state, other, beam.facing)

    def does(state: State, name: str, other: str, beam: Beam) -> Flow[State]:
        return _moved(state, name, other, beam.facing)

    return _on_hit(card, can, does)


def pull_near(card: CardFile) -> Moments:
    """The one that is hit comes one square nearer, unless it stands on the next square."""

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
    """The next card of the one that is hit gives way to the top of the deck."""

    def can(state: State, name: str, other: str, beam: Beam) -> bool:
        return state.table is not None and _has_next(state, other)

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
    """Whether a card lies in the next register of this turn, and may be changed."""
    robot, register = state.robot(name), state.register + 1
    if register not in REGISTERS or robot.is_locked(register):
        return False
    return robot.card(register) is not None and not robot.destroyed


def strip(card: CardFile) -> Moments:
    """The one that is hit loses an option, which the shooter chooses."""

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


WEAPONS: tuple[Callable[[CardFile], Mapping[str, Callable[..., Any]]], ...] = (
    push_away, pull_near, scramble, exchange, strip,
)  # fmt: skip
