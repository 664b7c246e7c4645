"""A strategy that looks ahead: the most promising answers are played on in its mind."""

from __future__ import annotations

from typing import Any

from teachkit.core.game.foresight import Planning
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.flow import Decision
from teachkit.core.run.proceeding import followed
from teachkit.play.strategies.at_once import at_once, tries
from teachkit.play.strategies.strategy import Strategy


def futures(foresight: Planning, seed: Seed = 0, width: int = 4, sampled: int = 3) -> Strategy:
    """Play the `width` best answers on in `sampled` futures; the best on average is taken.

    This is a Monte Carlo search. A future begins with a guess of what is hidden. From there all
    go on greedily until after the player's next turn, and chance answers by the seed. Every
    answer begins the same futures, so that none is merely luckier.
    """
    greedy = at_once(foresight)

    def answer(view: Any, decision: Decision) -> Any:
        tried = tries(foresight, view, decision, width, greedy)
        tried.sort(key=lambda each: -each.worth)
        choices = [each.choice for each in tried[:width]]
        if len(choices) == 1:
            return choices[0]
        seeds = [f"{seed} {number}" for number in range(sampled)]
        worth = [sum(_worth(view, decision, each, future) for future in seeds) for each in choices]
        return choices[worth.index(max(worth))]

    def _worth(view: Any, decision: Decision, choice: Any, future: Seed) -> float:
        """What the state is worth to which an answer leads, in one future."""
        player, chance = str(decision.player), Chance(future)

        def expected(state: Any, asked: Decision) -> Any:
            return greedy(state, asked) if asked.player else chance.answer(asked).choice

        start = followed(foresight.guessed(view, player), view, expected)
        state = followed(foresight.later(start, decision, choice), start, expected)
        return foresight.worth(followed(foresight.onward(state, player), state, expected), player)

    return answer
