"""An exact search for the best program from a hand in which each card exists once.

Common beginnings of programs are played once; programs that lead to the same state with the same
cards left are merged, and so are cards that the game calls alike. It knows no rule of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.game import Game
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.errors import AnswerError
from teachkit.play.search.memory import Moment, first_moment

Used: TypeAlias = tuple[int, ...]  # the number of cards used in each group
Layer: TypeAlias = dict[tuple[Moment, Used], int]
Value: TypeAlias = Callable[[Any], Any]


class Best(NamedTuple):
    """The highest value of a final state, one program for it, and the number of such programs."""

    value: Any
    program: Program
    programs: int


def best_of_hand(
    game: Game, state: Any, player: str, hand: Sequence[Instruction], cards: int, value: Value
) -> Best | None:
    """Return the best program of exactly `cards` cards; `None` if every one needs a decision.

    `value` is computed from the state at the end of a program, and must be comparable. It must not
    depend on anything that the game declares irrelevant.

    >>> from teachkit.games import roborally
    >>> start = roborally.Setup(floor=". . . .", robots={"red": "a1 east"}).state()
    >>> texts = "move-1 490", "move-1 500", "move-2 670", "left 70"
    >>> hand = [Program.read(text).instructions[0] for text in texts]
    >>> def furthest(state): return state.robot("red").square.column
    >>> best_of_hand(roborally.GAME, start, "red", hand, 2, furthest)
    Best(value=3, program=Program.read('move-1 490, move-2 670'), programs=4)
    """
    return _Search(game, state, player, hand).best(min(cards, len(hand)), value)


class _Search:
    """A search card by card over moments and used cards."""

    def __init__(self, game: Game, state: Any, player: str, hand: Sequence[Instruction]) -> None:
        groups: dict[Any, list[Instruction]] = {}
        for card in hand:
            kind = (
                card
                if game.foresight.rounds is None
                else game.foresight.rounds.alike(state, player, card)
            )
            groups.setdefault(kind, []).append(card)
        self.groups = tuple(groups.values())
        self._ways: dict[Used, list[tuple[Instruction, int, Used]]] = {}
        self.first = first_moment(game, player, state), (0,) * len(self.groups)

    def best(self, cards: int, value: Value) -> Best | None:
        layers: list[Layer] = [{self.first: 1}]
        for _ in range(cards):
            layers.append(self._next(layers[-1]))
        values = dict(self._values(layers[-1], value))
        if not values:
            return None
        most = max(values.values())
        ends = [each for each in layers[-1] if values.get(each[0]) == most]
        ways = sum(layers[-1][end] for end in ends)
        return Best(most, self._program(layers[:-1], *ends[0]), ways)

    def _next(self, layer: Layer) -> Layer:
        """Return every position one card later, with the number of ways to reach it."""
        ahead: Layer = {}
        for (moment, used), ways in layer.items():
            for card, left, more in self._to_lay(used):
                try:
                    end = moment[card], more
                except AnswerError:
                    continue
                ahead[end] = ahead.get(end, 0) + ways * left
        return ahead

    def _to_lay(self, used: Used) -> list[tuple[Instruction, int, Used]]:
        """Return a card of each unfinished group, how many are left, and the cards used then."""
        if used not in self._ways:
            self._ways[used] = [
                (cards[0], len(cards) - used[place], (*used[:place], used[place] + 1,
                                                      *used[place + 1 :]))
                for place, cards in enumerate(self.groups)
                if len(cards) > used[place]
            ]  # fmt: skip
        return self._ways[used]

    def _values(self, layer: Layer, value: Value) -> Iterator[tuple[Moment, Any]]:
        for moment in dict.fromkeys(moment for moment, _ in layer):
            try:
                yield moment, value(moment.finished.state)
            except AnswerError:
                continue

    def _program(self, layers: Sequence[Layer], moment: Moment, used: Used) -> Program:
        """Return one of the programs that lead here, reconstructed from its end."""
        row: list[Instruction] = []
        for layer in reversed(layers):
            place, moment, used = self._step_to(layer, moment, used)
            row.append(self.groups[place][used[place]])
        return Program(tuple(reversed(row)))

    def _step_to(self, layer: Layer, end: Moment, more: Used) -> tuple[int, Moment, Used]:
        """Return the group of a card that leads here, and the previous position."""
        return next(
            (place, moment, used)
            for moment, used in layer
            for card, _, after in self._to_lay(used)
            if after == more and moment.get(card) is end
            for place, number in enumerate(used)
            if number < more[place]
        )
