"""The moments of a round at which a robot's held cards may have an effect.

The rules of the base game do not refer to individual held cards. At each moment, they apply a
robot's held cards in the order in which the robot holds them (`state.adjusted`, `state.happened`,
`state.remaining_damage`). The edition maps the name of each card to its `Moments`:

>>> def one_card_more(state, name, held, cards):
...     return cards + 1
>>> effects = {"Extra Memory": Moments(cards_dealt=one_card_more)}

An effect is called with the state, the name of the robot, and the held card (`pieces.Held`). There
are three kinds:

- `Adjusts`: `(state, name, held, value, …) -> value`, pure and fast. Each card gets the
  value that the previous card returned.
- `Acts`: `(state, name, held, …) -> Flow[State]`, a rule like any other: it may change the state,
  yield frames and ask questions.
- `Leaves`: `(state, name, held, points, …) -> Flow[tuple[State, int]]`, a rule that also returns
  how many points of damage are left. When a robot is about to take damage, its player is then
  asked whether to discard cards to prevent the rest; `rules.worth` is the number of points that
  each card prevents. [RR-33]

Rules that belong to an edition, and not to a card, are in `rules.phases`, which lists the parts of
a round in order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.instructions import Instruction
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
    """The effects of one card at the moments of a round; `None` means no effect.

    In the descriptions below, the robot is the one that holds the card.
    """

    cards_dealt: Adjusts[State, int, []] | None = None
    """The number of program cards that the robot is dealt. [RR-1]"""
    priority: Adjusts[State, int, [Instruction]] | None = None
    """The priority of the robot's card in a register. [RR-4]"""
    steps: Adjusts[State, int, [Instruction]] | None = None
    """The number of squares that the robot's card drives; -1 is one square back. [RR-6]"""
    facing: Adjusts[State, Facing, [Instruction]] | None = None
    """The facing of the robot after its card in a register. [RR-6]"""
    is_turned: Adjusts[State, bool, [str]] | None = None
    """Whether the robot is turned by a bend (`belt`) or a gear (`gear`). [RR-14, RR-16]"""
    is_carried: Adjusts[State, bool, [bool]] | None = None
    """Whether belts carry the robot. [RR-11, RR-12]

    The argument is true when express belts run alone.
    """
    can_push: Adjusts[State, bool, [str]] | None = None
    """Whether the robot can push the robot that the argument names. [RR-7]"""
    shots: Adjusts[State, tuple[Beam, ...], []] | None = None
    """The shots of the robot in a register. [RR-22]"""
    damage: Adjusts[State, int, [str]] | None = None
    """The points of damage that the robot takes; the argument is the cause. [RR-21]

    `take_damage` lists the causes.
    """
    touches: Adjusts[State, tuple[Square, ...], []] | None = None
    """The squares whose flags and wrenches the robot touches. [RR-25, RR-26]"""
    repairs: Adjusts[State, int, [int]] | None = None
    """The damage repaired at clean-up; the argument counts the square's wrenches. [RR-27]"""
    damage_on_return: Adjusts[State, int, []] | None = None
    """The damage of the robot when it comes back to the board. [RR-31]"""
    price_of_return: Adjusts[State, int, []] | None = None
    """The price, in credits, of the robot's return to the board. [RV-25]"""

    turn_begins: Acts[State, []] | None = None
    """A round has begun, and no cards have been dealt yet. [RR-1]"""
    dealt: Acts[State, []] | None = None
    """The robot's hand has been dealt. [RR-1]"""
    programmed: Acts[State, []] | None = None
    """All players have filled their registers. [RR-2]"""
    revealed: Acts[State, []] | None = None
    """The cards of a register have been revealed, and none of them has run yet. [RR-4]"""
    before_card: Acts[State, [Instruction]] | None = None
    """The robot's card in a register is about to run. [RR-4]"""
    after_card: Acts[State, [Instruction]] | None = None
    """The robot's card in a register has run. [RR-4]"""
    before_lasers: Acts[State, []] | None = None
    """The lasers are about to shoot. [RR-21]"""
    pushes: Acts[State, [str]] | None = None
    """The robot has pushed the robot that the argument names. [RR-7]"""
    register_ends: Acts[State, []] | None = None
    """A register ends, after flags have been touched. [RR-4]"""
    turn_ends: Acts[State, []] | None = None
    """Clean-up begins, before repairs. [RR-5]"""
    destroyed: Acts[State, [str, str]] | None = None
    """The robot has been destroyed; the arguments are the robot to blame and the cause. [RR-31]"""
    returns: Acts[State, []] | None = None
    """The robot has come back to the board. [RR-31]"""

    hits: Leaves[State, [str, Beam]] | None = None
    """The robot's shot hits another robot, which then takes the remaining damage. [RR-22]

    The arguments are the name of the other robot, and the shot.
    """
    keeps_off: Leaves[State, [str]] | None = None
    """The robot is about to take damage; the argument is the cause. [RR-21]

    `take_damage` lists the causes.
    """


NOTHING: Moments = Moments()
"""The effects of a card that does nothing."""
