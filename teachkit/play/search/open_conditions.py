"""Brackets with open conditions, which stay undecided until they make a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial, reduce
from itertools import chain, groupby
from math import prod
from operator import and_, getitem
from typing import Any, NamedTuple, TypeAlias

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
)
from teachkit.core.language.program import with_rows
from teachkit.core.run.walk import STEP_BUDGET
from teachkit.errors import AnswerError
from teachkit.play.search.deck import OPEN, Calls, TooLargeError, UnfitError
from teachkit.play.search.memory import Moment

EFFORT_OF_RUNNING = 5  # the cost of looking up the runs of a bracket

# A bit mask of possible conditions for each open question, in reading order.
Masks: TypeAlias = tuple[int, ...]


class Run(NamedTuple):
    """One possible run of some cards: the moment at its end, and its number of steps.

    `masks` has a bit mask for each open condition: the conditions that produce this run.
    """

    end: Moment
    masks: Masks
    steps: int


class Open(NamedTuple):
    """A row or a bracket that can be run while its conditions are undecided.

    `open` holds one mask, with all bits set, for each undecided condition. `runs` returns every
    possible run from a moment, except endless runs and runs in which the rules ask for a decision.
    """

    open: Masks
    runs: Callable[[Moment], list[Run]]


class Questions:
    """The possible conditions of a search, with a cache for sensors and for runs of brackets.

    `calls` are as in `Deck`. `held` returns the mask of the conditions that hold at a moment, and
    `bracket` compiles a bracket for repeated runs. Work reduces `effort_left`; `TooLargeError` is
    raised when nothing is left.
    """

    def __init__(self, conditions: Sequence[Condition], calls: Calls) -> None:
        self.conditions, self.calls = tuple(conditions), calls
        self.all = (1 << len(self.conditions)) - 1
        self.effort_left = 0
        self.held = cache(self._held)
        self.bracket = cache(self._bracket)

    def _held(self, moment: Moment) -> int:
        """Return the mask of the conditions that hold at `moment`."""
        sensors = dict.fromkeys(name for name, _ in self.conditions)
        says = {name: holds(moment, Condition(name)) for name in sensors}
        return sum(
            1 << place
            for place, (name, wanted) in enumerate(self.conditions)
            if says[name] is wanted
        )

    def spend(self, effort: int) -> None:
        self.effort_left -= effort
        if self.effort_left < 0:
            raise TooLargeError

    def firsts(self, masks: Masks) -> Iterator[Condition]:
        """Yield, for each mask, the first condition that it contains."""
        for mask in masks:
            yield self.conditions[(mask & -mask).bit_length() - 1]

    def row(self, nodes: Sequence[Node]) -> Open:
        """Return `nodes`, a row of cards and brackets, compiled for repeated runs."""
        parts: list[Open] = []
        inlined = chain.from_iterable(self.calls.get(node, (node,)) for node in nodes)
        for are_cards, each in groupby(inlined, lambda node: isinstance(node, Instruction)):
            row: list[Any] = [*each]  # either only cards or only brackets
            parts += [Open((), partial(_cards, row))] if are_cards else map(self.bracket, row)
        if len(parts) == 1:
            return parts[0]
        return Open(_masks(parts), partial(_row, parts))

    def _bracket(self, node: Bracket) -> Open:
        """Return `node`, a bracket, compiled for repeated runs.

        `bracket` caches the result for equal brackets.
        """
        rows = [self.row(row) for row in branches(node)]
        asked = (self.all,) if getattr(node, "condition", None) is OPEN else ()
        possible: Callable[[Moment], Iterable[Run]]
        match node:
            case Repeat(times):
                possible = partial(_repeated, times, rows[0])
            case While(condition):
                possible = partial(self._while, condition, asked, rows[0])
            case If(condition):
                possible = partial(self._if, condition, asked, rows[0], rows[1])

        @cache
        def runs(moment: Moment) -> list[Run]:
            self.spend(EFFORT_OF_RUNNING)
            return [run for run in possible(moment) if run.steps <= STEP_BUDGET]

        return Open(asked + _masks(rows), runs)

    def _parted(
        self, condition: Condition, asked: Masks, moment: Moment
    ) -> tuple[Masks | None, Masks | None]:
        """Split `asked` into the conditions that hold at `moment` and those that do not.

        `asked` is the mask of `condition` if that is open, or else empty. Either part is `None` if
        the test cannot have that result.
        """
        if condition is not OPEN:
            return (asked, None) if holds(moment, condition) else (None, asked)
        (mask,), held = asked, self.held(moment)
        yes, no = mask & held, mask & ~held
        return (yes,) if yes else None, (no,) if no else None

    def _while(
        self, condition: Condition, asked: Masks, body: Open, moment: Moment
    ) -> Iterator[Run]:
        """Yield the runs of a `while`, except endless ones, which return to an earlier moment."""
        going = [(Run(moment, body.open, 0), asked, frozenset[Moment]())]
        while going:
            (here, masks, steps), asked, seen = going.pop()
            yes, no = self._parted(condition, asked, here)
            if no is not None:
                yield Run(here, no + masks, steps)
            if yes is not None and here not in seen and steps <= STEP_BUDGET:
                seen |= {here}
                for ahead in body.runs(here):
                    common = both(masks, ahead.masks)
                    if common is not None:
                        going.append((Run(ahead.end, common, steps + ahead.steps), yes, seen))

    def _if(
        self, condition: Condition, asked: Masks, body: Open, other: Open, moment: Moment
    ) -> Iterator[Run]:
        yes, no = self._parted(condition, asked, moment)
        if yes is not None:
            for end, masks, steps in body.runs(moment):
                yield Run(end, yes + masks + other.open, steps)
        if no is not None:
            for end, masks, steps in other.runs(moment):
                yield Run(end, no + body.open + masks, steps)


def _masks(parts: Iterable[Open]) -> Masks:
    return tuple(chain.from_iterable(part.open for part in parts))


def _cards(cards: Sequence[Instruction], moment: Moment) -> list[Run]:
    """Return a list with the only run of `cards` from `moment`, or an empty list if it fails."""
    try:
        return [Run(reduce(getitem, cards, moment), (), len(cards))]
    except (AnswerError, UnfitError):
        return []


def _row(parts: Sequence[Open], moment: Moment) -> list[Run]:
    """Return the possible runs of `parts`, one part after another, from `moment`."""
    found = [Run(moment, (), 0)]
    for part in parts:
        found = [
            Run(ahead.end, masks + ahead.masks, steps + ahead.steps)
            for end, masks, steps in found
            for ahead in part.runs(end)
        ]
    return found


def _repeated(times: int, body: Open, moment: Moment) -> list[Run]:
    """Return the possible runs from `moment` of a loop that repeats `body` a fixed number of times.

    An open condition inside the loop is the same one in every iteration.
    """
    found = [Run(moment, body.open, 0)]
    for _ in range(times):
        found = [
            Run(ahead.end, common, steps + ahead.steps)
            for end, masks, steps in found
            for ahead in (body.runs(end) if steps <= STEP_BUDGET else ())
            if (common := both(masks, ahead.masks)) is not None
        ]
    return found


def holds(moment: Moment, condition: Condition) -> bool:
    """Return whether `condition` holds at `moment`, according to the game's own sensor."""
    memory = moment.memory
    sensed = memory.game.sensors.conditions[condition.sensor](moment.state, memory.player)
    return sensed is condition.wanted


