"""Sentences of the palettes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from teachkit.core.game.palette import Mark
from teachkit.games import NAMES, game


def told() -> Iterator[str]:
    """Yield the labels of all things."""
    for name in NAMES:
        yield from (thing.says for thing in game(name).palette.things)


def refusals() -> Iterator[Callable[[], object]]:
    """Yield calls that paint the impossible."""
    palette = game("roborally").palette
    blank = palette.blank("base", 3, 3)
    for mark in (Mark("hill", "a1"), Mark("pit", "d1"), Mark("laser", "a1 north", "9")):
        yield partial(palette.painted, blank, mark)
