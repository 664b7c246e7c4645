"""Everywhere at once: what all short programs lead to, how few cards it takes, in how many ways.

Where a search asks for one goal, a survey has none: who looks for a good goal asks it for many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import getitem

from teachkit.core.language.nodes import Instruction
from teachkit.errors import AnswerError
from teachkit.play.search.deck import Deck, Piece
from teachkit.play.search.memory import Moment

Row = tuple[Piece, ...]


class Survey:
    """All moments that programs of at most so many cards reach; `costs` are the fewest cards.

    Loops are laid, no sensor is asked. No hand limits it: a hand that holds the cards of a
    cheapest program makes none cheaper. Raises `TooLargeError` where there are more pieces than
    anyone waits for.

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
        self._counts: dict[tuple[Moment, frozenset[str]], int] = {}
        self._most = most
        layers: list[list[Moment]] = [[start], *([] for _ in range(most))]
        priced = [
            [(piece.steps, piece) for piece in deck.pieces("cards", price) if piece.steps]
            for price in range(1, most + 1)
        ]
        for cost, layer in enumerate(layers):
            for moment in layer:
                if self.costs[moment] == cost:  # else a cheaper way was found meanwhile
                    for price, pieces in enumerate(priced[: most - cost], cost + 1):
                        layers[price] += self._reached(moment, pieces, price)

    def _reached(
        self, moment: Moment, pieces: Iterable[tuple[tuple[Instruction, ...], Piece]], price: int
    ) -> list[Moment]:
        """The moments to which one of these pieces leads for a lower price than was known."""
        costs, ways, beyond = self.costs, self._ways, self._most + 1
        found = []
        for steps, piece in pieces:
            try:
                after = reduce(getitem, steps, moment)
            except AnswerError:
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
        """How many cheapest programs lead here that use none of these cards."""
        if not self.costs[moment]:
            return 1
        found = self._counts.get((moment, without))
        if found is None:
            found = self._counts[moment, without] = sum(
                self.programs(before, without)
                for before, piece in self._ways[moment]
                if not without.intersection(piece.uses)
            )
        return found

    def rows(self, moment: Moment) -> Iterator[Row]:
        """The cheapest programs that lead here, one after another, as rows of pieces."""
        if not self.costs[moment]:
            yield ()
        for before, piece in self._ways[moment]:
            for row in self.rows(before):
                yield (*row, piece)
