"""Facts about a player, and about the team, that are shown beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.core.game.game import Holding
from teachkit.core.run.flow import Frame
from teachkit.games.calamitron.bots import type_called, type_of, types
from teachkit.games.calamitron.state import State, calamities_in_force
from teachkit.games.calamitron.table import calamities, upgrades
from teachkit.words import say, say_many


def aim(view: State, player: str) -> str:
    """Return a sentence about how the players win together. [CT-40, CT-44]"""
    most = view.rules.catastrophes
    left = sum(view.rules.boss_required or not bot.kind.extra for bot in view.rogues)
    if not left:  # the rogues have not been placed yet
        return say("Push all rogues into pits before there are {most} catastrophes.", most=most)
    return say_many(
        "Push {number} more rogue into a pit before there are {most} catastrophes.",
        "Push {number} more rogues into pits before there are {most} catastrophes.",
        left,
        most=most,
    )


def counters(view: State, player: str) -> dict[str, int]:
    """Return the rogues that a player keeps, or the catastrophes of the team for ""."""
    if not player:
        return {say("catastrophes"): len(view.table.catastrophes)}
    return {say("rogues kept"): sum(owner == player for _, owner in view.trophies)}


def holdings(view: State, player: str) -> Iterator[Holding]:
    """Yield a retro's type, the rogue card and the upgrades, or the calamities for ""."""
    if not player:
        for name in calamities_in_force(view.table):
            yield Holding("calamity", calamities()[name].label, calamities()[name].help)
        return
    if bot := view.find(player):
        yield Holding(bot.type, bot.kind.label, bot.kind.help)
    for owner, kind in view.table.cards:
        if owner == player:
            label = say("Moves {type}s", type=type_called(kind))
            yield Holding(kind, label, types()[kind].help)
    for name in view.table.upgrades_of(player):
        yield Holding("upgrade", upgrades()[name].label, upgrades()[name].help)


def sources(frames: Sequence[Frame], player: str) -> dict[str, int]:
    """Count the rogues of each type that a player's retro has moved into pits. [CT-34]"""
    kept = frames[-1].state.trophies
    kinds = sorted({type_of(rogue) for rogue, _ in kept})
    return {
        type_called(kind): sum((type_of(rogue), owner) == (kind, player) for rogue, owner in kept)
        for kind in kinds
    }
