"""The cards, loops and conditions that a search may use, and a tally of the cards already used.

A piece is a card or a bracket, and its price is its number of cards or steps. A `Deck` lists pieces
by price; a `Tally` counts the cards that are limited or needed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from math import inf
from operator import add, gt
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from teachkit.core.language.instructions import (
    Bracket,
    Condition,
    If,
    Instruction,
    Node,
    Procedure,
    Repeat,
    While,
    branches,
    cards_in,
)
from teachkit.core.language.program import Program
from teachkit.core.run.walk import STEP_BUDGET

Metric: TypeAlias = Literal["cards", "steps"]

MOST_PIECES = 30_000


class TooLargeError(Exception):
    """Raised when an exact search is given up because it would take too long."""


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector.

    A search creates many objects that it keeps, and scanning them again and again would take as
    long as the search itself.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class UnfitError(Exception):
    """Raised when a piece may not be used, because it never ends or cannot lead to a solution."""


class Piece(NamedTuple):
    """A card or bracket that a search adds in one move.

    `cards` is its number of cards, including brackets. `steps` are the instructions that the piece
    runs, or `None` if they depend on sensors or if there are too many of them. `uses` are the names
    of its cards.
    """

    node: Node
    cards: int
    steps: tuple[Instruction, ...] | None
    uses: tuple[str, ...]

    @classmethod
    def of(cls, node: Node, calls: Calls = MappingProxyType({})) -> Piece:
        """Return the piece that consists of `node`; `calls` are as in `Deck`."""
        if isinstance(node, Instruction):
            if node in calls:
                routine = around(Repeat(1), tuple(cls.of(each) for each in calls[node]))
                return cls(node, 1, routine.steps, (node.name,))
            names = (node.name, str(node)) if node.arguments else (node.name,)
            return cls(node, 1, (node,), names)
        inside = chain.from_iterable(branches(node))
        return around(node, tuple(cls.of(each, calls) for each in inside))

    def count(self, name: str) -> int:
        """Count the cards called `name` in the piece.

        Three names count something else: `cards` counts all cards, `instructions` only those that
        are not brackets, and `steps` the instructions that the piece runs.
        """
        if name == "cards":
            return self.cards
        if name == "instructions":
            return cards_in(self.node)
        if name == "steps":
            return len(self.steps or ())
        return self.uses.count(name)


Calls: TypeAlias = Mapping[Node, tuple[Node, ...]]
Row: TypeAlias = tuple[Piece, ...]
Uses: TypeAlias = tuple[str, ...]

OPEN = Condition("?")  # a placeholder for a condition that is not decided yet


def around(node: Bracket, body: Row) -> Piece:
    """Return the piece that consists of the bracket `node`; `body` holds all pieces inside it."""
    names: Uses = (bracket_name(node),)
    steps: tuple[Instruction, ...] | None = None
    if isinstance(node, Repeat):
        names = (*names, "repeat")
        if all(piece.steps is not None for piece in body):
            once = tuple(chain.from_iterable(piece.steps or () for piece in body))
            steps = once * node.times if len(once) * node.times <= STEP_BUDGET else None
    elif isinstance(node, Procedure):
        steps = ()
    uses = tuple(chain(names, *[piece.uses for piece in body]))
    return Piece(node, 1 + sum(piece.cards for piece in body), steps, uses)


def names_in(program: Program) -> Iterator[str]:
    """Yield the name of every card in `program`, such as `forward`, `2x` or `while`.

    Cards that call a routine are left out, since no hand holds them.
    """
    cards = (card.name for card in program.instructions)
    yield from (name for name in cards if name not in program.procedures)
    for bracket, _, _ in program.brackets:
        yield bracket_name(bracket)


def kinds_in(program: Program) -> Iterator[str]:
    """Yield the names of a program's cards, with and without arguments.

    A loop has both its own name, such as `2x`, and the name `repeat`. A routine that is never
    called does not count.
    """
    called = {card.name for card in program.instructions}
    for node in program.body:
        if not isinstance(node, Procedure) or node.name in called:
            yield from Piece.of(node).uses


def bracket_name(bracket: Bracket) -> str:
    """Return the name of a bracket's card in a hand, such as `2x`, `while` or `define`."""
    if isinstance(bracket, Procedure):
        return "define"
    return f"{bracket.times}x" if isinstance(bracket, Repeat) else type(bracket).__name__.lower()


