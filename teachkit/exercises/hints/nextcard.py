"""The next card from the program that is there: what to lay, or what to take away, by search."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.nodes import If, Instruction, Node, brackets_in, branches, cards_in
from teachkit.core.program import Program
from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.par import par
from teachkit.exercises.puzzle import Best, puzzle
from teachkit.play.deck import Deck, Metric, TooLargeError

MOST_TRIED = 8  # beginnings that are searched for one hint, the longest first
_NOTHING = Program()


class Advice(NamedTuple):
    """What to do with a program, and the program after that.

    `act` is `lay` a piece at the end, lay it `inside` the last loop, `take` it away, or `run`
    because nothing is missing. The first `kept` cards can stay as they are.
    """

    act: str
    piece: Node | None
    kept: int
    program: Program


@lru_cache(maxsize=512)
def next_card(exercise: Exercise, program: Program) -> Advice | None:
    """One card further to the cheapest program that begins like this one; `None`: nobody knows.

    Where no solution is known that begins with all of it, the first piece in the way goes.
    """
    found = best(exercise, program)
    return (
        _inside(exercise, program, found)
        or (_lay(program, found.program) if found else None)
        or _take(exercise, program)
    )


@lru_cache(maxsize=1024)
def best(exercise: Exercise, after: Program = _NOTHING, metric: Metric = "cards") -> Best | None:
    """The cheapest program that begins like this and is graded as right.

    `None`: there is none, or nobody can tell before a learner gets tired of waiting.
    """
    searched = puzzle(exercise) if any(known.metric == metric for known in par(exercise)) else None
    if not searched or _asks(searched.deck) or not _is_whole(after):
        return None
    try:
        found = searched.best(metric, after)
    except TooLargeError:
        return None
    return found if found and grade(exercise, str(found.program)).solved else None


def _asks(deck: Deck) -> bool:
    """Whether `while` or `if` may be laid: what all of them could ask takes too long for a hint."""
    return bool(deck.conditions and deck.brackets)


def _is_whole(program: Program) -> bool:
    """Whether no bracket waits for its cards."""
    return all(any(branches(bracket)) for bracket, _, _ in brackets_in(program.body))


def _lay(program: Program, whole: Program) -> Advice:
    """The first piece that is missing; of a loop only the loop itself."""
    kept = len(program.instructions)
    missing = whole.body[len(program.body) :]
    if not missing:
        return Advice("run", None, kept, program)
    piece = _head(missing[0])
    return Advice("lay", piece, kept, program + Program((piece,)))


def _inside(exercise: Exercise, program: Program, found: Best | None) -> Advice | None:
    """The next card of the last bracket, where a cheapest program lays more inside it."""
    if not program or isinstance(bracket := program.body[-1], Instruction):
        return None
    before = program.body[:-1]
    whole = best(exercise, Program(before))
    if not whole or (found and found.cost <= whole.cost):
        return None
    inside = len(bracket.body)
    for meant in whole.program.body[len(before) :][:1]:
        if isinstance(meant, Instruction) or _head(meant) != _head(bracket):
            continue
        if meant.body[:inside] == bracket.body and len(meant.body) > inside:
            filled = replace(meant, body=meant.body[: inside + 1])
            after = Program((*before, filled))
            return Advice("inside", meant.body[inside], len(program.instructions), after)
    return None


def _head(piece: Node) -> Node:
    """A card as it is laid: a bracket with nothing in it yet."""
    match piece:
        case Instruction():
            return piece
        case If():
            return replace(piece, body=(), otherwise=())
    return replace(piece, body=())


def _take(exercise: Exercise, program: Program) -> Advice | None:
    """The piece behind the longest beginning of some solution; a fixed one must stay."""
    shorter = range(len(program.body) - 1, -1, -1)
    tried = dict.fromkeys((*shorter[:MOST_TRIED], *shorter[-1:]))
    kept = next((cards for cards in tried if best(exercise, Program(program.body[:cards]))), None)
    if kept is None:
        return None
    cards = sum(map(cards_in, program.body[:kept]))
    piece = program.body[kept]
    if any(cards < card <= cards + cards_in(piece) for card in exercise.file.fixed):
        return None
    rest = Program(program.body[:kept] + program.body[kept + 1 :])
    return Advice("take", piece, cards, rest)


def text_of(piece: Node) -> str:
    """A card as it is written in a program; a loop around nothing is `2x`.

    >>> from teachkit.core.nodes import Repeat
    >>> text_of(Repeat(2)), text_of(Repeat(2, (Instruction("left"),)))
    ('2x', '2x(left)')
    """
    return str(Program((piece,))).removesuffix("()")
