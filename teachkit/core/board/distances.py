"""Distances on a board, searched breadth-first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


def distances(starts: Iterable[P], beside: Callable[[P], Iterable[P]]) -> dict[P, int]:
    """Return the number of steps from the nearest of `starts` to each place that can be reached.

    `beside` gives the places that are one step away. To measure the way *to* places, start there
    and let it give those from which one step leads here.

    >>> distances([0], lambda number: [number + 2, number + 3] if number < 5 else [])
    {0: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}
    """
    layer = list(starts)
    away = dict.fromkeys(layer, 0)
    while layer:
        further = {
            there: away[here] + 1 for here in layer for there in beside(here) if there not in away
        }
        away |= further
        layer = list(further)
    return away


def predecessors(places: Iterable[P], ahead: Callable[[P], Iterable[P]]) -> dict[P, list[P]]:
    """Return for each place those of `places` from which one step leads there.

    `ahead` gives the ends of the steps from a place.

    >>> predecessors([1, 2, 3], lambda number: [2, number])
    {2: [1, 2, 2, 3], 1: [1], 3: [3]}
    """
    found: dict[P, list[P]] = {}
    for place in places:
        for end in ahead(place):
            found.setdefault(end, []).append(place)
    return found
