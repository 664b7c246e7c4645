"""One change further from a wrong program to the nearest right one, where a program is repaired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from teachkit.core.language.nodes import Instruction, Node, Repeat
from teachkit.core.language.program import Program
from teachkit.exercises.explaining.card_rungs import OF_PROGRAMS
from teachkit.exercises.explaining.changes import changes_of
from teachkit.exercises.explaining.next_card import text_of
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.limits import changes, words_of
from teachkit.exercises.model.exercise import Exercise, Hint, Rung
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import Bounds, TooLargeError
from teachkit.words import say


class Mended(NamedTuple):
    """What to do with which card (from 1), and the program after that.

    `act` is `exchange` what is old for the new, `put` something in before it, `take` it away,
    `lay` something at the end, or `inside` the end of a loop, or `run` because nothing is wrong.
    """

    act: str
    number: int
    old: Node | None
    new: Node | None
    program: Program


@lru_cache(maxsize=512)
def mended(exercise: Exercise, program: Program) -> Mended | None:
    """The next change on the way to the nearest right program; `None`: nobody can tell."""
    right = nearest(exercise, program)
    if right is None:
        return None
    if right == program:
        return Mended("run", 0, None, None, program)
    made = one_changes(exercise, program)
    return min(made, key=lambda each: _how_far(each.program, right), default=None)


def one_changes(exercise: Exercise, program: Program) -> Iterator[Mended]:
    """Every program that is one card of this exercise away, whether it may be handed in or not."""
    for change in changes_of(exercise, program):
        yield Mended(*change[:-1], Program(change.row))


def _how_far(program: Program, right: Program) -> tuple[int, int]:
    """How many changes are left; of equally many, rather what makes a right beginning."""
    pairs = zip(program.body, right.body, strict=False)
    begun = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return _apart(program.body, right.body), -begun


@lru_cache(maxsize=512)
def nearest(exercise: Exercise, program: Program) -> Program | None:
    """The right program that this one is nearest to, within what may be changed at all.

    The author's own, if none is nearer or it goes on from this one, or where looking takes long.
    """
    known = exercise.read(exercise.file.solution.answer)
    goes_on = program and known.body[: len(program.body)] == program.body
    searched = None if goes_on else puzzle(exercise)
    if not searched or not known:
        return known or None
    fixed = tuple(exercise.given.instructions[card - 1] for card in exercise.file.fixed)
    bounds = Bounds(words_of(exercise.given), exercise.file.changes, fixed)
    try:
        found = searched.mending(words_of, bounds).nearest(program, changes(program, known) - 1)
    except TooLargeError:
        return known
    return found if found and judged(exercise, str(found)).solved else known


def _apart(one: Sequence[Node], other: Sequence[Node]) -> int:
    """How many single changes lie between two rows, each of one card, or of one loop alone."""
    row = [sum(map(_size, other[:place])) for place in range(len(other) + 1)]
    for mine in one:
        found = [row[0] + _size(mine)]
        for place, theirs in enumerate(other):
            out, put_in = row[place + 1] + _size(mine), found[-1] + _size(theirs)
            found.append(min(out, put_in, row[place] + _exchanged(mine, theirs)))
        row = found
    return row[-1]


def _size(node: Node) -> int:
    return Program((node,)).cost


def _exchanged(one: Node, other: Node) -> int:
    if isinstance(one, Repeat) and isinstance(other, Repeat):
        return (one.times != other.times) + _apart(one.body, other.body)
    if isinstance(one, Instruction) and isinstance(other, Instruction):
        return int(one != other)
    return 0 if one == other else _size(one) + _size(other)


def _next(exercise: Exercise, answer: str) -> Hint | None:
    """The next change of the learner's own program."""
    change = mended(exercise, exercise.read(answer))
    return change and Hint("next", _told(change), answer, change.program)


def _told(change: Mended) -> str:
    act, number, old, new, _ = change
    card, piece = (text_of(each) if each else "" for each in (new, old))
    match act:
        case "run":
            return say("Nothing is missing. Run it.")
        case "lay" if len(change.program.body) == 1:
            return say('Begin with "{card}".', card=card)
        case "lay":
            return say('Keep what you have; lay "{card}" next.', card=card)
        case "inside":
            return say('Lay "{card}" at the end of "{loop}", inside.', card=card, loop=piece)
        case "put" if isinstance(old, Instruction):
            return say('Lay "{card}" before card {number}.', card=card, number=number)
        case "put":
            return say('Lay "{card}" before "{piece}".', card=card, piece=piece)
        case "exchange" if isinstance(old, Instruction):
            return say('Exchange card {number} for "{card}".', card=card, number=number)
        case "exchange":
            return say('Exchange the loop of "{piece}" for "{card}".', card=card, piece=piece)
    if isinstance(old, Instruction):
        return say("Take card {number} away.", number=number)
    return say('Take "{piece}" away.', piece=piece)


OF_REPAIRS = (Rung("next", _next), *OF_PROGRAMS[1:])
