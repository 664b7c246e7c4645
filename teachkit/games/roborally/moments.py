"""Moments of a turn at which a card that a robot holds may have an effect.

The base game knows no such card. At each moment it applies the cards of a robot in the order in
which the robot holds them (`state.adjusted`, `state.happened`, `state.remaining_damage`). The
edition has a record of `Moments` for the name of each card:

>>> def one_card_more(state, name, held, cards):
...     return cards + 1
>>> effects = {"Extra Memory": Moments(cards_dealt=one_card_more)}

An effect is given the state, the name of the robot, and the card as it is held (`pieces.Held`).
There are three kinds:

- `Adjusts`: `(state, name, held, value, …) -> value`, pure and quick. The value goes through the
  cards one after another.
- `Acts`: `(state, name, held, …) -> Flow[State]`, a rule like any other: it may change the state,
  yield frames and ask.
- `Leaves`: `(state, name, held, points, …) -> Flow[tuple[State, int]]`, a rule that returns how
  many points of damage are left. After those before damage, the player is asked whether to
  discard cards against the rest: `rules.worth` is how many points each card is worth. [RR-33]

An edition's own rules are not in cards but in its `rules.phases`: the parts of a turn in their
order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import Flow, State
from teachkit.games.roborally.pieces import Beam, Held

S = TypeVar("S")
V = TypeVar("V")
P = ParamSpec("P")

Adjusts: TypeAlias = Callable[Concatenate[S, str, Held, V, P], V]
Acts: TypeAlias = Callable[Concatenate[S, str, Held, P], Flow[S]]
Leaves: TypeAlias = Callable[Concatenate[S, str, Held, int, P], Flow[tuple[S, int]]]


@dataclass(frozen=True, kw_only=True)
class Moments(Generic[State]):
    """The effects of one card, each at its moment; at other moments it has none."""

    cards_dealt: Adjusts[State, int, []] | None = None
    """The number of cards that are dealt. [RR-1]"""
    priority: Adjusts[State, int, [Instruction]] | None = None
    """The priority of a card in a register. [RR-4]"""
    steps: Adjusts[State, int, [Instruction]] | None = None
    """The steps of a card in a register; -1 is one back. [RR-6]"""
    facing: Adjusts[State, Facing, [Instruction]] | None = None
    """The way to which a card in a register turns. [RR-6]"""
    is_turned: Adjusts[State, bool, [str]] | None = None
    """Whether bends (`belt`) and gears (`gear`) turn it. [RR-14, RR-16]"""
    is_carried: Adjusts[State, bool, [bool]] | None = None
    """Whether belts carry it; true stands for express belts that run alone. [RR-11, RR-12]"""
    can_push: Adjusts[State, bool, [str]] | None = None
    """Whether it pushes another robot. [RR-7]"""
    shots: Adjusts[State, tuple[Beam, ...], []] | None = None
    """Its shots in a register. [RR-22]"""
    damage: Adjusts[State, int, [str]] | None = None
    """The points that it takes, and from whom; an empty name is the factory. [RR-21]"""
    touches: Adjusts[State, tuple[Square, ...], []] | None = None
    """The squares that it touches. [RR-25, RR-26]"""
    repairs: Adjusts[State, int, [int]] | None = None
    """The damage repaired at clean-up, on a square with this number of wrenches. [RR-27]"""
    damage_on_return: Adjusts[State, int, []] | None = None
    """Its damage when it comes back. [RR-31]"""
    price_of_return: Adjusts[State, int, []] | None = None
    """The credits that coming back costs. [RV-25]"""

    turn_begins: Acts[State, []] | None = None
    """Before cards are dealt. [RR-1]"""
    dealt: Acts[State, []] | None = None
    """The hand has been dealt. [RR-1]"""
    programmed: Acts[State, []] | None = None
    """All registers are filled. [RR-2]"""
    revealed: Acts[State, []] | None = None
    """The card of a register is turned up. [RR-4]"""
    before_card: Acts[State, [Instruction]] | None = None
    """Its card of a register is about to run. [RR-4]"""
    after_card: Acts[State, [Instruction]] | None = None
    """Its card of a register has run. [RR-4]"""
    before_lasers: Acts[State, []] | None = None
    """Lasers are about to shoot in a register. [RR-21]"""
    pushes: Acts[State, [str]] | None = None
    """It has pushed another robot. [RR-7]"""
    register_ends: Acts[State, []] | None = None
    """The flags of a register are touched. [RR-4]"""
    turn_ends: Acts[State, []] | None = None
    """Clean-up begins, before repairs. [RR-5]"""
    destroyed: Acts[State, [str, str]] | None = None
    """It was just destroyed: by whom, and the cause. [RR-31]"""
    returns: Acts[State, []] | None = None
    """It is back on the board. [RR-31]"""

    hits: Leaves[State, [str, Beam]] | None = None
    """Its shot meets another robot, which will take what is left. [RR-22]"""
    keeps_off: Leaves[State, [str]] | None = None
    """It is about to take damage from this robot; an empty name is the factory. [RR-21]"""


NOTHING: Moments = Moments()
"""The effects of a card that does nothing."""
