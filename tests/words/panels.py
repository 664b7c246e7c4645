"""Sentences about players beside the board, and titles of the topics of rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from teachkit.core.game.game import Game
from teachkit.games import NAMES, game
from teachkit.games.roborally.pieces import Held
from teachkit.games.roborally.variant.state import with_standing
from teachkit.games.rulebook import topics
from teachkit.play.match import Match
from teachkit.play.strategies import house
from teachkit.words import translate


def told() -> Iterator[str]:
    """Yield what is told about players in a match of each edition, as they and others see it."""
    for rules in map(game, NAMES):
        for edition in rules.opening.editions:
            yield from (translate(topic.title) for topic in topics(rules.name, edition))
            setup = rules.opening.match(2, edition)
            plays = {piece: house(rules, "greedy", 6) for piece in setup.players}
            match = Match(rules, setup, 4, plays, frame_limit=600)
            yield from (label for piece in setup.players for label in _sources(match, piece))
            for state in (*(frame.state for frame in match.frames[::9]), *_rare(match.state)):
                yield from _told(rules, state, setup.players)


def _sources(match: Match, piece: str) -> Iterator[str]:
    yield from match.game.sources(match.frames, piece)


def _told(rules: Game, state: Any, players: Sequence[str]) -> Iterator[str]:
    view = rules.seen_by(state, players[0])
    for piece in (*players, ""):
        yield rules.aim(view, piece)
        yield from rules.counters(view, piece)
        for held in rules.holdings(view, piece):
            yield from (held.label, held.says)


def _rare(state: Any) -> Iterator[Any]:
    """Yield states that few matches reach: one rogue, no goal flag, and a card with charges."""
    if hasattr(state, "rogues"):
        for rogue in state.rogues:
            state = state.without_bot(rogue.name)
            yield state
    if getattr(state.table, "extra", None):
        yield with_standing(state, flag=0)
    if hasattr(state, "robots"):
        name = state.robots[0].name
        yield state.with_facts(name, held=(Held("Ablative Coat", 2),))
