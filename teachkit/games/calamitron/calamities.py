"""Calamity cards: drawn at the end of every round, and whenever a retro or a crate is lost.

What a card is lies in `calamities.toml`; a card of the kind `measure` is in force for some rounds,
see `effects`. Every other kind is a small rule of `calamity_kinds`.
"""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.decks import draw
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron.calamity_kinds import KINDS
from teachkit.games.calamitron.cards import CardFile, calamities
from teachkit.games.calamitron.pieces import InForce
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table_events import CalamityDrawn

HIDDEN = "?"


def draw_calamity(state: State, player: str) -> Flow[State]:
    """Draw a card and follow it; an empty pile is made anew from the discards. [CT-39, CT-45]"""
    assert state.table
    drawn, deck = yield from draw(state.table.calamities, 1)
    state = state.with_table(replace(state.table, calamities=deck))
    for name in drawn:
        if name == HIDDEN:  # in a view nobody knows what comes
            continue
        state = yield from follow(state, name, player)
    return state


def follow(state: State, name: str, player: str) -> Flow[State]:
    """Do what a card says. A catastrophe stays, all others are laid away. [CT-40]"""
    assert state.table
    card, table = calamities()[name], state.table
    if card.kind == "catastrophe":
        table = replace(table, catastrophes=(*table.catastrophes, name))
    else:
        table = replace(table, calamities=table.calamities.with_discarded((name,)))
    if card.kind == "measure":
        table = replace(table, in_force=(*table.in_force, in_force(name, card)))
    state = state.with_table(table)
    yield Frame(CalamityDrawn(name, player), state)
    if card.kind == "measure":
        return state
    return (yield from KINDS[card.kind](state, card, player))


def in_force(name: str, card: CardFile, whom: str = "") -> InForce:
    """What a card changes as long as it is in force."""
    rounds = card.rounds + 1 if card.rounds else 0  # the round in which it is drawn ends first
    return InForce(name, card.measure, card.amount, whom or card.whom, rounds)


def round_over(state: State) -> State:
    """The state with what was in force for one round less."""
    assert state.table
    left = (replace(each, rounds=each.rounds - 1) for each in state.table.in_force if each.rounds)
    kept = (each for each in state.table.in_force if not each.rounds)
    in_force = (*kept, *(each for each in left if each.rounds))
    return state.with_table(replace(state.table, in_force=in_force))
