"""The only room with a random generator: chance answers decisions from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from teachkit.core.flow import Answer, Decision

Seed = int | str


class Chance:
    """Answers the decisions of chance, the same for the same seed on every machine.

    >>> from teachkit.core.flow import Shuffle
    >>> Chance(7).answer(Shuffle(items=("a", "b", "c"))) == Chance(7).answer(
    ...     Shuffle(items=("a", "b", "c")))
    True
    """

    def __init__(self, seed: Seed) -> None:
        self._random = random.Random(seed)

    def pick(self, options: Sequence[Any]) -> Any:
        """One of the options, each as likely as the others."""
        return self._random.choice(options)

    def answer(self, decision: Decision) -> Answer:
        """Some possible answer to this decision."""
        return Answer(decision.player, decision.compose(self.pick))
