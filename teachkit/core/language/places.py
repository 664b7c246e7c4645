"""Places in the tree of a program, at which it can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias

from teachkit.core.language.nodes import (
    Bracket,
    If,
    Instruction,
    Node,
    Repeat,
    While,
    branches,
    cards_in,
)
from teachkit.core.language.program import Program

Row: TypeAlias = tuple[Node, ...]


class Place(NamedTuple):
    """A place in a program: a card or bracket, or the end of a row, where `node` is `None`.

    `number` is that of the card there, of the first one inside a bracket, or of the next one
    after the end. `around` is the bracket whose row it is; `None`: the place is at the top.
    """

    node: Node | None
    number: int
    around: Bracket | None
    row: Row
    at: int
    rebuilt: Callable[[Row], Program]

    def filled(self, *nodes: Node) -> Program:
        """Return the program with these nodes in this place instead."""
        return self.rebuilt((*self.row[: self.at], *nodes, *self.row[self.at + 1 :]))


def places(
    program: Program, into: tuple[type[Bracket], ...] = (Repeat, While, If)
) -> Iterator[Place]:
    """Yield all places of a program in reading order, those inside brackets of these types too.

    >>> program = Program.read("left, 2x(forward)")
    >>> [(place.number, str(place.filled(Instruction("jump")))) for place in places(program)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [(1, 'jump, 2x(forward)'), (2, 'left, jump'), (2, 'left, 2x(jump)'),
     (3, 'left, 2x(forward, jump)'), (3, 'left, 2x(forward), jump')]
    """
    return _places(program.body, 1, None, Program, into)


def _places(
    row: Row,
    number: int,
    around: Bracket | None,
    rebuilt: Callable[[Row], Program],
    into: tuple[type[Bracket], ...],
) -> Iterator[Place]:
    for at, node in enumerate(row):
        here = Place(node, number, around, row, at, rebuilt)
        yield here
        if isinstance(node, into):
            inside = number
            for branch, inner in enumerate(branches(node)):
                yield from _places(inner, inside, node, partial(_with_branch, here, branch), into)
                inside += sum(map(cards_in, inner))
        number += cards_in(node)
    yield Place(None, number, around, row, len(row), rebuilt)


def _with_branch(place: Place, branch: int, row: Row) -> Program:
    bracket = place.node
    assert isinstance(bracket, Repeat | While | If)
    rows = list(branches(bracket))
    rows[branch] = row
    return place.filled(with_rows(bracket, *rows))


def with_rows(bracket: Bracket, *rows: Row) -> Bracket:
    """Return a bracket with other cards inside, and in an `If` behind its `else`."""
    body, otherwise, *_ = (*rows, (), ())
    if isinstance(bracket, If):
        return replace(bracket, body=body, otherwise=otherwise)
    return replace(bracket, body=body)


def with_card(program: Program, number: int, card: Instruction) -> Program:
    """Return the program with another card of this number, from 1."""
    return next(
        place.filled(card)
        for place in places(program)
        if place.number == number and isinstance(place.node, Instruction)
    )
