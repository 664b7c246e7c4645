"""How many steps it is to the goal of one start, whatever cards a program lays for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from teachkit.core.language.nodes import Instruction
from teachkit.errors import AnswerError
from teachkit.play.search.deck import TooLargeError, UnfitError
from teachkit.play.search.memory import Moment

MOST_MOMENTS = 5_000  # beyond that a learner would have to wait


class Distances:
    """From every moment that matters, the fewest steps to a goal.

    What matters is what lies on a way of at most so many steps from the start; without `most`, on
    a shortest way. Raises `TooLargeError` where there is more to look at than anyone waits for.

    >>> from teachkit.games import algoracing
    >>> from teachkit.play.search.memory import Memory
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> moment = Memory(algoracing.GAME, "red").moment(start)
    >>> def is_goal(end): return algoracing.GAME.whereabouts(end.state, "red") == "c1 east"
    >>> found = Distances(moment, [Instruction("forward"), Instruction("left")], is_goal)
    >>> found.fewest, found.left(moment[Instruction("forward")])
    (2, 1)
    >>> found.left(moment[Instruction("left")]) is None
    True
    """

    def __init__(
        self,
        start: Moment,
        cards: Sequence[Instruction],
        is_goal: Callable[[Moment], bool],
        most: int | None = None,
    ) -> None:
        goals: list[Moment] = []
        before: dict[Moment, list[Moment]] = {start: []}
        layer, steps = [start], 0
        while layer:
            goals += filter(is_goal, layer)
            if steps == most or (most is None and goals):
                break
            layer, steps = self._next(layer, cards, before), steps + 1
        self._left = self._back(goals, before)
        self.fewest = self._left.get(start)

    def left(self, moment: Moment) -> int | None:
        """The fewest steps from here; `None`: it does not matter how many."""
        return self._left.get(moment)

    def _next(
        self,
        layer: Sequence[Moment],
        cards: Sequence[Instruction],
        before: dict[Moment, list[Moment]],
    ) -> list[Moment]:
        """What is met for the first time one step later; all ways there are noted."""
        ahead: list[Moment] = []
        for moment in layer:
            for card in cards:
                after = _after(moment, card)
                if after is None:
                    continue
                if after not in before:
                    before[after] = []
                    ahead.append(after)
                before[after].append(moment)
        if len(before) > MOST_MOMENTS:
            raise TooLargeError
        return ahead

    def _back(
        self, goals: Sequence[Moment], before: dict[Moment, list[Moment]]
    ) -> dict[Moment, int]:
        left = dict.fromkeys(goals, 0)
        waiting = list(left)
        for moment in waiting:
            for nearer in before[moment]:
                if nearer not in left:
                    left[nearer] = left[moment] + 1
                    waiting.append(nearer)
        return left


def _after(moment: Moment, card: Instruction) -> Moment | None:
    """Where a card leads; nowhere if the rules would ask somebody."""
    try:
        return moment[card]
    except (AnswerError, UnfitError):
        return None
