"""Chance: random answers to decisions. No other module uses a random number generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from teachkit.core.run.decisions import Answer, Decision
from teachkit.errors import AnswerError
from teachkit.words import say, shown

Seed = int | str


class Chance:
    """A source of random answers that depend only on the seed, not on the machine.

    The constructor raises `AnswerError` if the seed is neither an integer nor a string.

    >>> from teachkit.core.run.decisions import Shuffle
    >>> Chance(7).answer(Shuffle(items=("a", "b", "c"))) == Chance(7).answer(
    ...     Shuffle(items=("a", "b", "c")))
    True
    """

    def __init__(self, seed: Seed) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise AnswerError(say("A seed must be a number or text, not {seed}.", seed=shown(seed)))
        bits = seed.encode(errors="surrogatepass") if isinstance(seed, str) else seed
        self.pick: Callable[[Sequence[Any]], Any] = random.Random(bits).choice
        """Return one of some options at random, each with equal probability."""

    def answer(self, decision: Decision) -> Answer:
        """Return a random valid answer to `decision`."""
        return Answer(decision.player, decision.compose(self.pick))


class Lent:
    """A context manager that seeds Python's `random` for the block, and restores it afterwards.

    Each time the context is entered again, its random numbers continue where they stopped.

    >>> def drawn():
    ...     with lent: return random.random()
    >>> lent = Lent("7"); first = drawn(), drawn()
    >>> lent = Lent("7"); first == (drawn(), drawn())
    True
    """

    def __init__(self, seed: Seed) -> None:
        self._inside = random.Random(seed).getstate()

    def __enter__(self) -> None:
        self._outside = random.getstate()
        random.setstate(self._inside)

    def __exit__(self, *error: object) -> None:
        self._inside = random.getstate()
        random.setstate(self._outside)
