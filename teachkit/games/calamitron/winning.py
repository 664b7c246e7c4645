"""When the game is over, and how it ended."""

from __future__ import annotations

from teachkit.core.game.game import Outcome
from teachkit.games.calamitron.state import State
from teachkit.words import say, say_many


def outcome(state: State) -> Outcome | None:
    """Won by all, lost by all, or `None` while the game goes on. An exercise has no winner.

    The third catastrophe loses at once [CT-40]; all rogues disabled wins [CT-44]. A scenario may
    have a limit of rounds.
    """
    table = state.table
    if table is None or not table.round:
        return None
    if len(table.catastrophes) >= state.rules.catastrophes:
        return Outcome((), say("The catastrophes are too many; the rogues have won."))
    if 0 < state.rules.rounds < table.round:
        return Outcome((), say_many("After {number} round the rogues have won.",
                                    "After {number} rounds the rogues have won.",
                                    state.rules.rounds))  # fmt: skip
    if all(bot.kind.extra and not state.rules.boss_required for bot in state.rogues):
        return Outcome(table.players, say("All rogues are disabled; the retros have won."))
    return None


def points(state: State) -> dict[str, int]:
    """How many rogues are disabled: all have the same, for all win or lose together."""
    names = state.table.players if state.table else tuple(bot.name for bot in state.retros)
    return dict.fromkeys(names, len(state.trophies))


def is_over(state: State) -> bool:
    return state.table is not None and outcome(state) is not None
