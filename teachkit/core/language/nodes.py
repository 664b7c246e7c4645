"""The nodes of a program: instructions, and the brackets around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias

from teachkit.words import say


class Instruction(NamedTuple):
    """One command as printed on a card: its name and its arguments.

    >>> str(Instruction("shove", ("left",)))
    'shove left'
    """

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments))


class Condition(NamedTuple):
    """The result of a sensor that lets a `While` or an `If` run its cards.

    >>> str(Condition("blocked", wanted=False))
    'not blocked'
    """

    sensor: str
    wanted: bool = True

    def __str__(self) -> str:
        return self.sensor if self.wanted else f"not {self.sensor}"

    @classmethod
    def read(cls, text: str) -> Condition:
        words = text.split()
        return cls(words[-1], wanted=words[0] != "not")


@dataclass(frozen=True, slots=True)
class Repeat:
    """A loop around cards: they run `times` times."""

    times: int
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """Cards that run again and again as long as the condition holds. A teaching card."""

    condition: Condition
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """Cards that run only if the condition holds, and others if not. A teaching card."""

    condition: Condition
    body: tuple[Node, ...] = ()
    otherwise: tuple[Node, ...] = ()


Node: TypeAlias = Instruction | Repeat | While | If
Bracket: TypeAlias = Repeat | While | If

MOST_TIMES = 999
MOST_BRACKETS = 50


def branches(node: Node) -> tuple[tuple[Node, ...], ...]:
    """Return the rows of cards inside a bracket: one, or two for an `If`. A card has none."""
    if isinstance(node, Instruction):
        return ()
    return (node.body, node.otherwise) if isinstance(node, If) else (node.body,)


def inside(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside a bracket."""
    return chain.from_iterable(branches(node))


def instructions_in(nodes: Sequence[Node]) -> Iterator[Instruction]:
    """Yield all instructions in reading order: card 1, card 2, …"""
    for node in nodes:
        if isinstance(node, Instruction):
            yield node
        else:
            for branch in branches(node):
                yield from instructions_in(branch)


def brackets_in(nodes: Sequence[Node], first: int = 1) -> Iterator[tuple[Bracket, int, int]]:
    """Yield all brackets in reading order, with the numbers of their first and last card.

    For an empty bracket, the last card is one before the first.

    >>> [(first, last) for _, first, last in brackets_in((Repeat(2, (Instruction("left"),)),))]
    [(1, 1)]
    """
    for node in nodes:
        size = cards_in(node)
        if not isinstance(node, Instruction):
            yield node, first, first + size - 1
            yield from brackets_in((*inside(node),), first)
        first += size


def cards_in(node: Node) -> int:
    """Return the number of cards in a node; brackets themselves are not numbered."""
    if isinstance(node, Instruction):
        return 1
    return sum(cards_in(inner) for branch in branches(node) for inner in branch)


def count_brackets(node: Node) -> int:
    """Return the number of brackets in a node, itself included; they are numbered like cards."""
    if isinstance(node, Instruction):
        return 0
    return 1 + sum(count_brackets(inner) for branch in branches(node) for inner in branch)


def too_deep() -> str:
    """Return the sentence for brackets that are nested too deeply."""
    return say("At most {most} brackets may lie inside one another.", most=MOST_BRACKETS)


def depth(nodes: Sequence[Node]) -> int:
    """Return the number of brackets around the deepest card."""
    return max((1 + depth((*inside(node),)) for node in nodes if branches(node)), default=0)
