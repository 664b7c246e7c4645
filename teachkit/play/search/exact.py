"""Exact search for the cheapest programs without conditions.

A piece is a card or a bracket. A position is the result of running a row of pieces from all starts;
rows with the same position are interchangeable from there on. Prices are small whole numbers, so
positions are found in order of price: the first time a position is found, its price is the lowest,
and all rows of that price are counted together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial, reduce
from itertools import chain, count
from math import inf
from operator import getitem
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.language.instructions import Instruction, Node
from teachkit.core.language.program import Program
from teachkit.core.run.walk import Walk
from teachkit.errors import AnswerError
from teachkit.play.search.deck import Deck, Metric, Piece, Tally, TooLargeError, UnfitError
from teachkit.play.search.memory import Moment
from teachkit.play.search.tours import Tours

Position: TypeAlias = Any  # hashable; only this module knows its content
Goal: TypeAlias = Callable[[Moment], bool]


class PieceEffects:
    """The effects of running pieces from several starts, and a tally of limited or needed cards."""

    def __init__(
        self, starts: Sequence[Moment], limits: Mapping[str, int], needs: frozenset[str]
    ) -> None:
        self.starts = tuple(starts)
        self.tally = Tally(limits, needs)

    @cached_property
    def first(self) -> Position:
        """The position before any piece."""
        return self.starts, self.tally.nothing

    def after(self, position: Position, piece: Piece) -> Position | None:
        """Return the position after `piece`, or `None` if the piece cannot be used."""
        moments, tally = position
        more = self.tally.added(tally, self.tally.counts(piece))
        if more is None:
            return None
        ends = []
        for moment in moments:
            after = moment_after(moment, piece)
            if after is None:
                return None
            ends.append(after)
        return tuple(ends), more

    def moments(self, position: Position) -> tuple[Moment, ...]:
        """Return the moment from each start at `position`."""
        return position[0]  # type: ignore[no-any-return]

    def reaches(self, goals: Sequence[Goal], position: Position) -> bool:
        """Return whether a program that ends at `position` reaches all `goals`, one per start."""
        moments, tally = position
        return self.tally.is_enough(tally) and all(map(may_end, moments, goals))


class SingleStartEffects(PieceEffects):
    """A faster `PieceEffects` for one start and no cards to count; a position is a moment."""

    @cached_property
    def first(self) -> Position:
        return self.starts[0]

    def after(self, position: Position, piece: Piece) -> Position | None:
        return moment_after(position, piece)

    def moments(self, position: Position) -> tuple[Moment, ...]:
        return (position,)

    def reaches(self, goals: Sequence[Goal], position: Position) -> bool:
        return may_end(position, goals[0])


def moment_after(moment: Moment, piece: Piece) -> Moment | None:
    """Return the moment after `piece` has run from `moment`, or `None` if it cannot be used.

    A piece cannot be used if it asks for a decision, never ends, or cannot lead to a solution.
    """
    try:
        if piece.steps is not None:
            return reduce(getitem, piece.steps, moment)
        memory = moment.memory
        walk = Walk(Program((piece.node,)), memory.player, memory.game.sensors.conditions)
        while step := walk.next(moment.state):
            moment = moment[step.instruction]
    except (AnswerError, UnfitError):
        return None
    return None if walk.ending else moment


def may_end(moment: Moment, goal: Goal) -> bool:
    """Return whether a program that ends at `moment` reaches `goal`."""
    try:
        return goal(moment.finished)
    except (AnswerError, UnfitError):
        return False


MOST_EFFORT = 2_000_000  # the limit on the number of steps of all pieces from all starts
EFFORT_OF_ASKING = 60  # assumed steps of a piece whose number of steps depends on sensors
MOST_STATES = 2_000
FEW = 8  # cards or steps; a program of so few is found sooner without tours

NOTHING = Program()

Layer: TypeAlias = dict[Position, int]


class Outlook:
    """The least prices of a goal from `first` and the moments ahead of it.

    `moves(moment, price)` returns the moments after each piece that costs `price`. `TooLargeError`
    is raised if more than `most` moments are found.
    """

    def __init__(
        self,
        first: Moment,
        moves: Callable[[Moment, int], Iterable[Moment]],
        is_goal: Goal,
        most: float = inf,
    ) -> None:
        self._moves, self._is_goal, self._most = moves, is_goal, most
        self._layers = [[first]]
        self._before: dict[Moment, list[tuple[Moment, int]]] = {first: []}
        self._goals = [first] if is_goal(first) else []
        self._least: dict[Moment, int] = {}

    @property
    def is_complete(self) -> bool:
        """Whether nothing more can be reached; each piece is also a row of single cards."""
        return not self._layers[-1]

    def nearest(self, most: int | None = None) -> float:
        """Return the price of the nearest goal, or infinity if there is none for at most `most`."""
        while not (self._goals or self.is_complete or len(self._layers) - 1 == most):
            self._grow()
        ends = {*self._goals}
        priced = enumerate(self._layers)
        return next((price for price, layer in priced if not ends.isdisjoint(layer)), inf)

    def look(self, most: int) -> None:
        """Look ahead as far as `most` reaches, and compute the least prices from there."""
        while not self.is_complete and len(self._layers) <= most:
            self._grow()
        least = self._least = dict.fromkeys(self._goals, 0)
        layers = [self._goals]
        for price, layer in enumerate(layers):
            for moment in layer:
                if least[moment] == price:
                    for before, cost in self._before[moment]:
                        if price + cost < least.get(before, inf):
                            least[before] = price + cost
                            layers.extend([] for _ in range(price + cost + 1 - len(layers)))
                            layers[price + cost].append(before)

    def least(self, moment: Moment) -> float:
        """Return the least price from `moment`, or infinity if it is more than `look` allowed."""
        return self._least.get(moment, inf)

    def _grow(self) -> None:
        """Add the moments that cost one more."""
        layer: list[Moment] = []
        for price in range(1, len(self._layers) + 1):
            for moment in self._layers[-price]:
                for after in self._moves(moment, price):
                    if after not in self._before:
                        self._before[after] = []
                        layer.append(after)
                    self._before[after].append((moment, price))
        if len(self._before) > self._most:
            raise TooLargeError
        self._layers.append(layer)
        self._goals += filter(self._is_goal, layer)


@dataclass
class Bound:
    """A limit on the price of a program, or `None`, and the outlook from each start, if known.

    `is_cut` is true if a search has left out positions that a higher limit would allow.
    """

    most: int | None
    outlooks: Sequence[Outlook | Tours] = ()
    is_cut: bool = False

    def allows(self, moments: Sequence[Moment], paid: int) -> bool:
        """Return whether the goals may be reached within the limit from `moments`, after `paid`."""
        left = inf if self.most is None else self.most - paid
        for outlook, moment in zip(self.outlooks, moments, strict=True):
            if outlook.least(moment) > left:
                return False
        return True

    def is_hopeless(self, moments: Sequence[Moment]) -> bool:
        """Return whether the goals cannot be reached from `moments` under any limit."""
        pairs = zip(self.outlooks, moments, strict=True)
        return any(each.is_complete and each.least(moment) == inf for each, moment in pairs)


class Found(NamedTuple):
    """A cheapest program, its cost, and the number of programs with the same cost."""

    program: Program
    cost: int
    programs: int


class Search:
    """A search for the cheapest programs from one deck that reach a goal from each of `starts`.

    `goals` holds a function for each start. It receives the moment after the end of a program, and
    returns whether that is a goal. `needs` are cards that must be used at least once. Intermediate
    results are cached.

    A position is followed only if it may still reach the goals for at most a certain price. What it
    must pay at least is known from each start alone, with any number of each card. The price is
    raised until there is a program. If there is only one start, and any number of each card, the
    least price is known from `tours`, if there are any.
    """

    def __init__(
        self,
        starts: Sequence[Moment],
        deck: Deck,
        goals: Sequence[Goal],
        metric: Metric = "cards",
        needs: frozenset[str] = frozenset(),
        tours: Tours | None = None,
    ) -> None:
        self.deck, self.metric, self.goals, self.tours = deck, metric, goals, tours
        self.most = deck.most if metric == "cards" else deck.limits.get(metric)
        limits = {name: limit for name, limit in deck.limits.items() if name != metric}
        is_simple = len(starts) == 1 and not limits and not needs
        self.effects = (SingleStartEffects if is_simple else PieceEffects)(starts, limits, needs)
        self._moves: dict[int, dict[Position, list[Position | None]]] = {}
        self._is_simple, self._longest = is_simple, deck.longest(metric)
        self._ahead = cache(self._outlook)
        self._is_goal = cache(partial(self.effects.reaches, goals))
        self._effort = cache(self._effort_of)
        self.effort_left = 0
        self._last: tuple[Sequence[Layer], Sequence[Position]] = ((), ())

    def cheapest(self, after: Program = NOTHING, effort: int | None = None) -> Found | None:
        """Return the cheapest program that begins with `after`, or `None` if there is none.

        Raise `TooLargeError` if an exact answer would take more than `effort` steps, by default
        `MOST_EFFORT`.
        """
        self.effort_left = MOST_EFFORT if effort is None else effort
        first, paid = self._laid(after)
        if first is None:
            return None
        if after and self._is_goal(first):
            return Found(after, paid, 1)
        most = None if self.most is None else self.most - paid
        for bound in self._bounds(first, most):
            if found := self._within(first, bound, is_empty=not after):
                return Found(after + found.program, paid + found.cost, found.programs)
            if not bound.is_cut:
                return None
        return None

    def _within(self, first: Position, bound: Bound, is_empty: bool) -> Found | None:
        """Return the cheapest program from `first` within `bound`, or `None` if there is none.

        If `is_empty` is true, `first` is the position before a program.
        """
        layers: list[Layer] = [{first: 1}]
        # The empty row is not a program, so its position may be reached again. A piece that may not
        # be used leads to `None`, which is never new.
        seen: set[Position | None] = {None} if is_empty else {None, first}
        patience = self._longest if self.effects.tally.limits else 1
        while bound.most is None or len(layers) <= bound.most:
            layer = self._next(layers, seen, bound)
            layers.append(layer)
            if goals := [each for each in layer if self._is_goal(each)]:
                ways = sum(layer[goal] for goal in goals)
                row = next(self._rows(layers, goals[0]))
                self._last = layers, goals
                return Found(Program(row), len(layers) - 1, ways)
            seen.update(layer)
            if patience and not any(layers[-patience:]):
                return None
        bound.is_cut = True
        return None

    def _next(self, layers: Sequence[Layer], seen: set[Position | None], bound: Bound) -> Layer:
        """Return the layer of positions that are first reached at the next price, within `bound`.

        The layer maps each new position to the number of programs that end there.
        """
        ahead: Layer = {}
        moments = self.effects.moments
        for price in range(1, len(layers) + 1)[: self._longest]:
            known = self._moves.setdefault(price, {})
            pieces = self.deck.pieces(self.metric, price)
            effort = self._effort(price)
            for position, ways in layers[-price].items() if pieces else ():
                moves = known.get(position)
                if moves is None:
                    self.effort_left -= effort
                    moves = known[position] = self._find_moves(position, price)
                for after in moves:
                    if after in ahead:
                        ahead[after] += ways
                    elif after not in seen:
                        if not bound.outlooks or bound.allows(moments(after), len(layers)):
                            ahead[after] = ways
                        else:
                            bound.is_cut = bound.is_cut or not bound.is_hopeless(moments(after))
                            seen.add(after)
        return ahead

    def _bounds(self, first: Position, most: int | None) -> Iterator[Bound]:
        """Yield higher and higher limits on the price that is left at `first`, up to `most`.

        The first one is what must be paid at least. If no goal can be reached, yield nothing.
        """
        outlooks: list[Outlook | Tours] = []
        if self._is_simple:
            bound = most if self.tours is None else FEW if most is None else min(FEW, most)
            yield Bound(bound)
            if bound == most or self.tours is None:
                return
            outlooks, nearest = [self.tours], [self.tours.least(first)]
        else:
            found = [self._ahead(place, moment) for place, moment in enumerate(first[0])]
            outlooks, nearest = [*found], [outlook.nearest(most) for outlook in found]
        least = max(1, *nearest)
        if least == inf or (most is not None and least > most):
            return
        for more in chain((0,), (2**power for power in count())):
            bound = int(least) + more if most is None else min(int(least) + more, most)
            for outlook in outlooks:
                outlook.look(bound)
            yield Bound(bound, outlooks)
            if bound == most:
                return

    def _outlook(self, place: int, first: Moment) -> Outlook:
        """Return what must be paid from `first`, a moment of the start with index `place`."""

        def moves(moment: Moment, price: int) -> Iterator[Moment]:
            self.effort_left -= self._effort(price) // len(self.goals)
            if self.effort_left < 0:
                raise TooLargeError
            for piece in self.deck.pieces(self.metric, price):
                after = moment_after(moment, piece)
                if after is not None:
                    yield after

        return Outlook(first, moves, partial(may_end, goal=self.goals[place]))

    def _effort_of(self, price: int) -> int:
        """Count the steps needed to run every piece that costs `price` from every start."""
        pieces = self.deck.pieces(self.metric, price)
        steps = (EFFORT_OF_ASKING if each.steps is None else len(each.steps) for each in pieces)
        return sum(steps) * len(self.effects.starts)

    def _find_moves(self, position: Position, price: int) -> list[Position | None]:
        """Return, for each piece that costs `price`, the position after it, or `None`.

        The result is `None` for a piece that is not allowed.
        """
        if self.effort_left < 0:
            raise TooLargeError
        pieces = self.deck.pieces(self.metric, price)
        if self._is_simple and price == 1 and len(pieces) == len(self.deck.cards):
            return position.ahead(self.deck.cards)  # type: ignore[no-any-return]  # it is a moment
        return [self.effects.after(position, piece) for piece in pieces]

    def _laid(self, program: Program) -> tuple[Position | None, int]:
        """Return the position after `program`, and the program's price.

        If the program is not allowed, the position is `None`.
        """
        position, paid = self.effects.first, 0
        for piece in (Piece.of(node, self.deck.calls) for node in program.body):
            position = self.effects.after(position, piece)
            paid += piece.count(self.metric)
            if position is None:
                break
        return position, paid

    def programs(self) -> Iterator[Program]:
        """Yield all programs that the last search with a result has counted."""
        layers, goals = self._last
        yield from (Program(row) for goal in goals for row in self._rows(layers, goal))

    def _rows(self, layers: Sequence[Layer], end: Position) -> Iterator[tuple[Node, ...]]:
        """Yield the rows of all cheapest programs that end at `end`."""
        if len(layers) == 1:
            yield ()
        for price in range(1, len(layers))[: self._longest]:
            pieces, before = self.deck.pieces(self.metric, price), layers[:-price]
            for position in before[-1]:
                moves = self._moves[price].get(position, ())
                if end in moves:  # mostly it is not
                    pairs = zip(pieces, moves, strict=True)
                    for piece in (piece for piece, after in pairs if after == end):
                        yield from ((*row, piece.node) for row in self._rows(before, position))


def may_ask(start: Moment, instructions: Sequence[Instruction]) -> bool:
    """Return whether any sequence of these `instructions` makes the rules ask for a decision.

    Only the states nearest to `start` are examined, at most `MOST_STATES`.
    """
    seen, waiting = {start}, [start]
    try:
        for moment in waiting:
            _, *reached = moment.finished, *(moment[instruction] for instruction in instructions)
            for after in reached:
                if after not in seen and len(seen) < MOST_STATES:
                    seen.add(after)
                    waiting.append(after)
    except AnswerError:
        return True
    return False
