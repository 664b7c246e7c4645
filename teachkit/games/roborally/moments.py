"""The seam for cards that robots hold: options, bugs, and whatever else an edition deals.

The base game knows no such card. At certain *moments* it asks whether somebody's card has
something to say; `rules.effects` of the edition gives, by the name of the card, a function for
each moment at which it does something:

>>> def one_card_more(state, name, held, cards):
...     return cards + 1
>>> effects = {"Extra Memory": {"cards_dealt": one_card_more}}

A robot holds cards in `robot.held` (`pieces.Held`: name, charges, note). There are three
kinds of moments.

**Values** (`adjusted`): `effect(state, name, held, value, **about) -> value`, pure and quick. The
value goes through the cards of the robot in the order in which it holds them.

======================  ===========================  ===========================================
moment                  value                        about
======================  ===========================  ===========================================
`cards_dealt`           how many cards are dealt     –                                     RR-1
`priority`              the priority of a card       `card`, `register`                     RR-4
`steps`                 steps of a card (-1: back)   `card`, `register`                     RR-6
`facing`                where a turn card turns to   `card`, `register`                     RR-6
`is_turned`             whether bends and gears      `by`: `belt` or `gear`            RR-14, 16
                        turn it
`is_carried`            whether belts carry it       `express`                        RR-11, 12
`can_push`              whether it pushes a robot    `other`                                RR-7
`shots`                 its shots (`lasers.Beam`)    `register`                            RR-22
`damage`                points that it takes         `by`                                  RR-21
`touches`               squares it touches           –                                 RR-25, 26
`repairs`               damage repaired at clean-up  `wrenches`                            RR-27
`damage_on_return`      damage when it comes back    –                                     RR-31
======================  ===========================  ===========================================

**Happenings** (`happened`): `effect(state, name, held, **about) -> Flow[State]`, a rule like any
other: it may change the state, yield frames and ask.

======================  =====================================  =================================
moment                  when                                   about
======================  =====================================  =================================
`turn_begins`           before cards are dealt                 –                          RR-1
`dealt`                 the hand is there                      –                          RR-1
`programmed`            all registers are filled               –                          RR-2
`revealed`              the card of a register is turned up    `register`                 RR-4
`before_card`           its card is about to run               `card`, `register`         RR-4
`after_card`            its card has run                       `card`, `register`         RR-4
`before_lasers`         lasers are about to shoot              `register`                RR-21
`pushes`                it has pushed somebody                 `other`                    RR-7
`register_ends`         flags are touched                      `register`                 RR-4
`turn_ends`             clean-up, before repairs               –                          RR-5
`destroyed`             it was just destroyed                  `by`, `cause`             RR-31
`returns`               it is back on the board                –                         RR-31
======================  =====================================  =================================

**Points** (`left_of`): `effect(state, name, held, points, **about) -> Flow[tuple[State, int]]`, a
rule that gives back how many points are left.

======================  =====================================  =================================
moment                  when                                   about
======================  =====================================  =================================
`hits`                  its shot meets somebody: how much      `other`, `beam`           RR-22
                        damage the other takes
`keeps_off`             before it takes damage                 `by`                      RR-21
======================  =====================================  =================================

Afterwards the player is asked whether to discard cards against the rest: `rules.worth` tells how
many points a card is worth. [RR-33]

What concerns an edition rather than a card stands in its `rules.phases` (`turns`): the parts of a
turn in their order. They call one another's functions and may record what happened by passing
the frames of a phase through their hands.
"""

from __future__ import annotations

from typing import Any, TypeVar

from teachkit.core.run.flow import Flow
from teachkit.games.roborally.state import State

V = TypeVar("V")


def adjusted(state: State, moment: str, name: str, value: V, **about: Any) -> V:
    """The value after all cards of this robot have had their say."""
    robot = state.robot(name)
    if robot.held:
        for held in robot.held:
            effect = state.rules.effects.get(held.name, {}).get(moment)
            if effect:
                value = effect(state, name, held, value, **about)
    return value


def happened(state: State, moment: str, name: str, **about: Any) -> Flow[State]:
    """What the cards of this robot do at this moment, one after another."""
    for held in state.robot(name).held:
        effect = state.rules.effects.get(held.name, {}).get(moment)
        if effect and held in state.robot(name).held:
            state = yield from effect(state, name, held, **about)
    return state


def left_of(
    state: State, moment: str, name: str, points: int, **about: Any
) -> Flow[tuple[State, int]]:
    """What is left of some damage after the cards of this robot, one after another."""
    for held in state.robot(name).held:
        effect = state.rules.effects.get(held.name, {}).get(moment)
        if effect and points > 0 and held in state.robot(name).held:
            state, points = yield from effect(state, name, held, points, **about)
    return state, points
