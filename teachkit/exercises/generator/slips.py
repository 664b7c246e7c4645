"""Mistakes that are likely for a program: one slip away from it, with a sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from teachkit.core.language.nodes import Instruction, Node, Repeat, cards_in
from teachkit.core.language.program import Program
from teachkit.words import say


class Slip(NamedTuple):
    """A program that is one slip away, which slip it is, and what its author reads."""

    name: str
    program: Program
    says: str


def slips(program: Program, opposites: Mapping[str, str]) -> Iterator[Slip]:
    """What may go wrong in a program.

    >>> for slip in slips(Program.read("2x(forward), left"), {"left": "right"}):
    ...     print(slip.program, "-", slip.says)
    2x(forward), right - Card 2 should be "left", not "right".
    3x(forward), left - The loop around card 1 runs one round too many.
    2x(forward) - So far so good; the end is missing.
    left, 2x(forward) - The right cards, but the order is not right yet.
    """
    yield from _wrong_cards(program, opposites)
    yield from _wrong_turns(program)
    if len(program.body) > 1:
        *first, one, other = program.body
        yield Slip("end", Program((*first, one)), say("So far so good; the end is missing."))
        if one != other:
            says = say("The right cards, but the order is not right yet.")
            yield Slip("order", Program((*first, other, one)), says)


def _wrong_cards(program: Program, opposites: Mapping[str, str]) -> Iterator[Slip]:
    for number, card in enumerate(program.instructions, 1):
        if wrong := opposites.get(card.name):
            says = say('Card {card} should be "{right}", not "{wrong}".',
                       card=number, right=card.name, wrong=wrong)  # fmt: skip
            row = _exchanged(program.body, number, Instruction(wrong))
            yield Slip("card", Program(row), says)


def _exchanged(body: tuple[Node, ...], number: int, card: Instruction) -> tuple[Node, ...]:
    """The row with another card in this place, counted from 1."""
    first, *rest = body
    if number > (size := cards_in(first)):
        return (first, *_exchanged(tuple(rest), number - size, card))
    if isinstance(first, Repeat):
        return (Repeat(first.times, _exchanged(first.body, number, card)), *rest)
    return (card, *rest)


def _wrong_turns(program: Program) -> Iterator[Slip]:
    """Each loop at the top one turn shorter, or longer where it would be none."""
    card = 1
    for place, node in enumerate(program.body):
        if isinstance(node, Repeat):
            too_few = say("The loop around card {card} needs one round more.", card=card)
            too_often = say("The loop around card {card} runs one round too many.", card=card)
            times, says = (node.times - 1, too_few) if node.times > 2 else (3, too_often)
            row = (*program.body[:place], Repeat(times, node.body), *program.body[place + 1 :])
            yield Slip("loop", Program(row), says)
        card += cards_in(node)
