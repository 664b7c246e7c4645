"""Sentences of the games about their levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from teachkit.core.game.level_generator import Ask, Order, Task
from teachkit.core.run.chance import Chance
from teachkit.games.algoracing import level_generator as algoracing
from teachkit.games.calamitron import level_generator as calamitron
from teachkit.games.lovelace import level_generator as lovelace
from teachkit.games.roborally import level_generator as roborally
from teachkit.words import translate

CARRIES, MORE = Ask("carries", "samples", 1), Ask("carries", "samples", 2)
STOPS, PARKS = Ask("stands_on", "square", "c4"), Ask("parks", "place", "c4 north")
RED: list[Task] = [(CARRIES,), (MORE, STOPS), (CARRIES, PARKS), (STOPS,), (PARKS,)]
KEEPS, KEEPS_TWO = Ask("keeps", "rogues", 1), Ask("keeps", "rogues", 2)
HALL: list[Task] = [(KEEPS,), (KEEPS_TWO, STOPS), (KEEPS, PARKS), (STOPS,), (PARKS,)]
HIT, SHOWS = Ask("hits", "value", 27), Ask("shows", "value", 63)
ADA: list[Task] = [(SHOWS,), (HIT, SHOWS), (HIT, HIT, SHOWS)]

TOUCHES, BOTH = Ask("touches", "flag", 1), Ask("touches", "flag", 2)
ROBOT: list[Task] = [(TOUCHES,), (BOTH, STOPS), (TOUCHES, PARKS), (STOPS,), (PARKS,)]


def told() -> Iterator[str]:
    """Yield titles and tasks."""
    for levels in (algoracing, lovelace, calamitron, roborally):
        yield from map(translate, levels.LEVELS.titles)
    flags, rogues = {"flags": ["a1"]}, {"rogues": {"blink-1": "a1 north"}}
    yield from (roborally.text(flags, task) for task in ROBOT)
    yield from (calamitron.text(rogues, task) for task in HALL)
    signs = {"floor": "# O o\ngl > .", "walls": ["a1 north"], **rogues}
    for one in (algoracing.LEVELS, roborally.LEVELS):
        yield from (obstacle.says for obstacle in one.obstacles(signs))
    yield from (obstacle.says for obstacle in calamitron.obstacles(signs))
    yield from (lovelace.text({"value": 55}, task) for task in ADA)
    for task in RED:
        samples = ["a1", "b2"] if MORE in task else ["a1"]
        yield algoracing.text({"samples": dict.fromkeys(samples, "blue")}, task)


def refusals() -> Iterator[Callable[[], object]]:
    """Yield calls with orders that no start can fulfil."""
    wrong: list[tuple[Any, str, int]] = [
        (algoracing, "big", 1), (algoracing, "6x6", 4), (lovelace, "99", 1), (lovelace, "4", 5),
        (calamitron, "big", 1), (calamitron, "6x6", 4),
        (roborally, "big", 1), (roborally, "6x6", 9),
    ]  # fmt: skip
    for levels, size, stops in wrong:
        order = Order(levels.LEVELS.editions[0], size, stops, 5, frozenset({"forward", "A1+"}))
        yield partial(next, levels.draw(order, Chance(0).pick))
