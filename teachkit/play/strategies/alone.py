"""Strategies of a player alone: random, greedy, and looking ahead into guessed futures.

They know no game: the worth of a state and the effect of an answer come from its `Planning`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.foresight import Planning
from teachkit.core.run.chance import Chance, Seed
from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import first, followed

Strategy: TypeAlias = Callable[[Any, Decision], Any]


def at_random(seed: Seed) -> Strategy:
    """Some possible answer to everything, the same answers for the same seed.

    >>> from teachkit.core.run.decisions import PickOne
    >>> at_random(1)(None, PickOne("red", "Which?", ("a", "b"))) in ("a", "b")
    True
    """
    chance = Chance(seed)
    return lambda view, decision: decision.compose(chance.pick)


GREEDY = 1  # the width
REMEMBERED = 64  # what was answered in mind is often asked next


class Tried(NamedTuple):
    """An answer that was tried in mind, and what the state was worth after it."""

    choice: Any
    worth: float


def at_once(foresight: Planning) -> Strategy:
    """Try a few candidates in mind, and take the one after which the state is worth most.

    Only the most promising beginnings become candidates: that is quick, and never takes one step
    back to take two ahead. What is asked of others on the way is answered by the first thing, and
    so is chance. Of equally good candidates it is the first.

    >>> from teachkit.core.run.decisions import WriteProgram
    >>> from teachkit.core.language.program import Program
    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". * .", rovers={"red": "a1 east", "green": "c1 west"},
    ...     samples={"b1": "blue"}, hands={"red": ["left", "forward"], "green": ["jump"]}).state()
    >>> asked = WriteProgram("red", "Lay one.", start.table.hand("red"), lambda _: [], most=1)
    >>> at_once(algoracing.GAME.foresight.planning)(start, asked)
    Program.read('forward')
    """

    @lru_cache(maxsize=REMEMBERED)
    def answer(view: object, decision: Decision) -> Any:
        tried = tries(foresight, view, decision, GREEDY, answer)
        return max(tried, key=lambda each: each.worth).choice

    return answer


def tries(
    foresight: Planning, view: object, decision: Decision, width: int, answer: Strategy
) -> list[Tried]:
    """Candidates of this width, tried; what the player is asked on the way is `answer`ed, too."""
    player = str(decision.player)

    def expected(state: object, asked: Decision) -> Any:
        return answer(state, asked) if asked.player == player else first(asked)

    def worth(choice: object) -> float:
        end = followed(foresight.later(view, decision, choice), view, expected)
        return foresight.worth(end, player)

    return [Tried(choice, worth(choice)) for choice in foresight.candidates(view, decision, width)]


def futures(foresight: Planning, seed: Seed = 0, width: int = 4, sampled: int = 3) -> Strategy:
    """Play the `width` best answers on in `sampled` futures; the best on average is taken.

    This is a Monte Carlo search. A future begins with a guess of what is hidden. From there all
    go on greedily until after the player's next turn, and chance answers by the seed. Every
    answer begins the same futures, so that none is merely luckier.
    """
    greedy = at_once(foresight)

    def answer(view: object, decision: Decision) -> Any:
        tried = tries(foresight, view, decision, width, greedy)
        tried.sort(key=lambda each: -each.worth)
        choices = [each.choice for each in tried[:width]]
        if len(choices) == 1:
            return choices[0]
        seeds = [f"{seed} {number}" for number in range(sampled)]
        worth = [sum(_worth(view, decision, each, future) for future in seeds) for each in choices]
        return choices[worth.index(max(worth))]

    def _worth(view: object, decision: Decision, choice: object, future: Seed) -> float:
        """What the state is worth to which an answer leads, in one future."""
        player, chance = str(decision.player), Chance(future)

        def expected(state: object, asked: Decision) -> Any:
            return greedy(state, asked) if asked.player else chance.answer(asked).choice

        start = followed(foresight.guessed(view, player), view, expected)
        state = followed(foresight.later(start, decision, choice), start, expected)
        return foresight.worth(followed(foresight.onward(state, player), state, expected), player)

    return answer
