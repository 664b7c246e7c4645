"""How a row of cards and its brackets are misread: another program is run in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from teachkit.core.language.nodes import If, Instruction, Node, Repeat, While
from teachkit.core.language.program import Program

Change = Callable[[Sequence[Node]], Iterator[Node]]


def changed(nodes: Sequence[Node], change: Change) -> tuple[Node, ...]:
    """A row in which `change` has made all rows anew, those inside brackets first."""
    rows: list[Node] = []
    for node in nodes:
        match node:
            case Repeat(times, body):
                rows.append(Repeat(times, changed(body, change)))
            case While(condition, body):
                rows.append(While(condition, changed(body, change)))
            case If(condition, body, otherwise):
                rows.append(If(condition, changed(body, change), changed(otherwise, change)))
            case _:
                rows.append(node)
    return tuple(change(rows))


def reading(change: Change) -> Callable[[Program], Program]:
    """A program read with this change.

    >>> str(reading(loop_once)(Program.read("2x(forward, left), forward")))
    'forward, left, forward'
    """
    return lambda program: Program(changed(program.body, change))


def loop_once(nodes: Sequence[Node]) -> Iterator[Node]:
    """A loop card is passed over: what lies under it runs once."""
    for node in nodes:
        if isinstance(node, Repeat):
            yield from node.body
        else:
            yield node


def card_by_card(nodes: Sequence[Node]) -> Iterator[Node]:
    """Each card of a loop runs so often by itself: `A A B B` for `A B A B`."""
    for node in nodes:
        if isinstance(node, Repeat):
            yield from (Repeat(node.times, (card,)) for card in node.body)
        else:
            yield node


def once_more(nodes: Sequence[Node]) -> Iterator[Node]:
    """The number counts only the repeats: once, and then so often again."""
    for node in nodes:
        yield Repeat(node.times + 1, node.body) if isinstance(node, Repeat) else node


def once_less(nodes: Sequence[Node]) -> Iterator[Node]:
    """The first time is not done: one time too few."""
    for node in nodes:
        yield Repeat(node.times - 1, node.body) if isinstance(node, Repeat) else node


def first_card_only(nodes: Sequence[Node]) -> Iterator[Node]:
    """A loop is taken for one around its first card."""
    for node in nodes:
        if isinstance(node, Repeat) and len(node.body) > 2:
            yield Repeat(node.times, node.body[:1])
            yield from node.body[1:]
        else:
            yield node


def body_longer(nodes: Sequence[Node]) -> Iterator[Node]:
    """The card behind a loop is taken into it."""
    row = list(nodes)
    while row:
        node = row.pop(0)
        if isinstance(node, Repeat) and row and isinstance(row[0], Instruction):
            yield Repeat(node.times, (*node.body, row.pop(0)))
        else:
            yield node


def body_shorter(nodes: Sequence[Node]) -> Iterator[Node]:
    """The last card of a loop is taken for the first one behind it."""
    for node in nodes:
        if isinstance(node, Repeat) and len(node.body) > 1:
            yield Repeat(node.times, node.body[:-1])
            yield node.body[-1]
        else:
            yield node


def if_again(nodes: Sequence[Node]) -> Iterator[Node]:
    """An `if` is asked again and again."""
    for node in nodes:
        if isinstance(node, If) and not node.otherwise:
            yield While(node.condition, node.body)
        else:
            yield node


def while_once(nodes: Sequence[Node]) -> Iterator[Node]:
    """A `while` is asked once only."""
    for node in nodes:
        yield If(node.condition, node.body) if isinstance(node, While) else node


def while_watching(nodes: Sequence[Node]) -> Iterator[Node]:
    """A `while` stops in the middle, as soon as its question is answered otherwise."""
    for node in nodes:
        if isinstance(node, While) and len(node.body) > 1:
            inside: tuple[Node, ...] = ()
            for card in reversed(node.body[1:]):
                inside = (If(node.condition, (card, *inside)),)
            yield While(node.condition, (node.body[0], *inside))
        else:
            yield node


def both_branches(nodes: Sequence[Node]) -> Iterator[Node]:
    """What lies behind `else` runs in any case."""
    for node in nodes:
        if isinstance(node, If) and node.otherwise:
            yield If(node.condition, node.body)
            yield from node.otherwise
        else:
            yield node


def last_card_twice(program: Program) -> Program | None:
    """One card too many: the last one once more."""
    if not program.instructions:
        return None
    last = program.instructions[-1]
    return Program((*program.body, last))
