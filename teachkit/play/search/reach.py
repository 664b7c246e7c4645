"""Reachable places, the ways between them, and surveys of all short programs.

A place is a text of the game's `whereabouts`: a number in a register, a square with a facing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import getitem
from typing import NamedTuple

from teachkit.core.game.game import Game
from teachkit.core.language.nodes import Instruction
from teachkit.core.run.flow import Frame
from teachkit.core.run.walk import Skipped
from teachkit.errors import AnswerError
from teachkit.play.search.deck import Deck, Piece, Row
from teachkit.play.search.memory import Moment, first_moment


def taken_from(
    moment: Moment, instructions: Sequence[Instruction]
) -> list[tuple[Instruction, Moment]]:
    """Return the instructions that have an effect here, with the moments they lead to.

    Skipped instructions and those that ask for a decision are left out.
    """
    found = []
    for instruction in instructions:
        state = moment.state
        for sent in moment.flow(instruction):
            if not isinstance(sent, Frame) or isinstance(sent.event, Skipped):
                break
            state = sent.state
        else:
            found.append((instruction, moment.memory.moment(state)))
    return found


def vocabulary_of(game: Game, state: object) -> tuple[Instruction, ...]:
    """Return all instructions that this state offers, complete with arguments if needed."""
    return tuple(
        way
        for card in game.vocabulary(state)
        if len(card.arguments) <= card.optional
        for way in card.ways
    )


def reachable(game: Game, state: object, most: int, player: str | None = None) -> dict[str, int]:
    """Return the fewest instructions to every place within `most`, the nearest places first.

    States that look alike to the learner are one place, so other things on the board should not
    change.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", components={"A1": "+-1", "B4": "swap"}).state()
    >>> reachable(lovelace.GAME, start, most=2)
    {'55': 0, '56': 1, '54': 1, '57': 2, '65': 2, '53': 2, '45': 2}
    """
    player = player or game.players(state)[0]
    instructions = vocabulary_of(game, state)
    layer = [first_moment(game, player, state)]
    fewest = dict.fromkeys(layer, 0)
    for steps in range(1, most + 1):
        ahead = (after for moment in layer for _, after in taken_from(moment, instructions))
        further = {after: steps for after in ahead if after not in fewest}
        fewest |= further
        layer = list(further)
    found: dict[str, int] = {}
    for moment, steps in fewest.items():
        found.setdefault(game.whereabouts(moment.state, player), steps)
    return found


class Way(NamedTuple):
    """The effect of one instruction at a place."""

    start: str
    instruction: Instruction
    end: str


def ways(game: Game, state: object, most: int) -> list[Way]:
    """Return every way between two places within `most` instructions, in breadth-first order.

    >>> from teachkit.games import lovelace
    >>> start = lovelace.Setup(edition="machine", components={"A4": "/2", "B4": "swap"}).state()
    >>> [(way.start, str(way.instruction), way.end) for way in ways(lovelace.GAME, start, most=2)]
    [('55', 'A4/', '27'), ('27', 'A4/', '13'), ('27', 'B4swap', '72'), ('72', 'B4swap', '27')]
    """
    player, instructions = game.players(state)[0], vocabulary_of(game, state)
    layer = [first_moment(game, player, state)]
    known = {game.whereabouts(state, player)}
    found: list[Way] = []
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
                    found.append(Way(start, instruction, end))
        layer = ahead
    return found


class Survey:
    """All moments within a number of cards; `costs` are the fewest cards to each.

    Loops are used, conditions are not. Hands do not limit it, since a hand that contains the cards
    of a cheapest program makes no other one cheaper. Raises `TooLargeError` if there are too many
    pieces.

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
                if self.costs[moment] == cost:  # otherwise a cheaper way has been found
                    for price, pieces in enumerate(priced[: most - cost], cost + 1):
                        layers[price] += self._reached(moment, pieces, price)

    def _reached(
        self, moment: Moment, pieces: Iterable[tuple[tuple[Instruction, ...], Piece]], price: int
    ) -> list[Moment]:
        """Return the moments reached by one of these pieces at a lower price than before."""
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
        """Return the number of cheapest programs to a moment that use none of these cards."""
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
        """Yield the cheapest programs to a moment as rows of pieces."""
        if not self.costs[moment]:
            yield ()
        for before, piece in self._ways[moment]:
            for row in self.rows(before):
                yield (*row, piece)
