"""Calamity cards: drawn at the end of every round, and whenever a retro or a crate is lost."""

from __future__ import annotations

from teachkit.core.flow import Flow
from teachkit.games.calamitron.state import State


def draw_calamity(state: State, player: str) -> Flow[State]:
    """Draw a card and follow it. [CT-39]"""
    yield from ()
    return state
