"""Damage, and what is out of the game: stun, broken nanobots, crates, and falls into pits."""

from __future__ import annotations

from msgspec.structs import replace

from teachkit.core.board.squares import FACINGS, Square
from teachkit.core.run.flow import Flow, Frame
from teachkit.games.calamitron.bots import COLOURS, Bot, type_of
from teachkit.games.calamitron.events import (
    Broke,
    Fell,
    Filled,
    Opened,
    Reason,
    Rescued,
    Stunned,
    Unharmed,
)
from teachkit.games.calamitron.state import State
from teachkit.games.calamitron.table import Due


def hit(state: State, square: Square, player: str = "", besides: str = "") -> Flow[State]:
    """One damage to whatever stands on this square; `player` is who did it, `` a rogue."""
    if square in state.crates:
        return (yield from open_crate(state, square, player))
    bot = state.bot_on(square, besides)
    return (yield from damage(state, bot)) if bot else state


def damage(state: State, bot: Bot) -> Flow[State]:
    """One damage: a bot is stunned, a nanobot breaks. [CT-18, CT-26, CT-32, CT-33]"""
    if bot.kind.immune:
        return (yield from _nothing(state, bot, "immune"))
    if state.measured("ward", bot) > 0:
        assert state.table
        state = state.with_table(state.table.with_used_up("ward", bot))
        return (yield from _nothing(state, bot, "warded"))
    if bot.kind.frail:
        return (yield from lose_retro(state, bot, Broke(bot.name, bot.square)))
    if bot.stunned:
        return (yield from _nothing(state, bot, "down"))
    left = None if bot.left is None else 0
    state = state.with_bot(replace(bot, stunned=True, left=left, drives=""))
    yield Frame(Stunned(bot.name, bot.square), state)
    return state


def _nothing(state: State, bot: Bot, why: str) -> Flow[State]:
    yield Frame(Unharmed(bot.name, bot.square, Reason(why)), state)
    return state


def open_crate(state: State, square: Square, player: str) -> Flow[State]:
    """A damaged crate is removed; a calamity is drawn, and retros beside it gain. [CT-36]"""
    state = state.with_crate(square, None)
    yield Frame(Opened(square), state)
    if not state.table:
        return state
    beside = {square.ahead(facing) for facing in FACINGS}
    gain = [
        Due("upgrade", bot.name) for bot in state.retros if bot.square in beside and not bot.out
    ]
    calamity = Due("calamity", player or state.table.players[0])
    return state.with_table(state.table.with_due(*gain, calamity))


def fill_pit(state: State, square: Square, player: str) -> Flow[State]:
    """A crate in a pit is floor from now on; a calamity is drawn. [CT-36]"""
    state = state.with_crate(square, None)
    state = replace(state, filled=tuple(sorted((*state.filled, square))))
    yield Frame(Filled(square), state)
    if state.table:
        due = Due("calamity", player or state.table.players[0])
        state = state.with_table(state.table.with_due(due))
    return state


def fall(state: State, bot: Bot, player: str) -> Flow[State]:
    """A bot falls into the pit of its square; who pushed a rogue keeps it. [CT-34, CT-35]"""
    if not bot.kind.rogue:
        return (yield from lose_retro(state, bot, Fell(bot.name, bot.square)))
    keeper = "" if bot.name == "minion" else player
    state = state.without_bot(bot.name)
    state = replace(state, trophies=(*state.trophies, (bot.name, keeper)))
    state = _credited(state, bot.name, keeper)
    yield Frame(Fell(bot.name, bot.square, keeper), state)
    return state


def _credited(state: State, rogue: str, player: str) -> State:
    """An upgrade is due for the Bossbot, and for one of every type in play. [CT-38, CT-42]"""
    table = state.table
    if table is None or player not in table.players:
        return state
    if rogue == "boss":
        return state.with_table(table.with_due(Due("upgrade", player)))
    before = table.disabled_by(player)
    after = tuple(sorted({*before, type_of(rogue)}))
    table = table.with_disabled(player, after)
    wanted = set(table.rogue_cards)
    if wanted and wanted <= {*after} and not wanted <= {*before}:
        table = table.with_due(Due("upgrade", player))
    return state.with_table(table)


def lose_retro(state: State, bot: Bot, event: Fell | Broke) -> Flow[State]:
    """A retro is out: a calamity, its upgrades lost, a new one of another type. [CT-33, CT-35]"""
    left = None if bot.left is None else 0
    state = state.with_bot(replace(bot, out=True, stunned=False, left=left, drives=""))
    if state.table and bot.name in state.table.players:
        table = state.table.with_upgrades(bot.name, ()).with_disabled(bot.name, ())
        lost = state.table.upgrades_of(bot.name)
        kept = tuple(
            each for each in table.in_force if each.whom != bot.name or each.card not in lost
        )
        table = replace(table, in_force=kept, upgrade_pile=(*table.upgrade_pile, *lost))
        due = Due("calamity", bot.name), Due("retro", bot.name, bot.square)
        state = state.with_table(table.with_due(*due))
    yield Frame(event, state)
    return state


def rescue(state: State, bot: Bot, player: str) -> Flow[State]:
    """The Minionbot is outside: who drove or pushed it there takes an upgrade. [CT-37]"""
    state = state.without_bot(bot.name)
    state = replace(state, rescued=(*state.rescued, (bot.name, player)))
    if state.table and player in COLOURS:
        state = state.with_table(state.table.with_due(Due("upgrade", player)))
    yield Frame(Rescued(bot.name, bot.square, player), state)
    return state
