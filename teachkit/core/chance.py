"""The only room with a random generator: chance answers decisions from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from teachkit.core.flow import Answer, Decision
from teachkit.errors import AnswerError
from teachkit.words import say, shown

Seed = int | str


class Chance:
    """Answers the decisions of chance, the same for the same seed on every machine.

    Raises `AnswerError` for what is no seed; nothing would come again.

    >>> from teachkit.core.flow import Shuffle
    >>> Chance(7).answer(Shuffle(items=("a", "b", "c"))) == Chance(7).answer(
    ...     Shuffle(items=("a", "b", "c")))
    True
    """

    def __init__(self, seed: Seed) -> None:
        if not isinstance(seed, int | str):
            raise AnswerError(say("A seed is a number or a text, not {seed}.", seed=shown(seed)))
        self._random = random.Random(seed)

    def pick(self, options: Sequence[Any]) -> Any:
        """One of the options, each as likely as the others."""
        return self._random.choice(options)

    def answer(self, decision: Decision) -> Answer:
        """Some possible answer to this decision."""
        return Answer(decision.player, decision.compose(self.pick))
