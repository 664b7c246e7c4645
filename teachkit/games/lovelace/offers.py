"""What a search is handed: the machine alone, and what may be earned from here."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from teachkit.games.lovelace.announcing import may_tick
from teachkit.games.lovelace.components import digits_swapped
from teachkit.games.lovelace.pieces import EMPTY_SHEET
from teachkit.games.lovelace.state import State

Offer: TypeAlias = tuple[frozenset[str], tuple[str, ...], int]
"""Numbers in the register that reach it, the areas to be had, and how many of them."""


def machine(state: State, name: str) -> State:
    """One player's register and engine, without anything that could be earned.

    >>> from teachkit.games.lovelace.setup import Setup
    >>> machine(Setup(edition="machine", targets=[18]).state(), "ada").patrons
    ()
    """
    player = state.player(name)
    plan = replace(player.plan, targets=())
    alone = replace(player, plan=plan, sheet=EMPTY_SHEET, mistake="")
    return replace(state, players=(alone,), patrons=(), table=None)


def offers(state: State, name: str) -> list[Offer]:
    """What each patron and target on the table has for this player. [LB-38 … LB-41]"""
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
    """The player's own targets of this round, as something to be earned once. [LB-36]"""
    targets = state.player(name).plan.targets
    return [(frozenset({str(number)}), ("",), 1) for number in targets if number is not None]
