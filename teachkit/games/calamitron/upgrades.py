"""Upgrade cards: at most two for each retro, lost with it."""

from __future__ import annotations

from teachkit.core.flow import Flow
from teachkit.games.calamitron.state import State


def take_upgrade(state: State, player: str) -> Flow[State]:
    """The player may choose an upgrade card. [CT-42]"""
    yield from ()
    return state
