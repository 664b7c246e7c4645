"""Answers that can be taken back: until something hidden from their player was revealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import is_dataclass
from itertools import pairwise
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from teachkit.core.data import compared_fields
from teachkit.core.game.game import Game
from teachkit.core.run.flow import Frame
from teachkit.play.match import Match

Count: TypeAlias = Annotated[int, Meta(ge=0)]


class Mark(NamedTuple):
    """A point to which a match can be taken back: the moment before an answer for `piece`.

    `answers` is the number of earlier answers, and `seen` maps each piece to the number of frames
    that its player has seen.
    """

    piece: str
    answers: Count
    seen: dict[str, Count]

    def fits(self, match: Match) -> bool:
        """Return whether `match` goes on, and only this piece has answered since this mark.

        The answer `None`, which the table gives without a clock, does not count.
        """
        since = {player for player, choice in match.answers[self.answers :] if choice is not None}
        return since == {self.piece} and not match.is_over


def hidden(state: Any, view: Any) -> int:
    """Count the values in `state` that differ in `view`, a player's view of the same state.

    >>> hidden(("left", "jump", 3), ("?", "?", 3))
    2
    """
    if state is view:
        return 0
    if type(state) is not type(view):
        return 1
    if isinstance(state, tuple) and len(state) == len(view):
        return sum(map(hidden, state, view))
    if isinstance(state, Struct) or is_dataclass(state):
        names = compared_fields(type(state))
        return sum(hidden(getattr(state, name), getattr(view, name)) for name in names)
    return int(state != view)


def turns_up(game: Game, before: object, frames: Sequence[Frame], player: str) -> bool:
    """Return whether any of `frames` reveals something that was hidden from `player`.

    `before` is the state before the first frame. For instance, a card is revealed when another
    player plays it, or when it is drawn.
    """
    states = (before, *(frame.state for frame in frames))
    counts = (hidden(state, game.seen_by(state, player)) for state in states)
    return any(now < earlier for earlier, now in pairwise(counts))
