"""A greedy strategy: of all that may be done, what is worth most right away."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from teachkit.core.game.foresight import Planning
from teachkit.core.run.flow import Decision
from teachkit.core.run.proceeding import first, followed
from teachkit.play.strategies.strategy import Strategy

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

    >>> from teachkit.core.run.flow import WriteProgram
    >>> from teachkit.core.language.program import Program
    >>> from teachkit.games import algoracing
    >>> start = algoracing.Setup(floor=". * .", rovers={"red": "a1 east", "green": "c1 west"},
    ...     samples={"b1": "blue"}, hands={"red": ["left", "forward"], "green": ["jump"]}).state()
    >>> asked = WriteProgram("red", "Lay one.", start.table.hand("red"), lambda _: [], most=1)
    >>> at_once(algoracing.GAME.foresight.planning)(start, asked)
    Program.read('forward')
    """

    @lru_cache(maxsize=REMEMBERED)
    def answer(view: Any, decision: Decision) -> Any:
        tried = tries(foresight, view, decision, GREEDY, answer)
        return max(tried, key=lambda each: each.worth).choice

    return answer


def tries(
    foresight: Planning, view: Any, decision: Decision, width: int, answer: Strategy
) -> list[Tried]:
    """Candidates of this width, tried; what the player is asked on the way is `answer`ed, too."""
    player = str(decision.player)

    def expected(state: Any, asked: Decision) -> Any:
        return answer(state, asked) if asked.player == player else first(asked)

    def worth(choice: Any) -> float:
        end = followed(foresight.later(view, decision, choice), view, expected)
        return foresight.worth(end, player)

    return [Tried(choice, worth(choice)) for choice in foresight.candidates(view, decision, width)]
