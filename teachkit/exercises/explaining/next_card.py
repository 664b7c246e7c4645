"""The next card from the program that is there: what to lay, or what to take away, by search."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.language.nodes import (
    Bracket,
    If,
    Instruction,
    Node,
    brackets_in,
    branches,
    cards_in,
)
from teachkit.core.language.program import Program
from teachkit.exercises.explaining.foreseen_mistakes import shared_cards
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par
from teachkit.exercises.solving.puzzle import Best, puzzle
from teachkit.play.search import TooLargeError

MOST_TRIED = 8  # beginnings that are searched for one hint, the longest first
_NOTHING = Program()


class Advice(NamedTuple):
    """What to do with a program, and the program after that.

    `act` is `lay` a piece at the end, lay it `inside` the last loop, `if` or `else`, `take` it
    away, or `run` because nothing is missing. The first `kept` cards can stay as they are.
    """

    act: str
    piece: Node | None
    kept: int
    program: Program


@lru_cache(maxsize=512)
def next_card(exercise: Exercise, program: Program) -> Advice | None:
    """One card further to the cheapest program that begins like this one; `None`: nobody knows.

    Where no solution is known that begins with all of it, the first piece in the way goes. Of a
    mistake that the author foresaw it is the one that the author means.
    """
    shared = shared_cards(exercise, program)
    if shared is not None and shared < len(program.body):
        return _away(exercise, program, shared)
    found = best(exercise, program)
    return (
        _inside(exercise, program, found)
        or (_lay(program, found.program) if found else None)
        or _take(exercise, program)
    )


@lru_cache(maxsize=1024)
def best(
    exercise: Exercise, after: Program = _NOTHING, begun: Bracket | None = None
) -> Best | None:
    """The cheapest program that begins like this and is graded as right.

    A bracket that is `begun` comes next, with what it holds and perhaps more. `None`: there is
    no such program, or nobody can tell before a learner gets tired of waiting.
    """
    searched = puzzle(exercise) if exercise.kind.is_searched else None
    if not searched or not _is_whole(after) or not (searched.deck.senses or par(exercise)):
        return None
    try:
        found = searched.way_on(after, begun)
    except TooLargeError:
        return None
    return found if found and judged(exercise, str(found.program)).solved else None


def _is_whole(program: Program) -> bool:
    """Whether no bracket waits for its cards."""
    return all(any(branches(bracket)) for bracket, _, _ in brackets_in(program.body))


def _lay(program: Program, whole: Program) -> Advice:
    """The first piece that is missing; of a bracket only the bracket itself."""
    kept = len(program.instructions)
    missing = whole.body[len(program.body) :]
    if not missing:
        return Advice("run", None, kept, program)
    piece = _head(missing[0])
    return Advice("lay", piece, kept, program + Program((piece,)))


def _inside(exercise: Exercise, program: Program, found: Best | None) -> Advice | None:
    """The next card of the last bracket, where a cheapest program lays more inside it."""
    if not program or isinstance(begun := program.body[-1], Instruction):
        return None
    before = Program(program.body[:-1])
    whole = best(exercise, before, begun)
    if not whole or (found and found.cost <= whole.cost):
        return None
    filled = _filled(begun, whole.program.body[len(before.body)])
    after = before + Program((filled.node,))
    return Advice(filled.act, filled.piece, len(program.instructions), after)


class _Filled(NamedTuple):
    """A bracket with one more piece in it, and how to say where."""

    node: Node
    piece: Node
    act: str


def _filled(begun: Bracket, meant: Node) -> _Filled:
    """The next piece that lies in this bracket as it is meant, perhaps in one that lies in it."""
    for place, row in enumerate(branches(begun)):
        wanted = branches(meant)[place]  # type: ignore[arg-type]  # both are the same bracket
        if row and not isinstance(row[-1], Instruction) and row[-1] != wanted[len(row) - 1]:
            inner = _filled(row[-1], wanted[len(row) - 1])
            return inner._replace(node=_with_row(begun, place, (*row[:-1], inner.node)))
        if len(wanted) > len(row):
            piece = _head(wanted[len(row)])
            act = "else" if place else "if" if isinstance(begun, If) else "inside"
            return _Filled(_with_row(begun, place, (*row, piece)), piece, act)
    raise AssertionError


def _with_row(bracket: Bracket, place: int, row: tuple[Node, ...]) -> Bracket:
    if isinstance(bracket, If) and place:
        return replace(bracket, otherwise=row)
    return replace(bracket, body=row)


def _head(piece: Node) -> Node:
    """A card as it is laid: a bracket with nothing in it yet."""
    match piece:
        case Instruction():
            return piece
        case If():
            return replace(piece, body=(), otherwise=())
    return replace(piece, body=())


def _take(exercise: Exercise, program: Program) -> Advice | None:
    """The piece behind the longest beginning of some solution."""
    shorter = range(len(program.body) - 1, -1, -1)
    tried = dict.fromkeys((*shorter[:MOST_TRIED], *shorter[-1:]))
    kept = next((cards for cards in tried if best(exercise, Program(program.body[:cards]))), None)
    return None if kept is None else _away(exercise, program, kept)


def _away(exercise: Exercise, program: Program, kept: int) -> Advice | None:
    """Take the piece behind these pieces away; a fixed one must stay."""
    cards = sum(map(cards_in, program.body[:kept]))
    piece = program.body[kept]
    if any(cards < card <= cards + cards_in(piece) for card in exercise.file.fixed):
        return None
    rest = Program(program.body[:kept] + program.body[kept + 1 :])
    return Advice("take", piece, cards, rest)


def text_of(piece: Node) -> str:
    """A card as it is written in a program; a loop around nothing is `2x`.

    >>> from teachkit.core.language.nodes import Repeat
    >>> text_of(Repeat(2)), text_of(Repeat(2, (Instruction("left"),)))
    ('2x', '2x(left)')
    """
    return str(Program((piece,))).removesuffix("()")
