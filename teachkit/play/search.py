"""Looking ahead: the cheapest program that reaches a goal, by exact search over the rules.

A program is a row of pieces, an instruction or a loop around cards. What a piece costs depends on
the metric; where it leads is asked of remembered transitions. So the cheapest row is a shortest
path, and what is found is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import heappop, heappush
from itertools import count, islice
from operator import getitem
from typing import Any, NamedTuple

from teachkit.core.nodes import Instruction, Node, Repeat
from teachkit.core.program import Program
from teachkit.errors import AnswerError
from teachkit.play import memory

MOST_PIECES = 20_000
MOST_POSITIONS = 200_000
MOST_STATES = 2_000


class TooLargeError(Exception):
    """The search would take longer than anyone waits; nothing is proven."""


class Piece(NamedTuple):
    """Something laid at once: an instruction, or a loop with its cards."""

    node: Node
    cards: int
    steps: tuple[Instruction, ...]
    uses: tuple[str, ...]


class Found(NamedTuple):
    """A cheapest program, and what it costs."""

    program: Program
    cost: int


@dataclass(frozen=True)
class Deck:
    """What may be laid: instructions, loops and how long they may be, limits by card name."""

    instructions: tuple[str, ...]
    loops: tuple[int, ...] = ()
    loop_cards: int | None = 2
    nested: bool = False
    limits: Mapping[str, int] | None = None

    def pieces(self, most: int) -> list[Piece]:
        """Every piece of at most so many cards. Raises `TooLargeError` when there are too many."""
        found: list[Piece] = []
        for cards in range(1, most + 1):
            found += islice(self._pieces(cards), MOST_PIECES)
            if len(found) >= MOST_PIECES:
                raise TooLargeError
        return found

    def _pieces(self, cards: int) -> Iterator[Piece]:
        """Every piece of exactly so many cards."""
        if cards == 1:
            yield from map(_piece, map(Instruction, self.instructions))
        elif not self.loop_cards or cards - 1 <= self.loop_cards:
            for times in self.loops:
                for body in self._rows(cards - 1):
                    yield _loop(times, body)

    def _rows(self, cards: int) -> Iterator[tuple[Piece, ...]]:
        """Every row of pieces inside a loop of exactly so many cards."""
        if cards == 0:
            yield ()
        for first in range(1, cards + 1 if self.nested else 2):
            for piece in self._pieces(first) if cards else ():
                for rest in self._rows(cards - first):
                    yield (piece, *rest)


def _piece(instruction: Instruction) -> Piece:
    return Piece(instruction, 1, (instruction,), (str(instruction),))


def _loop(times: int, body: Sequence[Piece]) -> Piece:
    steps = tuple(step for piece in body for step in piece.steps) * times
    names = tuple(name for piece in body for name in piece.uses)
    node = Repeat(times, tuple(piece.node for piece in body))
    return Piece(node, 1 + sum(piece.cards for piece in body), steps, (*names, f"{times}x"))


def fewest_cards(piece: Piece) -> int:
    """The metric of a short program."""
    return piece.cards


def fewest_steps(piece: Piece) -> int:
    """The metric of a quick run."""
    return len(piece.steps)


def cheapest(
    starts: Sequence[memory.Node],
    deck: Deck,
    is_goal: Callable[[Sequence[Any]], bool],
    metric: Callable[[Piece], int] = fewest_cards,
    most: int = 8,
    needs: frozenset[str] = frozenset(),
) -> Found | None:
    """The cheapest program that reaches the goal from all starts at once; `None`: there is none.

    `is_goal` is asked of the states after the program has ended, one for each start; `most` is
    the highest number of cards; `needs` are cards that must be used. Raises `TooLargeError` beyond
    exact reach.
    """
    pieces = deck.pieces(most)
    limits = {name: limit for name, limit in (deck.limits or {}).items() if limit is not None}
    counted = sorted(limits)
    search = _Search(tuple(pieces), counted, limits, metric, most, needs)
    return search.run(tuple(starts), is_goal)


def may_ask(start: memory.Node, names: Sequence[str]) -> bool:
    """Whether some row of these instructions makes the rules ask somebody.

    Only so many states are looked at, the nearest first.
    """
    instructions = [Instruction(name) for name in names]
    seen, waiting = {start}, [start]
    try:
        for node in waiting:
            _, *reached = node.finished, *(node[instruction] for instruction in instructions)
            for after in reached:
                if after not in seen and len(seen) < MOST_STATES:
                    seen.add(after)
                    waiting.append(after)
    except AnswerError:
        return True
    return False


@dataclass(frozen=True)
class _Search:
    pieces: tuple[Piece, ...]
    counted: list[str]
    limits: Mapping[str, int]
    metric: Callable[[Piece], int]
    most: int
    needs: frozenset[str]

    def run(
        self, starts: tuple[memory.Node, ...], is_goal: Callable[[Sequence[Any]], bool]
    ) -> Found | None:
        order = count()
        first = (starts, (0,) * len(self.counted), self.needs, 0)
        queue: list[tuple[int, int, int, Any, Any]] = [(0, 0, next(order), first, None)]
        came_from: dict[Any, Any] = {}
        best: dict[Any, list[tuple[int, int]]] = {}
        while queue:
            cost, cards, _, position, back = heappop(queue)
            key = (*position[:3], cards > 0)  # to lay nothing is no way to end where one began
            if self._is_worse(best.setdefault(key, []), cost, cards):
                continue
            best[key].append((cost, cards))
            came_from[position] = back
            if len(came_from) > MOST_POSITIONS:
                raise TooLargeError
            nodes, _, missing, _ = position
            if cards and not missing and self._arrives(nodes, is_goal):
                return Found(_program(came_from, position), cost)
            for piece in self.pieces:
                if cards + piece.cards <= self.most and (after := self._lay(position, piece)):
                    price, laid = cost + self.metric(piece), cards + piece.cards
                    heappush(queue, (price, laid, next(order), after, (position, piece)))
        return None

    def _arrives(
        self, nodes: Sequence[memory.Node], is_goal: Callable[[Sequence[Any]], bool]
    ) -> bool:
        """Whether a program that ends here reaches the goal; it does not if the rules would ask."""
        try:
            return is_goal([node.finished.state for node in nodes])
        except AnswerError:
            return False

    def _is_worse(self, known: list[tuple[int, int]], cost: int, cards: int) -> bool:
        """Whether some way here was as cheap with as few cards."""
        return any(other <= cost and fewer <= cards for other, fewer in known)

    def _lay(self, position: Any, piece: Piece) -> Any:
        """Where a piece leads; `None` if the hand has too few cards or the rules would ask."""
        nodes, used, missing, laid = position
        used = tuple(
            number + piece.uses.count(name) for name, number in zip(self.counted, used, strict=True)
        )
        limits = zip(self.counted, used, strict=True)
        if any(number > self.limits[name] for name, number in limits):
            return None
        try:
            after = tuple(reduce(getitem, piece.steps, node) for node in nodes)
        except AnswerError:
            return None
        return after, used, missing - set(piece.uses), laid + piece.cards


def _program(came_from: Mapping[Any, Any], position: Any) -> Program:
    nodes: list[Node] = []
    while came_from[position]:
        position, piece = came_from[position]
        nodes.append(piece.node)
    return Program(tuple(reversed(nodes)))