@dataclass(frozen=True)
class Deck:
    """The cards that a program may use, and the limits on their numbers.

    Each of `instructions` is the name of a card, perhaps with its arguments, such as `shove left`.
    `loops` holds the numbers of repetitions for which there are loop cards. The keys of `limits`
    are card names, or `cards` or `steps` for a total. `loop_cards` is the maximum number of cards
    inside a loop, or `None` for any number. `brackets` may contain `while` and `if`, and
    `conditions` are the possible conditions of both. `routines` is the number of routines that may
    be defined, and `calls` maps a card that calls a defined one to the cards that it runs.
    """

    instructions: tuple[str, ...]
    loops: tuple[int, ...] = ()
    loop_cards: int | None = 2
    nested: bool = False
    limits: Mapping[str, int] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    brackets: tuple[str, ...] = ()
    routines: int = 0
    calls: Calls = field(default_factory=dict)

    def calling(self, routine: Procedure) -> Deck | None:
        """Return the deck that is left after `routine` is defined, or `None` if it may not be."""
        piece = Piece.of(routine)
        limits = {name: limit - piece.count(name) for name, limit in self.limits.items()}
        if not self.routines or min(limits.values(), default=0) < 0:
            return None
        calls: Calls = {Instruction(routine.name): routine.body}
        return replace(self, limits=limits, routines=0, calls=calls)

    def without(self, names: Collection[str]) -> Deck:
        """Return a copy of the deck without the cards in `names`; `repeat` stands for all loops."""
        cards = (each for each in self.instructions if not {each, each.split()[0]} & {*names})
        loops = () if "repeat" in names else self.loops
        return replace(
            self,
            instructions=tuple(cards),
            loops=tuple(times for times in loops if f"{times}x" not in names),
            brackets=tuple(name for name in self.brackets if name not in names),
            routines=0 if "define" in names else self.routines,
        )

    @cached_property
    def cards(self) -> tuple[Instruction, ...]:
        """The single cards that may be used."""
        words = (each.split() for each in self.instructions)
        return tuple(Instruction(name, tuple(arguments)) for name, *arguments in words)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the single cards, without arguments."""
        return tuple(dict.fromkeys(card.name for card in self.cards))

    @property
    def hand(self) -> tuple[str, ...]:
        """The names of the single cards, of the loops, and of the brackets with conditions."""
        loops = tuple(f"{times}x" for times in self.loops)
        asking = self.brackets if self.conditions else ()
        return self.names + loops + asking + (("define",) if self.routines else ())

    @property
    def senses(self) -> bool:
        """Whether programs may contain conditions."""
        return bool(self.brackets and self.conditions)

    @property
    def most(self) -> int | None:
        """The maximum number of cards in a program, or `None` if there is no limit."""
        whole, *each = [self.limits.get(name) for name in ("cards", *self.hand)]
        is_open = None in each or self.routines or self.calls  # any hand can call without end
        hand = None if is_open else sum(filter(None, each))
        return min((most for most in (whole, hand) if most is not None), default=None)

    @property
    def has_brackets(self) -> bool:
        """Whether anything except single cards may be used."""
        return bool(self.loops or self.senses or self.routines or self.calls)

    def longest(self, metric: Metric) -> int | None:
        """Return the highest price of a piece, or `None` if brackets may be of any length."""
        prices = [1, *(Piece.of(call, self.calls).count(metric) for call in self.calls)]
        if self.loops or self.senses:
            if self.nested or self.loop_cards is None:
                return None
            inside = self.loop_cards
            prices.append(inside + 1 if metric == "cards" else inside * max(self.loops))
        return max(prices)

    @cached_property
    def pieces(self) -> Callable[[Metric, int], Row]:
        """A cached function that takes a metric and a price, and returns all pieces of that price.

        The function raises `TooLargeError` if there are too many pieces.
        """
        return cache(self._pieces)

    def _pieces(self, metric: Metric, price: int) -> Row:
        if metric == "steps" and self.senses:
            raise TooLargeError
        found = tuple(islice(self._made(metric, price), MOST_PIECES + 1))
        if len(found) > MOST_PIECES:
            raise TooLargeError
        return found

    def _made(self, metric: Metric, price: int) -> Iterator[Piece]:
        """Yield every piece that costs exactly `price` and is allowed by the limits."""
        if price == 1:
            yield from map(Piece.of, self.cards)
        for call in (Piece.of(each, self.calls) for each in self.calls):
            if price == call.count(metric) and (call.steps is not None or self.senses):
                yield call
        for times in self.loops:
            inside = price - 1 if metric == "cards" else price // times
            if inside and (metric == "cards" or inside * times == price):
                for body in self._bodies(metric, inside):
                    if self._is_allowed(piece := around(Repeat(times, _nodes(body)), body)):
                        yield piece
        if metric == "cards" and price > 1 and self.conditions:
            yield from filter(self._is_allowed, self._asking(price - 1))

    def _is_allowed(self, piece: Piece) -> bool:
        for name, limit in self.limits.items():  # noqa: SIM110  # faster, and run for each piece
            if piece.count(name) > limit:
                return False
        return True

    def _is_in_hand(self, uses: Uses) -> bool:
        """Return whether the limits allow all cards in `uses` together."""
        for name, limit in self.limits.items():  # noqa: SIM110
            if uses.count(name) > limit:
                return False
        return True

    def _bodies(self, metric: Metric, price: int) -> Iterator[Row]:
        """Yield every row that costs exactly `price` and may be inside a loop."""
        most, room = self.loop_cards, self.limits.get("cards", MOST_PIECES) - 1
        if self.nested or not most or price <= most:
            for row in self._rows(metric, price, room):
                if not most or sum(cards_in(piece.node) for piece in row) <= most:
                    yield row

    def _rows(self, metric: Metric, price: int, room: int, around: Uses = ()) -> Iterator[Row]:
        """Yield every row of at most `room` cards that costs `price` and may be inside a bracket.

        `around` are the names of the cards used outside the row.
        """
        if price == 0:
            yield ()
        for first in range(1, (price if self.nested else min(price, 1)) + 1):
            for piece in self.pieces(metric, first):
                uses = around + piece.uses
                if piece.cards <= room and self._is_in_hand(uses):
                    for rest in self._rows(metric, price - first, room - piece.cards, uses):
                        yield (piece, *rest)

    def bodies(self, price: int) -> Iterator[tuple[Node, ...]]:
        """Yield every row that costs `price` and may be inside a routine, with open conditions."""
        yield from map(_nodes, self._rows("cards", price, price, ("define",)))

    def _asking(self, price: int) -> Iterator[Piece]:
        """Yield every `while` and `if` with an open condition whose inner cards cost `price`."""
        if "while" in self.brackets:
            for row in self._rows("cards", price, price, ("while",)):
                yield around(While(OPEN, _nodes(row)), row)
        if "if" in self.brackets:
            for row in self._rows("cards", price, price, ("if",)):
                for place in range(len(row), -1, -1):
                    yield around(If(OPEN, _nodes(row[:place]), _nodes(row[place:])), row)


def _nodes(row: Row) -> tuple[Node, ...]:
    return tuple(piece.node for piece in row)


Numbers: TypeAlias = tuple[int, ...]


class Tally:
    """A counter for the cards that are limited or needed.

    The counts are a tuple of numbers, one for each such card. A needed card without a limit is only
    counted up to 1.
    """

    def __init__(self, limits: Mapping[str, int], needs: frozenset[str]) -> None:
        self.limits = {name: limits.get(name) for name in (*limits, *sorted(needs - {*limits}))}
        self.needed = [place for place, name in enumerate(self.limits) if name in needs]
        self._most = [inf if limit is None else limit for limit in self.limits.values()]
        self._caps = [1 if limit is None else limit for limit in self.limits.values()]
        self.counts = cache(self._counts)
        self.added = lru_cache(maxsize=10_000)(self._added)  # mostly the same few arguments

    @property
    def nothing(self) -> Numbers:
        return (0,) * len(self.limits)

    def _counts(self, piece: Piece) -> Numbers:
        return tuple(map(piece.count, self.limits))

    def _added(self, numbers: Numbers, counts: Numbers) -> Numbers | None:
        """Add `counts` to `numbers` card by card. Return `None` if any sum exceeds its limit."""
        more = tuple(map(add, numbers, counts))
        if any(map(gt, more, self._most)):
            return None
        return tuple(map(min, more, self._caps))

    def is_enough(self, numbers: Numbers) -> bool:
        """Return whether the counts in `numbers` include each needed card at least once."""
        return all(numbers[place] for place in self.needed)

    def is_news(self, before: Numbers, after: Numbers) -> bool:
        """Return whether a needed card is counted in `after` but not in `before`."""
        return any(after[place] and not before[place] for place in self.needed)
