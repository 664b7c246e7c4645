"""The nodes of a program: instructions, and the brackets around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from teachkit.words import say


class Instruction(NamedTuple):
    """A command as printed on a card: its name and its arguments.

    >>> str(Instruction("shove", ("left",)))
    'shove left'
    """

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments))


class Condition(NamedTuple):
    """A condition of a `While` or an `If`, which holds if `sensor` answers `wanted`.

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
    """A loop: cards that run `times` times."""

    times: int
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class While:
    """A loop: cards that repeat while `condition` holds. Board games have no such card."""

    condition: Condition
    body: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """A branch: if `condition` holds, `body` runs; if not, `otherwise` runs.

    Board games have no such card.
    """

    condition: Condition
    body: tuple[Node, ...] = ()
    otherwise: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """A routine: cards that run wherever a card called `name` stands, and not where they stand.

    Board games have no such card.
    """

    name: str
    body: tuple[Node, ...] = ()


Node: TypeAlias = Instruction | Repeat | While | If | Procedure
Bracket: TypeAlias = Repeat | While | If | Procedure

MOST_TIMES = 999
MOST_BRACKETS = 50


def branches(node: Node) -> tuple[tuple[Node, ...], ...]:
    """Return the rows of cards inside `node`: none for a card, two for an `If`, else one."""
    if isinstance(node, Instruction):
        return ()
    return (node.body, node.otherwise) if isinstance(node, If) else (node.body,)


def nodes_in(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes in reading order, each bracket before the nodes inside the bracket."""
    for node in nodes:
        yield node
        if not isinstance(node, Instruction):
            for branch in branches(node):
                yield from nodes_in(branch)


def instructions_in(nodes: Iterable[Node]) -> list[Instruction]:
    """Return all instructions in `nodes` in reading order: card 1, card 2, …"""
    return [node for node in nodes_in(nodes) if isinstance(node, Instruction)]


def cards_in(*nodes: Node) -> int:
    """Count the cards in `nodes`, at any depth. Brackets do not count."""
    return len(instructions_in(nodes))


def too_deep() -> str:
    """Return the error message for brackets that are nested too deeply."""
    return say("Nest brackets at most {most} deep.", most=MOST_BRACKETS)


def depth(nodes: Iterable[Node], called: Mapping[str, int] = MappingProxyType({})) -> int:
    """Return the nesting depth of the brackets in `nodes`, which is 0 if there are none.

    `called` maps the names of routines to their depths, which the cards that call them have, too.
    """
    deepest = 0
    for node in nodes:
        if isinstance(node, Instruction):
            deepest = max(deepest, called.get(node.name, 0))
        else:
            deepest = max(deepest, *(1 + depth(row, called) for row in branches(node)))
    return deepest
