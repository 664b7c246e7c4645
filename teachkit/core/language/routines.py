"""Routines in programs: what they may be called, and where they may be defined and called."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from keyword import iskeyword, kwlist
from typing import NamedTuple
from unicodedata import normalize

from teachkit.core.language.instructions import (
    MOST_BRACKETS,
    Instruction,
    InstructionSet,
    Node,
    Procedure,
    depth,
    nodes_in,
    too_deep,
)
from teachkit.words import say

_TAKEN = re.compile(rf"define|range|repeat|x\d+|{'|'.join(kwlist)}")


class RoutineFault(NamedTuple):
    """A fault in how a program defines or calls a routine, and a sentence about it.

    `node` is the index of the faulty node in reading order, and `card` the number of its card, or
    of the first card inside.
    """

    node: int
    card: int
    says: str


def routine_faults(
    nodes: Sequence[Node], instructions: InstructionSet | None = None
) -> Iterator[RoutineFault]:
    """Yield the faults of the routines in `nodes`; empty routines are no faults.

    A routine may not have the name of a card or a sensor in `instructions`.

    >>> from teachkit.core.language.card_text import read
    >>> body = (Instruction("fetch"),)
    >>> [fault.says for fault in routine_faults((Procedure("fetch", body), *body))]
    ['The routine "fetch" cannot call itself.']
    """
    names = {node.name for node in nodes_in(nodes) if isinstance(node, Procedure)}
    depths: dict[str, int] = {}
    place, card = 0, 1
    for outer in nodes if names else ():
        for at, node in enumerate(nodes_in((outer,))):
            if isinstance(node, Procedure):
                says = _wrong_definition(node.name, at > 0, depths, instructions)
            elif isinstance(node, Instruction) and node.name in names - {*depths}:
                is_inside = isinstance(outer, Procedure) and outer.name == node.name
                says = say('The routine "{name}" cannot call itself.', name=node.name)
                if not is_inside:
                    says = say('Define "{name}" before the card that calls it.', name=node.name)
            else:
                says = ""
            if says:
                yield RoutineFault(place, card, says)
            place += 1
            card += isinstance(node, Instruction)
        deep = depth((outer,), depths)
        if deep > MOST_BRACKETS:
            yield RoutineFault(place - 1, card - 1, too_deep())
        if isinstance(outer, Procedure):
            depths.setdefault(outer.name, deep)


def _wrong_definition(
    name: str, is_inside: bool, known: Collection[str], words: InstructionSet | None
) -> str:
    """Return a sentence that says why the routine `name` may not be defined, or ""."""
    if is_inside:
        return say('Define "{name}" outside of all brackets.', name=name)
    if name in known:
        return say('There are two routines called "{name}". Rename one.', name=name)
    return wrong_name(name, words)


def wrong_name(name: str, instructions: InstructionSet | None = None) -> str:
    """Return a sentence that says why a routine may not be called `name`, or "".

    >>> wrong_name("fetch"), wrong_name("2b")
    ('', 'Call a routine by one word of letters, such as "fetch".')
    """
    if instructions and (instructions.spelled(name) or instructions.named_in_python(name)):
        return say('"{name}" is a card already. Choose another name.', name=name)
    if instructions and name in instructions.sensors:
        return say('"{name}" is a sensor already. Choose another name.', name=name)
    if iskeyword(name) or _TAKEN.fullmatch(name.lower()):
        return say('"{name}" means something already. Choose another name.', name=name)
    if not name.isidentifier() or name != normalize("NFKC", name):
        return say('Call a routine by one word of letters, such as "fetch".')
    return ""
