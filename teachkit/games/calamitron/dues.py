"""Upgrade cards: at most two for each retro, lost with it, and given up against a catastrophe."""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.run.flow import Flow, Frame, PickOne, ask_one
from teachkit.games.calamitron.bots import Bot, retro_types
from teachkit.games.calamitron.calamities import draw_calamity, in_force
from teachkit.games.calamitron.events import Replaced
from teachkit.games.calamitron.state import State, is_over
from teachkit.games.calamitron.table import Due, upgrades
from teachkit.games.calamitron.table_events import SurplusLeft, UpgradeGivenUp, UpgradeTaken
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


def settle(state: State) -> Flow[State]:
    """Do everything that is due, unless the game is over."""
    while state.table and state.table.due and not is_over(state):
        first, *rest = state.table.due
        state = state.with_table(replace(state.table, due=tuple(rest)))
        match first.what:
            case "calamity":
                state = yield from draw_calamity(state, first.player)
            case "upgrade":
                state = yield from take_upgrade(state, first.player)
            case "retro":
                state = yield from new_retro(state, first)
    return state


def new_retro(state: State, due: Due) -> Flow[State]:
    """A retro of another type waits at the nearest free exit; the player breaks ties. [CT-35]"""
    lost = state.bot(due.player)
    kinds = tuple(kind for kind in retro_types() if kind != lost.type)
    kind = yield from ask_one(PickOne(due.player, say("Which retro comes next?"), kinds))
    exits = nearest_exits(state, due.square or lost.square)
    square = exits[0]
    if len(exits) > 1:
        question = say("At which exit does it wait?")
        square = yield from ask_one(PickOne(due.player, question, exits))
    if rogue := state.bot_on(square):
        state = state.without_bot(rogue.name)
        yield Frame(SurplusLeft(rogue.name, square), state)
    bot = Bot(lost.name, kind, square, state.board.way_in(square), left=lost.left)
    state = state.with_bot(bot)
    yield Frame(Replaced(bot.name, kind, square), state)
    return state


def nearest_exits(state: State, pit: Square) -> tuple[Square, ...]:
    """The free exits nearest to a pit, in steps between squares; where none is free, those of
    surplus rogues, which make room. [CT-35]
    """
    exits = state.board.exits
    held = {bot.square for bot in state.retros if not bot.out}
    free = [square for square in exits if not state.is_taken(square)]
    free = free or [square for square in exits if square not in held]
    steps = {
        each: abs(each.column - pit.column) + abs(each.row - pit.row) for each in free
    }  # fmt: skip
    return tuple(square for square in free if steps[square] == min(steps.values()))
