"""What a player may see of a state."""

from __future__ import annotations

from dataclasses import replace

from teachkit.games.lovelace.state import State


def seen_by(state: State, name: str) -> State:
    """The state as this player may see it: no piles, and no target that lies face down. [LB-21]"""
    if state.rules.target_hidden:
        for other in state.others(name):
            targets = (None,) * len(state.player(other).plan.targets)
            state = state.with_plan(other, targets=targets)
    if state.table is None:
        return state
    table = state.table
    piles = tuple((row, (None,) * len(pile)) for row, pile in table.piles)
    deck = table.deck.with_draw_pile((None,) * len(table.deck.draw_pile))
    return replace(state, table=replace(table, piles=piles, deck=deck))
