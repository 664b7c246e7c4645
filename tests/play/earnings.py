"""An exact search for the program that earns most from offers, and how many programs do.

Offers are passed in as places (texts of the game's `whereabouts`) with the areas to be won there.
Transitions are computed by the rules once and cached; programs that are at the same place and have
earned the same are merged, so their number does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.play.search.memory import Moment, first_moment
from teachkit.play.search.reach import taken_from, vocabulary_of

Earned: TypeAlias = int  # a bit for each time that an offer can be earned
Place: TypeAlias = int  # the number of a moment, in the order of discovery
Layer: TypeAlias = dict[Place, dict[Earned, int]]


class Offer(NamedTuple):
    """An offer of these areas at any of these places, which can be earned `times` times."""

    places: Collection[str]
    areas: tuple[str, ...]
    times: int = 1


class Best(NamedTuple):
    """The most that can be earned, the most different areas in it, and the fewest rows for that.

    `programs` is the number of programs that do it; `program` is one of them.
    """

    earned: int
    areas: int
    rows: int
    programs: int
    program: Program


def best_program(
    game: Game,
    state: Any,
    offers: Iterable[tuple[Collection[str], tuple[str, ...], int]],
    rows: int = 5,
    player: str | None = None,
    instructions: Sequence[Instruction] | None = None,
) -> Best:
    """Return the best program of at most `rows` rows: most earnings, most areas, fewest rows.

    The state itself should hold no offers, so that equal places are equal states.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine").state()
    >>> offers = [({"75"}, ("music",), 1), ({"18"}, ("stars",), 1)]
    >>> best_program(lovelace.GAME, start, offers, rows=4)
    Best(earned=2, areas=2, rows=3, programs=1, program=Program.read('B2+, A4/, A4/'))
    """
    player = player or game.players(state)[0]
    names = vocabulary_of(game, state) if instructions is None else instructions
    roads = _Roads(game, first_moment(game, player, state), tuple(names))
    return _Search(roads, [Offer(*each) for each in offers]).best(rows)


class _Roads:
    """The places found so far, numbered, and the places to which instructions lead from each."""

    def __init__(self, game: Game, start: Moment, instructions: Sequence[Instruction]) -> None:
        self.game, self.instructions = game, instructions
        self.moments = [start]
        self.numbers = {start: 0}
        self.known: dict[Place, list[tuple[Instruction, Place]]] = {}

    def name(self, place: Place) -> str:
        moment = self.moments[place]
        return self.game.whereabouts(moment.state, moment.memory.player)

    def steps_from(self, place: Place) -> list[tuple[Instruction, Place]]:
        if place not in self.known:
            self.known[place] = [
                (instruction, self.number(moment))
                for instruction, moment in taken_from(self.moments[place], self.instructions)
            ]
        return self.known[place]

    def number(self, moment: Moment) -> Place:
        number = self.numbers.setdefault(moment, len(self.moments))
        if number == len(self.moments):
            self.moments.append(moment)
        return number


class _Search:
    """A search row by row over places and earnings; equivalent programs are counted together."""

    def __init__(self, roads: _Roads, offers: list[Offer]) -> None:
        self.roads = roads
        self.offers = offers
        self.waiting: dict[Place, list[list[Earned]]] = {}
        self.moves: dict[Place, list[tuple[Place, int, list[list[Earned]]]]] = {}

    @cached_property
    def bits(self) -> list[list[Earned]]:
        """For each offer, a bit for every time that it may be earned."""
        firsts = [sum(each.times for each in self.offers[:place])
                  for place in range(len(self.offers))]  # fmt: skip
        return [
            [1 << (first + time) for time in range(offer.times)]
            for first, offer in zip(firsts, self.offers, strict=True)
        ]

    def best(self, rows: int) -> Best:
        layers: list[Layer] = [{0: {0: 1}}]
        for row in range(1, rows + 1):
            layers.append(self.next_layer(layers[-1], is_last=row == rows))
        seen = {earned for layer in layers for earned in _earned_in(layer)}
        most = max(earned.bit_count() for earned in seen)
        areas = {earned: self.areas(earned) for earned in seen if earned.bit_count() == most}
        widest = max(areas.values())
        wanted = {earned for earned, number in areas.items() if number == widest}
        used = next(row for row, layer in enumerate(layers) if wanted & _earned_in(layer))
        ways = sum(
            number
            for known in layers[used].values()
            for earned, number in known.items()
            if earned in wanted
        )
        return Best(most, widest, used, ways, self.program(layers[: used + 1], wanted))

    def next_layer(self, layer: Layer, is_last: bool) -> Layer:
        """Return every place one row later, with the possible earnings and the number of programs.

        If the last row earns nothing it could be left out, so it is.
        """
        ahead: Layer = {}
        for place, known in layer.items():
            for after, times, waiting in self.moves_from(place):
                if is_last and not waiting:
                    continue
                there = ahead.setdefault(after, {})
                for earned, ways in known.items():
                    more = _with_earned(earned, waiting) if waiting else earned
                    there[more] = there.get(more, 0) + ways * times
        return ahead

    def moves_from(self, place: Place) -> list[tuple[Place, int, list[list[Earned]]]]:
        """Return the places to which rows lead from here, their number, and the offers there."""
        if place not in self.moves:
            counted = Counter(after for _, after in self.roads.steps_from(place))
            self.moves[place] = [
                (after, times, self.waiting_at(after)) for after, times in counted.items()
            ]
        return self.moves[place]

    def waiting_at(self, place: Place) -> list[list[Earned]]:
        """Return the bits of each offer at this place."""
        if place not in self.waiting:
            here = self.roads.name(place)
            offers = zip(self.offers, self.bits, strict=True)
            self.waiting[place] = [bits for offer, bits in offers if here in offer.places]
        return self.waiting[place]

    def areas(self, earned: Earned) -> int:
        """Return the most different areas for which all this can be earned."""
        found = {frozenset[str]()}
        for offer, bits in zip(self.offers, self.bits, strict=True):
            number = sum(1 for bit in bits if earned & bit)
            choices = list(map(frozenset, combinations(offer.areas, number)))
            found = {areas | chosen for areas in found for chosen in choices}
        return max(len(areas - {""}) for areas in found)

    def program(self, layers: list[Layer], wanted: set[Earned]) -> Program:
        """Return one of the best programs, reconstructed from its end."""
        place, earned = next(
            (place, earned)
            for place, known in layers[-1].items()
            for earned in known
            if earned in wanted
        )
        row: list[Instruction] = []
        for layer in reversed(layers[:-1]):
            instruction, place, earned = self.step_to(place, earned, layer)
            row.append(instruction)
        return Program(tuple(reversed(row)))

    def step_to(
        self, place: Place, earned: Earned, layer: Layer
    ) -> tuple[Instruction, Place, Earned]:
        """Return an instruction that leads here with all this earned, and the previous position."""
        waiting = self.waiting_at(place)
        return next(
            (instruction, before, had)
            for before, known in layer.items()
            for instruction, after in self.roads.steps_from(before)
            if after == place
            for had in known
            if _with_earned(had, waiting) == earned
        )


def _earned_in(layer: Layer) -> set[Earned]:
    return {earned for known in layer.values() for earned in known}


def _with_earned(earned: Earned, waiting: list[list[Earned]]) -> Earned:
    """Return the earnings after an announcement: from each offer here, the next that is left."""
    for bits in waiting:
        for bit in bits:
            if not earned & bit:
                earned |= bit
                break
    return earned
