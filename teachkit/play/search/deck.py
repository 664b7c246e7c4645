"""Cards, loops and conditions that a search may lay, and a tally of those already laid.

The `Deck` lists the pieces by price; a `Tally` counts the names that are limited or needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import chain, islice
from math import inf
from operator import add, gt
from typing import Literal, NamedTuple, TypeAlias

from teachkit.core.language.nodes import (
    Bracket,
    Condition,
    If,
    Instruction,
    Node,
    Repeat,
    While,
    brackets_in,
    cards_in,
    instructions_in,
)
from teachkit.core.language.program import Program
from teachkit.core.run.walk import STEP_BUDGET, straight_steps

Metric: TypeAlias = Literal["cards", "steps"]

MOST_PIECES = 30_000


class TooLargeError(Exception):
    """The search would take longer than anyone waits; nothing is proven."""


class UnfitError(Exception):
    """The piece may not be laid here: it never ends, or nothing good can come of it."""


class Piece(NamedTuple):
    """Something laid at once. `steps` is `None` where a sensor decides how many there are."""

    node: Node
    cards: int
    steps: tuple[Instruction, ...] | None
    uses: tuple[str, ...]

    @classmethod
    def of(cls, node: Node) -> Piece:
        """The piece that this node is."""
        program = Program((node,))
        steps = straight_steps(program)
        taken = None if steps is None else tuple(step.instruction for step in steps)
        return cls(node, program.cost, taken, tuple(kinds_in(program)))

    def count(self, name: str) -> int:
        """How often it uses a card of this name, or how many `cards` or `steps` it takes."""
        if name == "cards":
            return self.cards
        if name == "steps":
            return len(self.steps or ())
        return self.uses.count(name)


Row: TypeAlias = tuple[Piece, ...]
Uses: TypeAlias = tuple[str, ...]

OPEN = Condition("?")  # what a bracket asks where that is not settled yet


def loop(times: int, body: Row) -> Piece:
    """A loop around these pieces."""
    steps: tuple[Instruction, ...] | None = None
    if all(piece.steps is not None for piece in body):
        once = tuple(chain.from_iterable(piece.steps or () for piece in body))
        steps = once * times if len(once) * times <= STEP_BUDGET else None
    node = Repeat(times, _nodes(body))
    return _bracket(node, (f"{times}x", "repeat"), steps, body)


def asking(node: While | If, body: Row) -> Piece:
    """A bracket that asks a sensor; these are all pieces inside."""
    return _bracket(node, (bracket_name(node),), None, body)


def _bracket(
    node: Bracket, names: tuple[str, ...], steps: tuple[Instruction, ...] | None, body: Row
) -> Piece:
    uses = tuple(chain(names, *[piece.uses for piece in body]))
    return Piece(node, 1 + sum(piece.cards for piece in body), steps, uses)


def names_in(program: Program) -> Iterator[str]:
    """The name of every card it takes to lay a program: `forward`, `2x`, `while`."""
    yield from (card.name for card in instructions_in(program.body))
    for bracket, _, _ in brackets_in(program.body):
        yield bracket_name(bracket)


def kinds_in(program: Program) -> Iterator[str]:
    """The same, cards with what stands behind them as well, and `repeat` for every loop."""
    yield from names_in(program)
    yield from (str(card) for card in instructions_in(program.body) if card.arguments)
    yield from (
        "repeat" for bracket, _, _ in brackets_in(program.body) if isinstance(bracket, Repeat)
    )


def bracket_name(bracket: Bracket) -> str:
    """What the card of a bracket is called in a hand."""
    return f"{bracket.times}x" if isinstance(bracket, Repeat) else type(bracket).__name__.lower()


@dataclass(frozen=True)
class Deck:
    """What may be laid: instructions, loops and how long they may be, limits by card name.

    An instruction is a card's name, or the name with its arguments: `shove left`; so is a limit.
    `cards` and `steps` may be limited too, altogether. `conditions` are what `while` and `if` may
    ask; `brackets` says which of the two there are.
    """

    instructions: tuple[str, ...]
    loops: tuple[int, ...] = ()
    loop_cards: int | None = 2
    nested: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    brackets: tuple[str, ...] = ()

    def without(self, names: Collection[str]) -> Deck:
        """The deck with none of these cards; `repeat` is any loop."""
        cards = (each for each in self.instructions if not {each, each.split()[0]} & {*names})
        loops = () if "repeat" in names else self.loops
        return replace(
            self,
            instructions=tuple(cards),
            loops=tuple(times for times in loops if f"{times}x" not in names),
            brackets=tuple(name for name in self.brackets if name not in names),
        )

    @cached_property
    def cards(self) -> tuple[Instruction, ...]:
        """What may be laid as a single card."""
        words = (each.split() for each in self.instructions)
        return tuple(Instruction(name, tuple(arguments)) for name, *arguments in words)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What its single cards are called."""
        return tuple(dict.fromkeys(card.name for card in self.cards))

    @property
    def senses(self) -> bool:
        """Whether a program may ask how things stand."""
        return bool(self.brackets and self.conditions)

    @property
    def most(self) -> int | None:
        """How many cards there are in the hand; `None` where some are without end."""
        brackets = [f"{times}x" for times in self.loops]
        if self.conditions:
            brackets += self.brackets
        limits = [self.limits.get(name) for name in ("cards", *self.names, *brackets)]
        whole, *each = limits
        hand = None if None in each else sum(filter(None, each))
        return min((most for most in (whole, hand) if most is not None), default=None)

    @property
    def has_brackets(self) -> bool:
        """Whether anything else than single cards may be laid."""
        return bool(self.loops) or self.senses

    def longest(self, metric: Metric) -> int | None:
        """The highest price of a piece; `None` where a bracket may hold any number of cards."""
        if not self.has_brackets:
            return 1
        if self.nested or self.loop_cards is None:
            return None
        return self.loop_cards + 1 if metric == "cards" else self.loop_cards * max(self.loops)

    @cached_property
    def pieces(self) -> Callable[[Metric, int], Row]:
        """Every piece of exactly a price. Raises `TooLargeError` when there are too many."""
        return cache(self._pieces)

    def _pieces(self, metric: Metric, price: int) -> Row:
        if metric == "steps" and self.senses:
            raise TooLargeError
        found = tuple(islice(self._made(metric, price), MOST_PIECES + 1))
        if len(found) > MOST_PIECES:
            raise TooLargeError
        return found

    def _made(self, metric: Metric, price: int) -> Iterator[Piece]:
        """Every piece of this price that the limits let be laid."""
        if price == 1:
            yield from map(Piece.of, self.cards)
        for times in self.loops:
            inside = price - 1 if metric == "cards" else price // times
            if inside and (metric == "cards" or inside * times == price):
                for body in self._bodies(metric, inside):
                    if self._is_allowed(piece := loop(times, body)):
                        yield piece
        if metric == "cards" and price > 1 and self.conditions:
            yield from filter(self._is_allowed, self._asking(price - 1))

    def _is_allowed(self, piece: Piece) -> bool:
        return all(piece.count(name) <= limit for name, limit in self.limits.items())

    def _is_in_hand(self, uses: Uses) -> bool:
        """Whether the hand has all these cards at once."""
        return all(uses.count(name) <= limit for name, limit in self.limits.items())

    def _bodies(self, metric: Metric, price: int) -> Iterator[Row]:
        """Every row of exactly this price that a loop may lie around."""
        most = self.loop_cards
        if self.nested or not most or price <= most:
            for row in self._rows(metric, price, self._room):
                if not most or sum(cards_in(piece.node) for piece in row) <= most:
                    yield row

    @property
    def _room(self) -> int:
        """How many cards a bracket can hold at most."""
        return self.limits.get("cards", MOST_PIECES) - 1

    def _rows(self, metric: Metric, price: int, room: int, around: Uses = ()) -> Iterator[Row]:
        """Every row inside a bracket of exactly this price, and of no more cards than this.

        `around` is what is used already.
        """
        if price == 0:
            yield ()
        for first in range(1, (price if self.nested else min(price, 1)) + 1):
            for piece in self.pieces(metric, first):
                uses = around + piece.uses
                if piece.cards <= room and self._is_in_hand(uses):
                    for rest in self._rows(metric, price - first, room - piece.cards, uses):
                        yield (piece, *rest)

    def _asking(self, price: int) -> Iterator[Piece]:
        """Every `while` and `if` with cards of this price inside; what it asks is left open."""
        if "while" in self.brackets:
            for row in self._rows("cards", price, price, ("while",)):
                yield asking(While(OPEN, _nodes(row)), row)
        if "if" in self.brackets:
            for row in self._rows("cards", price, price, ("if",)):
                for place in range(len(row), -1, -1):
                    yield asking(If(OPEN, _nodes(row[:place]), _nodes(row[place:])), row)


