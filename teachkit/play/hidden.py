"""How much a player is not shown: what a view blanks, counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from teachkit.core.game.game import Game
from teachkit.core.run.flow import Frame


def hidden(state: Any, view: Any) -> int:
    """How many things of a state are different in the view of it.

    >>> hidden(("left", "jump", 3), ("?", "?", 3))
    2
    """
    if state is view:
        return 0
    if type(state) is not type(view):
        return 1
    if isinstance(state, tuple) and len(state) == len(view):
        return sum(map(hidden, state, view))
    if is_dataclass(state):
        names = [field.name for field in fields(state) if field.compare]
        return sum(hidden(getattr(state, name), getattr(view, name)) for name in names)
    return int(state != view)


def turns_up(game: Game, before: Any, frames: Sequence[Frame], player: str) -> bool:
    """Whether anything that was hidden from a player is seen after one of these frames.

    A card that somebody lays was hidden in a hand, one that is drawn was hidden in the pile.
    """
    least = hidden(before, game.seen_by(before, player))
    for frame in frames:
        now = hidden(frame.state, game.seen_by(frame.state, player))
        if now < least:
            return True
        least = now
    return False
