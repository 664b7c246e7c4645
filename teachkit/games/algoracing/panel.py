"""Facts about a player that are shown beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from teachkit.core.run.flow import Frame
from teachkit.games.algoracing.state import FIRST_OF_TYPE, FURTHER_OF_TYPE, State
from teachkit.words import say


def aim(view: State, player: str) -> str:
    """Return a sentence about a player's next errand, and the points that win. [AR-33]"""
    target = view.rules.target
    if any(rover.carries for rover in view.rovers if rover.name == player):
        return say("Deliver your samples at a lab: {target} points win.", target=target)
    return say("Pick up samples and take them to a lab: {target} points win.", target=target)


def counters(view: State, player: str) -> dict[str, int]:
    """Return the numbers of samples that a player's rover carries and has delivered."""
    for rover in view.rovers:
        if rover.name == player:
            return {say("carried"): len(rover.carries), say("delivered"): len(rover.delivered)}
    return {}


def sources(frames: Sequence[Frame], player: str) -> dict[str, int]:
    """Return a player's points for the first sample of each type, and for further ones. [AR-32]"""
    rover = frames[-1].state.rover(player)
    types = len(set(rover.delivered))
    return {
        say("First sample of each type"): types * FIRST_OF_TYPE,
        say("Further samples"): (len(rover.delivered) - types) * FURTHER_OF_TYPE,
    }
