"""A strategy that looks ahead: the most promising answers are played on in its mind."""

from __future__ import annotations

from typing import Any

from teachkit.core.chance import Chance, Seed
from teachkit.core.flow import Decision
from teachkit.core.foresight import Foresight
from teachkit.core.proceeding import followed
from teachkit.play.strategies.at_once import at_once, tries
from teachkit.play.strategies.strategy import Strategy


def futures(foresight: Foresight, seed: Seed = 0, width: int = 3, sampled: int = 4) -> Strategy:
    """Play the `width` best answers on in `sampled` futures; the best on average is taken.

    This is a Monte Carlo search. A future begins with a guess of what is hidden. From there all
    play greedily until it has been the player's turn once more, and chance answers by the seed.
    Every answer is played on in the same futures, so that none is merely luckier.
    """
    greedy = at_once(foresight)

    def answer(view: Any, decision: Decision) -> Any:
        tried = sorted(tries(foresight, view, decision, greedy), key=lambda each: -each.worth)
        if len(tried) == 1:
            return tried[0].choice
        worth = dict.fromkeys(range(len(tried[:width])), 0.0)
        for number in range(sampled):
            for place in worth:
                worth[place] += _worth(view, decision, tried[place].choice, f"{seed} {number}")
        return tried[max(worth, key=worth.__getitem__)].choice

    def _worth(view: Any, decision: Decision, choice: Any, future: Seed) -> float:
        """What the state is worth in which an answer ends, in one future."""
        player, chance = str(decision.player), Chance(future)

        def expected(state: Any, asked: Decision) -> Any:
            return greedy(state, asked) if asked.player else chance.answer(asked).choice

        start = followed(foresight.guessed(view, player), view, expected)
        state = followed(foresight.later(start, decision, choice), start, expected)
        return foresight.worth(followed(foresight.onward(state, player), state, expected), player)

    return answer
