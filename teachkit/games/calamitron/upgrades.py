"""Upgrade cards: at most two for each retro, lost with it, and given up against a catastrophe."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.run.flow import Flow, Frame, PickOne, ask_one
from teachkit.games.calamitron.calamities import in_force
from teachkit.games.calamitron.cards import upgrades
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table_events import UpgradeGivenUp, UpgradeTaken
from teachkit.words import say

NONE = "none"


def take_upgrade(state: State, player: str) -> Flow[State]:
    """The player may choose an upgrade card; with two already, no further one. [CT-42, CT-43]"""
    assert state.table
    table = state.table
    held = table.upgrades_of(player)
    if len(held) >= state.rules.upgrades_each or not table.upgrade_pile or state.bot(player).out:
        return state
    options = (*dict.fromkeys(table.upgrade_pile), NONE)
    name = yield from ask_one(PickOne(player, say("Which upgrade do you take?"), options))
    if name == NONE:
        return state
    pile = list(table.upgrade_pile)
    pile.remove(name)
    force = in_force(name, upgrades()[name], player)
    table = replace(table, upgrade_pile=tuple(pile), in_force=(*table.in_force, force))
    state = state.with_table(table.with_upgrades(player, (*held, name)))
    yield Frame(UpgradeTaken(player, name), state)
    return state


def trade_upgrades(state: State) -> Flow[State]:
    """Anybody may give up an upgrade to put a catastrophe under the deck. [CT-10]"""
    assert state.table
    for player in state.table.from_pry_bar():
        table = state.table
        assert table
        held = table.upgrades_of(player)
        if not (held and table.catastrophes):
            continue
        question = say("Which upgrade do you give up against a catastrophe?")
        name = yield from ask_one(PickOne(player, question, (*dict.fromkeys(held), NONE)))
        if name != NONE:
            state = yield from give_up(state, player, name)
    return state


def give_up(state: State, player: str, name: str) -> Flow[State]:
    """An upgrade goes back to the pile, and a catastrophe under the deck."""
    table = state.table
    assert table
    state = state.with_table(table.without_upgrade(player, name).with_catastrophe_buried())
    yield Frame(UpgradeGivenUp(player, name), state)
    return state
