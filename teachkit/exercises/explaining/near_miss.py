"""Wrong programs that one slip explains: without it they would work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from teachkit.core.language.nodes import (
    Bracket,
    Condition,
    If,
    Instruction,
    Node,
    Repeat,
    While,
    branches,
    cards_in,
)
from teachkit.core.language.program import Program
from teachkit.exercises.explaining.ways import ways
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import deck, tray
from teachkit.words import say

TURNED = {"left": "right", "right": "left"}

Row: TypeAlias = tuple[Node, ...]
Rebuilt: TypeAlias = Callable[[Node], Program]


class NearMiss(NamedTuple):
    """A slip by its name, the program without it, and what the learner reads.

    `card` is the first behind the question that it is about.
    """

    name: str
    program: Program
    says: str
    card: int = 0


@lru_cache(maxsize=512)
def near_miss(exercise: Exercise, program: Program) -> NearMiss | None:
    """The first slip without which this program works and may be laid; `None`: there is none."""
    known = ways(exercise)
    for miss in _misses(exercise, program):
        if known.works(miss.program) and known.may_be_laid(miss.program):
            return miss
    return None


def _misses(exercise: Exercise, program: Program) -> Iterator[NearMiss]:
    laid = deck(exercise)
    for bracket, first, rebuilt in _brackets(program.body, 1, Program):
        if isinstance(bracket, Repeat):
            yield from _rounds(bracket, first, rebuilt, laid.loops)
        else:
            yield from _questions(bracket, first, rebuilt, tray(exercise))
    turns = [number for number, card in enumerate(program.instructions, 1) if card.name in TURNED]
    for number in turns:
        says = say("One turn goes the other way. Imagine sitting inside.")
        yield NearMiss("turn", _turned(program, (number,), laid.cards), says)
    for place, node in enumerate(program.body) if len(program.body) > 1 else ():
        if isinstance(node, Instruction):
            rest = Program((*program.body[:place], *program.body[place + 1 :]))
            yield NearMiss("spare", rest, say("One card is too many."))
    for card in laid.cards:
        says = say("So far so good. One card is missing at the end.")
        yield NearMiss("short", program + Program((card,)), says)
    if len(turns) > 1:
        says = say("Left and right are exchanged. Imagine sitting inside.")
        yield NearMiss("view", _turned(program, turns, laid.cards), says)


def _rounds(
    bracket: Repeat, first: int, rebuilt: Rebuilt, loops: Collection[int]
) -> Iterator[NearMiss]:
    """A loop with one round more or less."""
    more = say("The loop around card {card} needs one round more.", card=first)
    less = say("The loop around card {card} runs one round too many.", card=first)
    for times, says in ((bracket.times + 1, more), (bracket.times - 1, less)):
        if times in loops:
            yield NearMiss("rounds", rebuilt(replace(bracket, times=times)), says)


def _questions(
    bracket: While | If, first: int, rebuilt: Rebuilt, asked: Collection[Condition]
) -> Iterator[NearMiss]:
    """Another question, or `if` for `while` and the other way round."""
    says = say("Look at the question of the loop around card {card}.", card=first)
    if isinstance(bracket, If):
        says = say('Look at the question of the "if" before card {card}.', card=first)
    others = (bracket.condition, *asked)
    for condition in dict.fromkeys((*map(_negated, others), *asked)):
        yield NearMiss("question", rebuilt(replace(bracket, condition=condition)), says, first)
    if isinstance(bracket, While):
        says = say('"while" asks again and again. Is once enough?')
        yield NearMiss("again", rebuilt(If(bracket.condition, bracket.body)), says, first)
    elif not bracket.otherwise:
        says = say('"if" asks only once. Should it ask again and again?')
        yield NearMiss("once", rebuilt(While(bracket.condition, bracket.body)), says, first)


def _negated(condition: Condition) -> Condition:
    return condition._replace(wanted=not condition.wanted)


def _turned(program: Program, numbers: Collection[int], hand: Collection[Instruction]) -> Program:
    """The program with these cards turned the other way."""
    return Program(_row_turned(program.body, 1, numbers, hand))


def _row_turned(
    row: Row, first: int, numbers: Collection[int], hand: Collection[Instruction]
) -> Row:
    """The same of a row whose first card has this number."""
    found: list[Node] = []
    for node in row:
        if not isinstance(node, Instruction):
            rows, inside = [], first
            for branch in branches(node):
                rows.append(_row_turned(branch, inside, numbers, hand))
                inside += sum(map(cards_in, branch))
            found.append(with_rows(node, *rows))
        elif first in numbers:
            other = TURNED[node.name]
            found.append(next((card for card in hand if card.name == other),
                              node._replace(name=other)))  # fmt: skip
        else:
            found.append(node)
        first += cards_in(node)
    return tuple(found)


def _brackets(
    row: Row, first: int, whole: Callable[[Row], Program]
) -> Iterator[tuple[Bracket, int, Rebuilt]]:
    """All brackets with the number of their first card, and the program with another instead."""
    for place, node in enumerate(row):
        rebuilt = partial(_with_node, whole, row, place)
        if not isinstance(node, Instruction):
            yield node, first, rebuilt
            inside = first
            for number, branch in enumerate(branches(node)):
                yield from _brackets(branch, inside, partial(_with_row, rebuilt, node, number))
                inside += sum(map(cards_in, branch))
        first += cards_in(node)


def _with_node(whole: Callable[[Row], Program], row: Row, place: int, node: Node) -> Program:
    return whole((*row[:place], node, *row[place + 1 :]))


def _with_row(rebuilt: Rebuilt, bracket: Bracket, number: int, row: Row) -> Program:
    rows = branches(bracket)
    return rebuilt(with_rows(bracket, *rows[:number], row, *rows[number + 1 :]))


def with_rows(bracket: Bracket, *rows: Row) -> Bracket:
    """A bracket with these cards inside instead, and in an `If` behind its `else`."""
    body, otherwise, *_ = (*rows, (), ())
    if isinstance(bracket, If):
        return replace(bracket, body=body, otherwise=otherwise)
    return replace(bracket, body=body)
