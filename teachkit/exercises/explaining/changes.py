"""Everything that one change makes of a program: a card put in, taken away or exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from teachkit.core.language.nodes import Instruction, Node, Repeat, cards_in
from teachkit.core.language.program import Program
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import deck


class Change(NamedTuple):
    """A change of a row, and the row after it.

    `act` is `exchange` what is old for the new, `put` something in before it, `take` it away,
    `lay` something at the end, or `inside` the end of a loop. Cards are numbered from 1.
    """

    act: str
    number: int
    old: Node | None
    new: Node | None
    row: tuple[Node, ...]


def changes_of(exercise: Exercise, program: Program) -> Iterator[Change]:
    """All single changes of a program with what may be laid here, however often."""
    laid = deck(exercise)
    heads: list[Node] = [*laid.cards, *(Repeat(times) for times in laid.loops)]
    return _changes(program.body, 1, heads)


def changed(exercise: Exercise, program: Program) -> tuple[Program, ...]:
    """The programs that are one change away, each once."""
    return tuple(dict.fromkeys(Program(each.row) for each in changes_of(exercise, program)))


def _changes(row: tuple[Node, ...], first: int, heads: Sequence[Node]) -> Iterator[Change]:
    """All single changes of a row, here or inside a loop; its first card has this number."""
    number = first
    for place, node in enumerate(row):
        before, behind = row[:place], row[place + 1 :]
        for head in heads:
            if head != node:  # else it can as well be put behind: the same program
                yield Change("put", number, node, head, (*before, head, node, *behind))
            if isinstance(head, Instruction) and isinstance(node, Instruction):
                yield Change("exchange", number, node, head, (*before, head, *behind))
            if isinstance(head, Repeat) and isinstance(node, Repeat):
                loop = Repeat(head.times, node.body)
                yield Change("exchange", number, node, head, (*before, loop, *behind))
        if behind[:1] != (node,):  # else the next one can as well be taken: the same program
            yield Change("take", number, node, None, (*before, *behind))
        if isinstance(node, Repeat):
            for change in _changes(node.body, number, heads):
                loop = Repeat(node.times, change.row)
                inside = change._replace(row=(*before, loop, *behind))
                is_last = change.act == "lay"
                yield inside._replace(act="inside", old=node) if is_last else inside
        number += cards_in(node)
    for head in heads:
        yield Change("lay", number, None, head, (*row, head))
