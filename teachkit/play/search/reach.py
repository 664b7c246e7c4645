"""Reachable places, the transitions between them, and surveys of all short programs.

A place is a string from the game's `whereabouts`, such as a number in a register, or a square with
a facing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from teachkit.core.board.grid import distances
from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Frame
from teachkit.core.run.walk import Skipped
from teachkit.play.search.deck import Deck, Piece, Row
from teachkit.play.search.exact import moment_after
from teachkit.play.search.memory import Moment, first_moment


def taken_from(
    moment: Moment, instructions: Sequence[Instruction]
) -> Iterator[tuple[Instruction, Moment]]:
    """Yield each instruction that can run at `moment`, paired with the moment after it.

    Instructions that are skipped or ask for a decision are left out.
    """
    for instruction in instructions:
        state = moment.state
        for sent in moment.flow(instruction):
            if not isinstance(sent, Frame) or isinstance(sent.event, Skipped):
                break
            state = sent.state
        else:
            yield instruction, moment.memory.moment(state)


def vocabulary_of(game: Game, state: object) -> tuple[Instruction, ...]:
    """Return all instructions that can be given in `state`, with each choice of arguments.

    Cards that require an argument are left out.
    """
    return tuple(
        way
        for card in game.vocabulary(state)
        if len(card.arguments) <= card.optional
        for way in card.ways
    )


def reachable(game: Game, state: object, most: int, player: str | None = None) -> dict[str, int]:
    """Map each place within `most` instructions of the start to the fewest that reach it.

    The nearest places come first. States with the same `whereabouts` count as one place, so nothing
    else on the board should change.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", components={"A1": "+-1", "B4": "swap"}).state()
    >>> reachable(lovelace.GAME, start, most=2)
    {'55': 0, '56': 1, '54': 1, '57': 2, '65': 2, '53': 2, '45': 2}
    """
    player = player or game.players(state)[0]
    instructions = vocabulary_of(game, state)

    def ahead(moment: Moment) -> Iterator[Moment]:
        return (after for _, after in taken_from(moment, instructions))

    found: dict[str, int] = {}
    for moment, steps in distances([first_moment(game, player, state)], ahead, most).items():
        found.setdefault(game.whereabouts(moment.state, player), steps)
    return found


class Transition(NamedTuple):
    """A step from the place `start` to the place `end` by a single instruction."""

    start: str
    instruction: Instruction
    end: str


def transitions(game: Game, state: object, most: int) -> list[Transition]:
    """Return the transitions between places that `most` instructions can reach, nearest first.

    Transitions that end where they start are left out.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", components={"A4": "/2", "B4": "swap"}).state()
    >>> found = transitions(lovelace.GAME, start, most=2)
    >>> [(each.start, str(each.instruction), each.end) for each in found]
    [('55', 'A4/', '27'), ('27', 'A4/', '13'), ('27', 'B4swap', '72'), ('72', 'B4swap', '27')]
    """
    player, instructions = game.players(state)[0], vocabulary_of(game, state)
    layer = [first_moment(game, player, state)]
    known = {game.whereabouts(state, player)}
    found: list[Transition] = []
    for steps in range(most + 1):
        ahead: list[Moment] = []
        for moment in layer:
            start = game.whereabouts(moment.state, player)
            for instruction, after in taken_from(moment, instructions):
                end = game.whereabouts(after.state, player)
                if end not in known and steps < most:
                    known.add(end)
                    ahead.append(after)
                if end != start and end in known:
                    found.append(Transition(start, instruction, end))
        layer = ahead
    return found


class Survey:
    """All moments that programs of at most `most` cards can reach from a start.

    `costs` maps each moment to the fewest cards that reach it. Programs may have loops, but no
    conditions. Limits on cards are not needed: a program that is cheapest without limits is also
    cheapest in any hand that contains its cards. The constructor raises `TooLargeError`
    if there are too many pieces.

    >>> from teachkit.games import algoracing
    >>> from teachkit.play.search.memory import Memory
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> memory = Memory(algoracing.GAME, "red")
    >>> survey = Survey(memory.moment(start), Deck(("forward", "jump")), most=2)
    >>> {algoracing.GAME.whereabouts(moment.state, "red"): (cost, survey.programs(moment))
    ...  for moment, cost in survey.costs.items()}
    {'a1 east': (0, 1), 'b1 east': (1, 2), 'c1 east': (2, 4)}
    """

    def __init__(self, start: Moment, deck: Deck, most: int) -> None:
        self.costs: dict[Moment, int] = {start: 0}
        self._ways: dict[Moment, list[tuple[Moment, Piece]]] = {start: []}
        self._programs = cache(self.programs)
        self._most = most
        layers: list[list[Moment]] = [[start], *([] for _ in range(most))]
        priced = [
            [piece for piece in deck.pieces("cards", price) if piece.steps]
            for price in range(1, most + 1)
        ]
        for cost, layer in enumerate(layers):
            for moment in layer:
                if self.costs[moment] == cost:  # otherwise the moment was reached at a lower cost
                    for price, pieces in enumerate(priced[: most - cost], cost + 1):
                        layers[price] += self._reached(moment, pieces, price)

    def _reached(self, moment: Moment, pieces: Iterable[Piece], price: int) -> list[Moment]:
        """Return the moments that `pieces` reach from `moment` at a new lowest price.

        `price` is the price of the program including one of `pieces`. All ways to reach a moment at
        its lowest price are recorded.
        """
        costs, ways, beyond = self.costs, self._ways, self._most + 1
        found = []
        for piece in pieces:
            after = moment_after(moment, piece)
            if after is None:
                continue
            known = costs.get(after, beyond)
            if price < known:
                costs[after] = price
                ways[after] = [(moment, piece)]
                found.append(after)
            elif price == known:
                ways[after].append((moment, piece))
        return found

    def programs(self, moment: Moment, without: frozenset[str] = frozenset()) -> int:
        """Count the cheapest programs that reach `moment` and use no card in `without`."""
        if not self.costs[moment]:
            return 1
        return sum(
            self._programs(before, without)
            for before, piece in self._ways[moment]
            if not without.intersection(piece.uses)
        )

    def rows(self, moment: Moment) -> Iterator[Row]:
        """Yield the cheapest programs that reach `moment`, each as a row of pieces."""
        if not self.costs[moment]:
            yield ()
        for before, piece in self._ways[moment]:
            for row in self.rows(before):
                yield (*row, piece)