def _nodes(row: Row) -> tuple[Node, ...]:
    return tuple(piece.node for piece in row)


Numbers: TypeAlias = tuple[int, ...]


class Tally:
    """A number for each name that is limited or needed; one without a limit counts to 1."""

    def __init__(self, limits: Mapping[str, int], needs: frozenset[str]) -> None:
        self.limits = {name: limits.get(name) for name in (*limits, *sorted(needs - {*limits}))}
        self.needed = [place for place, name in enumerate(self.limits) if name in needs]
        self._most = [inf if limit is None else limit for limit in self.limits.values()]
        self._caps = [1 if limit is None else limit for limit in self.limits.values()]
        self.counts = cache(self._counts)

    @property
    def nothing(self) -> Numbers:
        return (0,) * len(self.limits)

    def with_piece(self, numbers: Numbers, piece: Piece) -> Numbers | None:
        """The numbers with this piece; `None` if one is beyond its limit."""
        return self.added(numbers, self.counts(piece))

    def _counts(self, piece: Piece) -> Numbers:
        return tuple(map(piece.count, self.limits))

    def added(self, numbers: Numbers, counts: Numbers) -> Numbers | None:
        more = tuple(map(add, numbers, counts))
        if any(map(gt, more, self._most)):
            return None
        return tuple(map(min, more, self._caps))

    def is_enough(self, numbers: Numbers) -> bool:
        """Whether everything that is needed was used."""
        return all(numbers[place] for place in self.needed)

    def is_news(self, before: Numbers, after: Numbers) -> bool:
        """Whether something that is needed is used for the first time."""
        return any(after[place] and not before[place] for place in self.needed)
