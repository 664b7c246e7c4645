"""Lower bounds for the number of steps to a goal: tours of a piece over an empty board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from math import comb, inf
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.foresight import Errand
from teachkit.core.language.instructions import Instruction
from teachkit.play.search.memory import CachedPlace, Moment, Surroundings

MOST_TABLES = 100  # of the steps from each place, for one errand

Steps: TypeAlias = dict[CachedPlace | None, int]


class Map(NamedTuple):
    """The places that cards can reach on an empty board.

    `before` maps each of them to the places one card before it, and `onward` to the places to which
    the same card may go on from there. `at` maps a place in the game's own form to the places at
    which a program may end to be there. `ends` are the places at which a tour may end.
    """

    before: Mapping[CachedPlace, set[CachedPlace]]
    onward: Mapping[CachedPlace, set[CachedPlace]]
    at: Mapping[Any, list[CachedPlace]]
    ends: Sequence[CachedPlace]


class Tours:
    """The fewest steps of a tour to the goals of one start: no program needs fewer.

    A tour runs the errands that the goals require, and ends at a place for which `is_end` is true.
    `errands` returns these errands for a state. On a tour, a card that touches any of the squares
    `stoppers` may leave the piece at any place that it passes on the empty board, so it does not
    matter what stops the piece on the real one. A card may also make a stop and go on. The piece is
    counted as being where the end of the program would take it, too.

    `least` returns the steps from a moment, or infinity if there is no tour.
    """

    is_complete = True  # where there is no tour, there is no program

    def __init__(
        self,
        start: Moment,
        cards: Sequence[Instruction],
        stoppers: frozenset[Any] | None,
        is_end: Callable[[CachedPlace], bool],
        errands: Callable[[Any], Iterable[Errand]],
    ) -> None:
        self._start, self._cards, self._stoppers = start, cards, stoppers
        self._is_end, self._errands = is_end, errands
        self.least = cache(self._least)
        self._tables, self._steps = cache(self._tables_of), cache(self._steps_of)

    def look(self, most: int) -> None:
        """Do nothing, because tours of any length are known."""

    def _least(self, moment: Moment) -> float:
        place = moment.cached_place
        return max(table.get(place, inf) for table in self._tables(moment.surroundings))

    def _tables_of(self, around: Surroundings) -> list[Steps]:
        """Return the steps of a tour for each errand, or of a tour without errands."""
        errands = [*map(_affordable, self._errands(around.state))]
        return [self._steps(errand) for errand in errands] or [self._steps(None)]

    def _steps_of(self, errand: Errand | None) -> Steps:
        """Map each place from which there is a tour to the fewest steps of one."""
        before, onward, at, ends = self._map
        waiting: defaultdict[float, set[CachedPlace]] = defaultdict(set)
        if errand is None:
            waiting[0].update(ends)
        else:
            for stop in errand.stops:
                further = self._steps(errand.after(stop))
                for place in chain.from_iterable(at.get(each, ()) for each in stop):
                    steps = min(further.get(each, inf) for each in (place, *onward[place]))
                    waiting[steps].add(place)
        waiting.pop(inf, None)
        found: Steps = {}
        layer: set[CachedPlace] = set()
        steps = 0
        while layer or waiting:
            layer = (layer | waiting.pop(steps, set())).difference(found)
            found.update(dict.fromkeys(layer, steps))
            layer = set().union(*[before[place] for place in layer])
            steps += 1
        return found

    @cached_property
    def _map(self) -> Map:
        home = self._start.cached_place
        assert home is not None
        stoppers, is_end = self._stoppers, self._is_end
        before: dict[CachedPlace, set[CachedPlace]] = {home: set()}
        onward: defaultdict[CachedPlace, set[CachedPlace]] = defaultdict(set)
        at: defaultdict[Any, list[CachedPlace]] = defaultdict(list)
        places, ends = [home], []
        for place in places:
            for card in self._cards:
                passed, squares = place[card]
                if len(passed) > 1:
                    if stoppers is not None and stoppers.isdisjoint(squares):
                        passed = passed[-1:]
                    for number, after in enumerate(passed, 1):
                        onward[after].update(passed[number:])
                for after in passed:
                    if after not in before:
                        before[after] = set()
                        places.append(after)
                    before[after].add(place)
            spots = {place, *place[None][0]}
            for spot in spots:
                at[spot.place].append(place)
            if any(map(is_end, spots)):
                ends.append(place)
        return Map(before, onward, at, ends)


def _affordable(errand: Errand) -> Errand:
    """Return `errand` with so few stops to make that the tour needs at most `MOST_TABLES`."""
    stops, number, _ = errand
    while sum(comb(len(stops), made) for made in range(number)) > MOST_TABLES:
        number -= 1
    return errand._replace(number=number)
