"""The offers of Lovelace & Babbage to a player, as passed to the exact search for programs."""

from __future__ import annotations

from typing import TypeAlias

from teachkit.games.lovelace.components import digits_swapped
from teachkit.games.lovelace.resolution import may_tick
from teachkit.games.lovelace.state import State

Offer: TypeAlias = tuple[frozenset[str], tuple[str, ...], int]
"""The numbers that reach it, the areas to be had, and how many of them."""


def offers(state: State, name: str) -> list[Offer]:
    """Return the offer of each patron and target to a player. [LB-38 … LB-41]"""
    player = state.player(name)
    found: list[Offer] = []
    for patron in state.patrons:
        reached = {str(patron.number)}
        if player.plan.mirrors:
            reached.add(str(digits_swapped(patron.number)))
        if not patron.areas:
            areas: tuple[str, ...] = () if patron.gave(name) else ("",)
        else:
            areas = tuple(area for area in patron.areas_left if may_tick(state, player, area))
        if patron.gave(name) and not state.rules.same_player_twice:
            areas = ()
        if areas:
            times = len(areas) if state.rules.same_player_twice else 1
            found.append((frozenset(reached), areas, times))
    return found


def aims(state: State, name: str) -> list[Offer]:
    """Return the player's own targets of this round, each to be earned once. [LB-36]"""
    targets = state.player(name).plan.targets
    return [(frozenset({str(number)}), ("",), 1) for number in targets if number is not None]
