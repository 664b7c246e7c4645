"""A strategy that does anything that can be done."""

from __future__ import annotations

from teachkit.core.run.chance import Chance, Seed
from teachkit.play.strategies.strategy import Strategy


def at_random(seed: Seed) -> Strategy:
    """Some possible answer to everything, the same answers for the same seed.

    >>> from teachkit.core.run.flow import PickOne
    >>> at_random(1)(None, PickOne("red", "Which?", ("a", "b"))) in ("a", "b")
    True
    """
    chance = Chance(seed)
    return lambda view, decision: decision.compose(chance.pick)
