"""Exact search with questions: the cheapest program with `while` and `if` that reaches a goal.

`Distances` are the fewest steps to the goal of one start, whatever cards are laid for them. They
bound the search from below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import NamedTuple, TypeAlias

from teachkit.core.language.nodes import Instruction, Node
from teachkit.core.language.program import Program
from teachkit.errors import AnswerError
from teachkit.play.search.deck import Deck, Numbers, Piece, Tally, TooLargeError, UnfitError
from teachkit.play.search.exact import NOTHING, Found
from teachkit.play.search.memory import Moment
from teachkit.play.search.open_conditions import (
    Masks,
    Open,
    Questions,
    both,
    continued,
    open_row,
    settled,
    ways,
)

MOST_MOMENTS = 5_000  # beyond that a learner would have to wait


class Distances:
    """From every moment that matters, the fewest steps to a goal.

    What matters is what lies on a way of at most so many steps from the start; without `most`, on
    a shortest way. Raises `TooLargeError` where there is more to look at than anyone waits for.

    >>> from teachkit.games import algoracing
    >>> from teachkit.play.search.memory import Memory
    >>> start = algoracing.Setup(floor=". . .", rovers={"red": "a1 east"}).state()
    >>> moment = Memory(algoracing.GAME, "red").moment(start)
    >>> def is_goal(end): return algoracing.GAME.whereabouts(end.state, "red") == "c1 east"
    >>> found = Distances(moment, [Instruction("forward"), Instruction("left")], is_goal)
    >>> found.fewest, found.left(moment[Instruction("forward")])
    (2, 1)
    >>> found.left(moment[Instruction("left")]) is None
    True
    """

    def __init__(
        self,
        start: Moment,
        cards: Sequence[Instruction],
        is_goal: Callable[[Moment], bool],
        most: int | None = None,
    ) -> None:
        goals: list[Moment] = []
        before: dict[Moment, list[Moment]] = {start: []}
        layer, steps = [start], 0
        while layer:
            goals += filter(is_goal, layer)
            if steps == most or (most is None and goals):
                break
            layer, steps = self._next(layer, cards, before), steps + 1
        self._left = self._back(goals, before)
        self.fewest = self._left.get(start)

    def left(self, moment: Moment) -> int | None:
        """The fewest steps from here; `None`: it does not matter how many."""
        return self._left.get(moment)

    def _next(
        self,
        layer: Sequence[Moment],
        cards: Sequence[Instruction],
        before: dict[Moment, list[Moment]],
    ) -> list[Moment]:
        """What is met for the first time one step later; all ways there are noted."""
        ahead: list[Moment] = []
        for moment in layer:
            for card in cards:
                after = _after(moment, card)
                if after is None:
                    continue
                if after not in before:
                    before[after] = []
                    ahead.append(after)
                before[after].append(moment)
        if len(before) > MOST_MOMENTS:
            raise TooLargeError
        return ahead

    def _back(
        self, goals: Sequence[Moment], before: dict[Moment, list[Moment]]
    ) -> dict[Moment, int]:
        left = dict.fromkeys(goals, 0)
        waiting = list(left)
        for moment in waiting:
            for nearer in before[moment]:
                if nearer not in left:
                    left[nearer] = left[moment] + 1
                    waiting.append(nearer)
        return left


def _after(moment: Moment, card: Instruction) -> Moment | None:
    """Where a card leads; nowhere if the rules would ask somebody."""
    try:
        return moment[card]
    except (AnswerError, UnfitError):
        return None


MOST_EFFORT = 400_000  # pieces laid and brackets run


class Position(NamedTuple):
    """Where pieces lead on each start, what they use of the hand, and steps where they matter."""

    moments: tuple[Moment, ...]
    used: Numbers
    steps: int = 0


class Laid(NamedTuple):
    """A piece made ready: what it uses, and where it leads."""

    node: Node
    uses: Numbers
    row: Open


class Budget(NamedTuple):
    """How many steps the first start may take, and how far its goal is from where."""

    steps: int
    distances: Distances

    def is_enough(self, moment: Moment, steps: int) -> bool:
        """Whether the goal can still be reached after so many steps from here."""
        left = self.distances.left(moment)
        return left is not None and steps + left <= self.steps


class Beginning(NamedTuple):
    """Where a search begins: a bracket to be filled next; whether a first piece may do nothing."""

    position: Position
    begun: Node | None
    may_idle: bool


Layer: TypeAlias = dict[Position, int]
End: TypeAlias = tuple[tuple[Moment, ...], Masks, int]
Move: TypeAlias = tuple[Position, Masks, Node]


class AskingSearch:
    """The programs of a deck with `while` or `if` on these starts; what was found out is kept.

    A goal is asked of the moment after the program has ended, for each start its own. `most` and
    `needs` are what they are for a `Search`.
    """

    def __init__(
        self,
        starts: Sequence[Moment],
        deck: Deck,
        goals: Sequence[Callable[[Moment], bool]],
        most: Mapping[str, int] | None = None,
        needs: frozenset[str] = frozenset(),
    ) -> None:
        limits = {**deck.limits, **(most or {})}
        self.deck = replace(deck, limits=limits)
        self.starts, self.goals = tuple(starts), goals
        self.tally = Tally({name: limits[name] for name in limits if name != "cards"}, needs)
        self.questions = Questions(deck.conditions)
        self._laid: dict[int, list[Laid]] = {}
        self._there: list[dict[Moment, bool]] = [{} for _ in starts]
        self._off: list[dict[Moment, bool]] = [{} for _ in starts]
        self._near = (self._is_there, self._is_one_card_off)  # by the cards that are left

    def cheapest(
        self, after: Program = NOTHING, begun: Node | None = None, effort: int = MOST_EFFORT
    ) -> Found | None:
        """The program of fewest cards that begins with these pieces; `None`: there is none.

        If a bracket is `begun`, it comes next and is filled or left as it is. Raises
        `TooLargeError` beyond exact reach.
        """
        self.questions.effort_left = effort
        return self._cheapest(after, begun)

    def quickest(self, after: Program = NOTHING, effort: int = MOST_EFFORT) -> Found | None:
        """The same for the fewest steps on the first start, and of these the fewest cards.

        A card that no start ever comes to costs no step: without that there would be no end of
        programs that are as quick.
        """
        if self.cheapest(after, effort=effort) is None:
            return None
        first = self._after(after)
        assert first
        nearest = self._distances(first)
        for steps in count(nearest.fewest or 0):
            self.questions.effort_left = effort
            budget = Budget(first.steps + steps, self._distances(first, steps))
            if found := self._cheapest(after, None, budget):
                return Found(found.program, budget.steps, found.programs)
        raise AssertionError

    def _distances(self, first: Position, most: int | None = None) -> Distances:
        """How far it is to the goal of the first start alone."""
        is_there = partial(self._is_there, 0)
        return Distances(first.moments[0], self.deck.cards, is_there, most)

    def _after(self, program: Program) -> Position | None:
        """Where these pieces lead; `None`: they may not be laid, or never end."""
        moments, used, steps = self.starts, self.tally.nothing, 0
        for node in program.body:
            more = self.tally.added(used, self.tally.counts(Piece.of(node)))
            row = open_row(self.questions, (node,))
            runs = [run for moment in moments for run in row.runs(moment)]
            if more is None or len(runs) < len(moments):
                return None
            moments, used = tuple(run.end for run in runs), more
            steps += runs[0].steps
        return Position(moments, used, steps)

    def _cheapest(
        self, after: Program, begun: Node | None, budget: Budget | None = None
    ) -> Found | None:
        first = self._after(after)
        if first is None:
            return None
        is_there = self._is_goal(first)
        if after and is_there and not begun:
            return Found(after, after.cost, 1)
        position = first if budget else first._replace(steps=0)
        begin = Beginning(position, begun, may_idle=is_there or begun is not None)
        left = None if self.deck.most is None else self.deck.most - after.cost
        for cards in count(1) if left is None else range(1, left + 1):
            layers = self._layers(begin, cards, budget)
            if goals := [each for each in layers[-1] if self.tally.is_enough(each.used)]:
                programs = sum(layers[-1][goal] for goal in goals)
                row = self._row(layers, begin, goals[0], budget)
                return Found(after + row, after.cost + cards, programs)
        return None

    def _layers(self, begin: Beginning, cards: int, budget: Budget | None) -> list[Layer]:
        """The positions of each price, and in how many ways each is reached; at last the goals."""
        layers: list[Layer] = [{begin.position: 1}, *({} for _ in range(cards))]
        for place, layer in enumerate(layers):
            for position, known in layer.items():
                for price in range(1, cards - place + 1):
                    ahead, left = layers[place + price], cards - place - price
                    here = None if place else begin
                    for end, masks, _ in self._moves(position, price, here, left, budget):
                        ahead[end] = ahead.get(end, 0) + known * ways(masks)
        return layers

    def _moves(
        self,
        position: Position,
        price: int,
        begin: Beginning | None,
        left: int,
        budget: Budget | None,
    ) -> Iterator[Move]:
        """Where the pieces of this price lead, with so many cards left; at last only to a goal.

        A piece that changes nothing could be left out, so it is; but not all of a program.
        """
        for laid in self._pieces(price, begin.begun if begin else None):
            used = self.tally.added(position.used, laid.uses)
            if used is None:
                continue
            self.questions.spend(1)
            may_idle = (begin and begin.may_idle) or self.tally.is_news(position.used, used)
            for moments, masks, steps in self._ends(position, laid.row, left, budget):
                if may_idle or moments != position.moments:
                    yield Position(moments, used, steps), masks, laid.node

    def _ends(self, position: Position, row: Open, left: int, budget: Budget | None) -> list[End]:
        """Where a piece leads from all starts, one after another, as long as there is a way."""
        found: list[End] = [((), row.open, 0)]
        for place, moment in enumerate(position.moments):
            runs = row.runs(moment)
            if left < len(self._near):
                is_near = self._near[left]
                runs = [run for run in runs if is_near(place, run.end)]
            if budget and not place:
                taken = [(run, position.steps + run.steps) for run in runs]
                found = [
                    ((run.end,), run.masks, steps)
                    for run, steps in taken
                    if budget.is_enough(run.end, steps)
                ]
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
        """All pieces of this price, or those that go on with a bracket that is begun."""
        if begun:
            pieces = self.deck.pieces("cards", price)
            nodes = [(piece, continued(piece.node, begun)) for piece in pieces]
            return [self._made(node, piece) for piece, node in nodes if node is not None]
        if price not in self._laid:
            pieces = self.deck.pieces("cards", price)
            self._laid[price] = [self._made(piece.node, piece) for piece in pieces]
        return self._laid[price]

    def _made(self, node: Node, piece: Piece) -> Laid:
        return Laid(node, self.tally.counts(piece), open_row(self.questions, (node,)))

    def _is_there(self, place: int, moment: Moment) -> bool:
        """Whether a program may end here and has reached the goal of this start."""
        known = self._there[place].get(moment)
        if known is None:
            try:
                known = self.goals[place](moment.finished)
            except (AnswerError, UnfitError):
                known = False
            self._there[place][moment] = known
        return known

    def _is_one_card_off(self, place: int, moment: Moment) -> bool:
        """Whether some card leads to the goal of this start."""
        known = self._off[place].get(moment)
        if known is None:
            runs = (run for laid in self._pieces(1, None) for run in laid.row.runs(moment))
            known = self._off[place][moment] = any(self._is_there(place, run.end) for run in runs)
        return known

    def _is_goal(self, position: Position) -> bool:
        return self.tally.is_enough(position.used) and all(
            self._is_there(place, moment) for place, moment in enumerate(position.moments)
        )

    def _row(
        self, layers: Sequence[Layer], begin: Beginning, end: Position, budget: Budget | None
    ) -> Program:
        """One of the cheapest rows to a position, found from its end."""
        row: list[Node] = []
        place = len(layers) - 1
        while place:
            place, end, node = next(
                (before, position, settled(node, self.questions.firsts(masks)))
                for before in range(place)
                for position in layers[before]
                for found, masks, node in self._moves(
                    position,
                    place - before,
                    begin if not before else None,
                    len(layers) - 1 - place,
                    budget,
                )
                if found == end
            )
            row.append(node)
        return Program(tuple(reversed(row)))
