"""The strategies of the house: every game at three strengths."""

from __future__ import annotations

from teachkit.core.game.game import Game
from teachkit.core.run.chance import Seed
from teachkit.errors import UnknownNameError
from teachkit.play.strategies.alone import Strategy, at_once, at_random, futures
from teachkit.play.strategies.teams import greedy, look_ahead
from teachkit.words import say, shown

STRENGTHS = ("random", "greedy", "look-ahead")


def house(game: Game, strength: str, seed: Seed = 0) -> Strategy:
    """A strategy of the house, the stronger ones as far as the game helps those who plan.

    Raises `UnknownNameError` for a strength that there is not.

    >>> from teachkit.games import algoracing
    >>> house(algoracing.GAME, "strong")
    Traceback (most recent call last):
    teachkit.errors.UnknownNameError: The house plays random, greedy, look-ahead, not 'strong'.
    """
    if strength not in STRENGTHS:
        raise UnknownNameError(
            say(
                "The house plays {names}, not {name}.",
                names=", ".join(STRENGTHS),
                name=shown(strength),
            )
        )
    if strength != "random" and (teamwork := game.foresight.teamwork):
        return (greedy if strength == "greedy" else look_ahead)(game, teamwork)
    if strength != "random" and (planning := game.foresight.planning):
        return at_once(planning) if strength == "greedy" else futures(planning, seed)
    return at_random(seed)
