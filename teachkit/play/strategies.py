"""Strategies: any function of a view and a decision that gives an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from teachkit.core.chance import Chance, Seed
from teachkit.core.flow import Decision

Strategy: TypeAlias = Callable[[Any, Decision], Any]


def at_random(seed: Seed) -> Strategy:
    """Some possible answer to everything, the same answers for the same seed.

    >>> from teachkit.core.flow import PickOne
    >>> at_random(1)(None, PickOne("red", "Which?", ("a", "b"))) in ("a", "b")
    True
    """
    chance = Chance(seed)
    return lambda view, decision: decision.compose(chance.pick)
