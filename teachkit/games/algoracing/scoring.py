"""Points, the end of a match, and its winners."""

from __future__ import annotations

from teachkit.core.game.game import Outcome
from teachkit.games.algoracing.state import State
from teachkit.words import say, say_many, translate


def is_won(state: State) -> bool:
    """Return whether a match is over at once because a rover has enough points. [AR-33]"""
    if not state.is_match:
        return False
    target = state.rules.target
    return any(rover.points >= target for rover in state.rovers)


def outcome(state: State) -> Outcome | None:
    """Return the winners and the reason, or `None` while the game goes on.

    An exercise has no winner. Enough points win at once [AR-33]; with no samples left, most points
    win, and equal points share the win [AR-34].
    """
    if not state.is_match or not (is_won(state) or no_samples_left(state)):
        return None
    most = max((rover.points for rover in state.rovers), default=0)
    best = tuple(rover.name for rover in state.rovers if rover.points == most)
    names = say(" and ").join(translate(name) for name in best)
    if is_won(state):
        winner = names.capitalize()
        return Outcome(best, say("{winner} wins with {points} points.", winner=winner, points=most))
    says = say_many(
        "All samples are delivered; {names} won with {number} point.",
        "All samples are delivered; {names} won with {number} points.",
        most,
        names=names,
    )
    return Outcome(best, says)


def points(state: State) -> dict[str, int]:
    """Return everybody's points in seat order; a player without a rover has 0. [AR-32]"""
    rovers = {rover.name: rover.points for rover in state.rovers}
    return dict.fromkeys(state.table.players, 0) | rovers


def no_samples_left(state: State) -> bool:
    """Return whether all samples were delivered; before they are laid out, none was. [AR-34]"""
    left = state.samples or any(rover.carries for rover in state.rovers)
    return not left and any(rover.delivered for rover in state.rovers)
