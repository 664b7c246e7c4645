"""How turns of a piece that looks somewhere are misread, whichever game it is in.

A piece is asked where it stands and looks by `whereabouts`, and put elsewhere by `placed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from teachkit.core.board.squares import Facing
from teachkit.core.game.game import Game
from teachkit.core.game.misreadings import CardRule, with_states
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import Trace

_OTHER = {"left": "right", "right": "left"}
_COMPASS = {"left": Facing.WEST, "right": Facing.EAST}


def heading(game: Game, state: Any, player: str) -> Facing:
    """The way this piece looks."""
    return Facing(game.whereabouts(state, player).split()[-1])


def mirrored(when: Callable[[Facing], bool]) -> CardRule:
    """Left is taken for right, and right for left, where the piece looks in such a direction."""

    def rule(game: Game, state: Any, player: str, card: Instruction) -> Flow[Any]:
        if card.name in _OTHER and when(heading(game, state, player)):
            card = Instruction(_OTHER[card.name], card.arguments)
        return game.perform(state, player, card)

    return rule


def by_compass(game: Game, state: Any, player: str, card: Instruction) -> Flow[Any]:
    """Left is taken for west, and right for east, wherever the piece looked before."""
    if card.name not in _COMPASS:
        return (yield from game.perform(state, player, card))
    for _ in Facing:  # a piece that cannot turn stays as it is
        if heading(game, state, player) is not _COMPASS[card.name]:
            state = yield from game.perform(state, player, card)
    return state


def turns_drive(forward: Instruction, turns: tuple[str, ...] = ("left", "right")) -> CardRule:
    """A turn is taken for a turn and a step forward."""

    def rule(game: Game, state: Any, player: str, card: Instruction) -> Flow[Any]:
        state = yield from game.perform(state, player, card)
        if card.name in turns:
            state = yield from game.perform(state, player, forward)
        return state

    return rule


def heading_forgotten(game: Game, seen: Trace) -> Trace | None:
    """A piece drives as it should, and looks the way it did at the start."""
    player = seen.actor or ""
    before = heading(game, seen.start, player)

    def as_before(state: Any) -> Any:
        square = game.whereabouts(state, player).split()[0]
        return game.placed(state, player, f"{square} {before.value}")

    return with_states(seen, as_before)