def ways(masks: Masks) -> int:
    """Count the ways to choose one condition from each mask."""
    return prod([mask.bit_count() for mask in masks])


def both(one: Masks, other: Masks) -> Masks | None:
    """Return the bitwise intersection of each mask in `one` and its counterpart in `other`.

    Return `None` if any intersection is empty.
    """
    masks = tuple(map(and_, one, other))
    return None if 0 in masks else masks


def settled(node: Node, conditions: Iterator[Condition]) -> Node:
    """Return a copy of `node` with open conditions replaced by `conditions`, in reading order."""
    if isinstance(node, Instruction):
        return node
    if isinstance(node, While | If) and node.condition is OPEN:
        node = replace(node, condition=next(conditions))
    rows = (tuple(settled(inner, conditions) for inner in row) for row in branches(node))
    return with_rows(node, *rows)


def continued(node: Node, begun: Node) -> Node | None:
    """Return `node` with conditions taken from `begun`, or `None` if it does not extend `begun`.

    >>> from teachkit.core.language.program import Program
    >>> (begun,) = Program.read("while clear(left)").body
    >>> (node,) = Program.read("while clear(left, forward)").body
    >>> continued(node, begun) == node, continued(begun, node)
    (True, None)
    """
    match node, begun:
        case Repeat(times, body), Repeat() if times == begun.times:
            inside = _continued(body, begun.body)
            return None if inside is None else Repeat(times, inside)
        case While(condition, body), While() if condition in (OPEN, begun.condition):
            inside = _continued(body, begun.body)
            return None if inside is None else While(begun.condition, inside)
        case Procedure(_, body), Procedure():
            inside = _continued(body, begun.body)
            return None if inside is None else Procedure(begun.name, inside)
        case If(condition, body, otherwise), If() if condition in (OPEN, begun.condition):
            inside, other = _continued(body, begun.body), _continued(otherwise, begun.otherwise)
            if inside is None or other is None or (begun.otherwise and len(body) > len(begun.body)):
                return None
            return If(begun.condition, inside, other)
    return node if node == begun else None


def _continued(nodes: tuple[Node, ...], begun: tuple[Node, ...]) -> tuple[Node, ...] | None:
    """Return `nodes` with conditions taken from `begun`, or `None` if they do not extend `begun`.

    Only the last bracket of `begun` may get more cards inside.
    """
    if len(nodes) < len(begun):
        return None
    found: list[Node] = []
    for place, mine in enumerate(begun):
        is_last = place == len(begun) - 1
        same = continued(nodes[place], mine)
        if same is None or (not is_last and same != mine):
            return None
        found.append(same)
    return (*found, *nodes[len(begun) :])
