"""Exact search for the cheapest program with `while` and `if` that reaches a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import count
from typing import NamedTuple, TypeAlias

from teachkit.core.language.instructions import Node
from teachkit.core.language.program import Program
from teachkit.play.search.deck import Deck, Numbers, Piece, Tally, TooLargeError
from teachkit.play.search.exact import NOTHING, Bound, Found, Outlook, may_end
from teachkit.play.search.memory import Moment
from teachkit.play.search.open_conditions import (
    EFFORT_OF_RUNNING,
    Masks,
    Open,
    Questions,
    both,
    continued,
    settled,
    ways,
)

MOST_MOMENTS = 5_000  # with more, a learner would have to wait
MOST_EFFORT = 400_000  # the limit on the number of pieces added plus the cost of running brackets


class Position(NamedTuple):
    """The result of running some pieces: a moment for each start, and counts of the cards used.

    `steps` is the number of steps taken from the first of the starts, or 0 if steps are not
    limited.
    """

    moments: tuple[Moment, ...]
    used: Numbers
    steps: int = 0


class Laid(NamedTuple):
    """A piece of a program: its node, counts of the cards that it uses, and its possible runs."""

    node: Node
    uses: Numbers
    row: Open


class Round(NamedTuple):
    """One iteration of the search, for programs that add exactly `cards` cards to `first`.

    If `begun` is a bracket, the first piece completes it. If `may_idle` is true, the first piece
    may have no effect on any moment. `bound` limits the steps from the first of the starts.
    """

    first: Position
    cards: int
    begun: Node | None
    may_idle: bool
    bound: Bound | None


Layer: TypeAlias = dict[Position, int]
End: TypeAlias = tuple[tuple[Moment, ...], Masks, int]
Move: TypeAlias = tuple[Position, Masks, Node]


class AskingSearch:
    """A search for the cheapest programs with `while` or `if` that work from all `starts`.

    `goals` holds a function for each start. It receives the moment after the end of a program, and
    returns whether that is a goal. `needs` are cards that must be used at least once. Intermediate
    results are cached.
    """

    def __init__(
        self,
        starts: Sequence[Moment],
        deck: Deck,
        goals: Sequence[Callable[[Moment], bool]],
        needs: frozenset[str] = frozenset(),
    ) -> None:
        self.starts, self.deck, self.goals = tuple(starts), deck, goals
        limits = {name: limit for name, limit in deck.limits.items() if name != "cards"}
        self.tally = Tally(limits, needs)
        self.questions = Questions(deck.conditions, deck.calls)
        self._laid = cache(self._pieces)
        self._fitting = cache(self._allowed)
        self._is_there = cache(lambda place, moment: may_end(moment, goals[place]))
        self._is_one_card_off = cache(self._is_beside_end)
        self._near = (self._is_there, self._is_one_card_off)  # indexed by the number of cards left

    @property
    def effort_left(self) -> int:
        """The effort that the last search had left."""
        return self.questions.effort_left

    def cheapest(
        self,
        after: Program = NOTHING,
        begun: Node | None = None,
        effort: int | None = None,
        bound: Bound | None = None,
    ) -> Found | None:
        """Return the program with the fewest cards that begins with `after`, or `None`.

        If `begun` is a bracket, it comes next, and may get more cards inside. `bound` limits the
        steps from the first of the starts. Raise `TooLargeError` if an exact answer would take more
        than `effort`, by default `MOST_EFFORT`.
        """
        self.questions.effort_left = MOST_EFFORT if effort is None else effort
        first = self._after(after)
        if first is None:
            return None
        is_there = self.tally.is_enough(first.used) and all(
            self._is_there(place, moment) for place, moment in enumerate(first.moments)
        )
        if after and is_there and not begun:
            return Found(after, after.cost, 1)
        first = first if bound else first._replace(steps=0)
        may_idle = is_there or begun is not None
        left = None if self.deck.most is None else self.deck.most - after.cost
        for cards in count(1) if left is None else range(1, left + 1):
            this = Round(first, cards, begun, may_idle, bound)
            layers = self._layers(this)
            if goals := [each for each in layers[-1] if self.tally.is_enough(each.used)]:
                programs = sum(layers[-1][goal] for goal in goals)
                row = self._row(this, layers, goals[0])
                return Found(after + row, after.cost + cards, programs)
        return None

    def quickest(self, after: Program = NOTHING, effort: int | None = None) -> Found | None:
        """Return the program that begins with `after` and takes the fewest steps, or `None`.

        Steps are counted from the first of the starts. Of equally fast programs, the result is one
        with the fewest cards, because any number of cards that never run could be added to it.
        """
        known = self.cheapest(after, effort=effort)
        if known is None:
            return None
        first = self._after(after)
        assert first

        def within(steps: int, outlook: Outlook) -> Found | None:
            outlook.look(steps - first.steps)
            return self.cheapest(after, effort=effort, bound=Bound(steps, (outlook,)))

        outlook = self.outlook(first.moments[0])
        least = first.steps + int(outlook.nearest())
        with suppress(TooLargeError):  # tighter bounds may take less effort
            fewest, ahead = self._steps(known.program), self.outlook(first.moments[0])
            while fewest > least and (sooner := within(fewest - 1, ahead)):
                fewest = self._steps(sooner.program)
            least = fewest
        for steps in count(least):
            if found := within(steps, outlook):
                return found._replace(cost=steps)
        raise AssertionError

    def outlook(self, first: Moment) -> Outlook:
        """Return the outlook from `first`, a moment of the first start; its prices are in steps.

        It allows any number of each card, so its prices are lower bounds for the search.
        """

        def moves(moment: Moment, price: int) -> Iterable[Moment]:
            ahead = moment.ahead(self.deck.cards) if price == 1 else ()
            return (after for after in ahead if after is not None)

        return Outlook(first, moves, partial(self._is_there, 0), MOST_MOMENTS)

    def _after(self, program: Program) -> Position | None:
        """Return the position after `program`, or `None` if it is not allowed or never ends."""
        moments, used, steps = self.starts, self.tally.nothing, 0
        for node in program.body:
            more = self.tally.added(used, self.tally.counts(Piece.of(node, self.deck.calls)))
            row = self.questions.row((node,))
            runs = [run for moment in moments for run in row.runs(moment)]
            if more is None or len(runs) < len(moments):
                return None
            moments, used = tuple(run.end for run in runs), more
            steps += runs[0].steps
        return Position(moments, used, steps)

    def _steps(self, program: Program) -> int:
        """Return the number of steps that `program`, which ends, takes from the first start."""
        position = self._after(program)
        assert position
        return position.steps

    def _layers(self, this: Round) -> list[Layer]:
        """Return a layer of positions for each number of added cards; the last contains only goals.

        A layer maps each position to the number of programs that end there.
        """
        layers: list[Layer] = [{this.first: 1}, *({} for _ in range(this.cards))]
        for place, layer in enumerate(layers):
            for position, known in layer.items():
                for paid in range(place + 1, this.cards + 1):
                    ahead = layers[paid]
                    for end, masks, _ in self._moves(this, place, position, paid):
                        ahead[end] = ahead.get(end, 0) + known * ways(masks)
        return layers

    def _moves(self, this: Round, place: int, position: Position, paid: int) -> Iterator[Move]:
        """Yield the moves that add one piece to `position`.

        The new part of the program has `place` cards before a move, and `paid` cards after it.
        Moves that complete it are left out if they miss a goal. A piece that changes no moment is
        skipped, because the program is cheaper without it. Exceptions are a piece that uses a
        needed card for the first time, and the first piece of a round whose `may_idle` is true.
        """
        begun, may_idle = (None, False) if place else (this.begun, this.may_idle)
        for laid, used, is_news in self._fitting(paid - place, begun, position.used):
            self.questions.spend(1)
            may_stay = may_idle or is_news
            for moments, masks, steps in self._ends(this, position, laid.row, paid):
                if may_stay or moments != position.moments:
                    yield Position(moments, used, steps), masks, laid.node

    def _ends(self, this: Round, position: Position, row: Open, paid: int) -> list[End]:
        """Return the possible results of running `row` from `position`.

        Each result is a tuple: a moment for each start, the masks of the conditions that produce
        these moments, and the number of steps.
        """
        left, bound = this.cards - paid, this.bound
        is_near = self._near[left] if left < len(self._near) else None
        found: list[End] = []
        for place, moment in enumerate(position.moments):
            runs = row.runs(moment)
            if is_near:
                runs = [run for run in runs if is_near(place, run.end)]
            if not place:
                found = [
                    ((run.end,), run.masks, position.steps + run.steps if bound else 0)
                    for run in runs
                ]
                if bound:
                    found = [end for end in found if bound.allows(end[0], end[2])]
            else:
                found = [
                    ((*ends, run.end), common, steps)
                    for ends, masks, steps in found
                    for run in runs
                    if (common := both(masks, run.masks)) is not None
                ]
            if not found:
                break
        return found

    def _pieces(self, price: int, begun: Node | None) -> list[Laid]:
        """Return all pieces that cost `price`, or only those that complete the bracket `begun`."""
        pieces = self.deck.pieces("cards", price)
        is_free = price > 1 and not (begun or self.tally.limits)
        if is_free and len(pieces) * (1 + EFFORT_OF_RUNNING) > self.questions.effort_left:
            raise TooLargeError  # sooner than by adding and running each of these brackets
        nodes = [continued(piece.node, begun) if begun else piece.node for piece in pieces]
        return [
            Laid(node, self.tally.counts(piece), self.questions.row((node,)))
            for piece, node in zip(pieces, nodes, strict=True)
            if node is not None
        ]

    def _allowed(
        self, price: int, begun: Node | None, used: Numbers
    ) -> list[tuple[Laid, Numbers, bool]]:
        """Return the pieces that cost `price` and may be added when the cards `used` are used.

        Each comes with the cards used then, and whether that includes a needed card for the first
        time.
        """
        found = ((laid, self.tally.added(used, laid.uses)) for laid in self._laid(price, begun))
        return [
            (laid, more, self.tally.is_news(used, more)) for laid, more in found if more is not None
        ]

    def _is_beside_end(self, place: int, moment: Moment) -> bool:
        """Return whether one more card after `moment` is enough to reach goal number `place`."""
        runs = (run for laid in self._laid(1, None) for run in laid.row.runs(moment))
        return any(self._is_there(place, run.end) for run in runs)

    def _row(self, this: Round, layers: Sequence[Layer], end: Position) -> Program:
        """Return one of the cheapest programs that end at `end`, traced back through `layers`."""
        row: list[Node] = []
        place = len(layers) - 1
        while place:
            place, end, node = next(
                (before, position, settled(node, self.questions.firsts(masks)))
                for before in range(place)
                for position in layers[before]
                for found, masks, node in self._moves(this, before, position, place)
                if found == end
            )
            row.append(node)
        return Program(tuple(reversed(row)))
