"""Where a program went astray: the first card after which no program of this hand works.

What is laid is looked at card by card, brackets included: as long as the beginning can become a
program that works, it is a way, and no way is better than another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.language.nodes import Bracket, If, Instruction, Repeat, branches, cards_in
from teachkit.core.language.program import Program
from teachkit.core.run.walk import Step
from teachkit.exercises.explaining.foreseen_mistakes import shared_cards
from teachkit.exercises.explaining.near_miss import near_miss, with_rows
from teachkit.exercises.explaining.ways import Ways, ways
from teachkit.exercises.judging.attempts import attempt, played_steps
from teachkit.exercises.judging.programs import judge_program
from teachkit.exercises.model.exercise import Exercise
from teachkit.play.search import OPEN
from teachkit.words import say


class Left(NamedTuple):
    """With which card (from 1) the last way is left. Without a card only the end is missing.

    `part` is what it is, if not the card itself: where a loop could `start`; the `rounds` of a
    bracket, its `question`, its `end`, or the `loop` or `if` as a whole; `card` is then the first
    inside.
    """

    card: int = 0
    part: str = ""


class Astray(NamedTuple):
    """The same on a board: on which start (from 0) and with which step of the run (from 1).

    Without a `step` no step did: only the end is missing, or the card never ran.
    """

    start: int
    left: Left
    number: int
    step: Step | None


@lru_cache(maxsize=512)
def astray(exercise: Exercise, program: Program) -> Astray | None:
    """Where a wrong program went astray; `None`: it did not, or nobody can tell."""
    left = where_left(exercise, program)
    failed = left and judge_program(exercise, program).failed_start
    if left is None or failed is None or exercise.starts[failed].hidden:
        return None
    trace = attempt(exercise, program, exercise.starts[failed]).trace
    steps = [played.step for played in played_steps(trace)]
    for number, step in enumerate(steps, 1):
        if step and left.card and step.card == left.card:
            return Astray(failed, left, number, step)
    return Astray(failed, left, len(steps), None)


@lru_cache(maxsize=2048)
def where_left(exercise: Exercise, program: Program) -> Left | None:
    """The first card that leaves no way; `None`: the program works, or nobody can tell."""
    if not exercise.kind.form.is_program or not program:
        return None
    known = ways(exercise)
    if known.works(program):
        return None
    if (miss := near_miss(exercise, program)) and miss.card:
        return Left(miss.card, "question")  # and not the card behind it
    left = _left(known, program)
    shared = shared_cards(exercise, program)
    if left and shared is not None and (left.card or len(program.body) + 1) != shared + 1:
        return None  # the author of a foreseen mistake sees it elsewhere
    return left


def _left(known: Ways, program: Program) -> Left | None:
    """After which card no way is left."""
    card = 1
    for place, node in enumerate(program.body):
        goes_on = known.goes_on(Program(program.body[: place + 1]))
        if goes_on is None:
            return None
        if not goes_on:
            before = Program(program.body[:place])
            if not isinstance(node, Instruction):
                return _inside(known, before, node, card)
            loops = known.loops if known.most is not None else ()
            begun = (known.goes_on(before, Repeat(times, (node,))) for times in loops)
            return Left(card, "start" if any(begun) else "")
        card += cards_in(node)
    return Left()


def _inside(known: Ways, before: Program, bracket: Bracket, first: int) -> Left | None:
    """The same within a bracket that cannot stay as it is."""
    empty = with_rows(bracket)
    goes_on = known.goes_on(before, empty)
    if goes_on is False:
        return _of_head(known, before, bracket, first)
    for begun, card in _beginnings(bracket, first) if goes_on else ():
        goes_on = known.goes_on(before, begun)
        if not goes_on:
            return Left(card) if goes_on is False else None
    return Left(first, "end") if goes_on else None


def _of_head(known: Ways, before: Program, bracket: Bracket, first: int) -> Left | None:
    """What is wrong with a bracket that nothing can be laid in."""
    others: list[Bracket]
    if isinstance(bracket, Repeat):
        others = [replace(bracket, times=times) for times in known.loops if times != bracket.times]
        part = "rounds"
    else:
        asks = replace(bracket, condition=OPEN)
        others, part = [with_rows(asks)], "question"
    found = [known.goes_on(before, other) for other in others]
    if True in found:
        return Left(first, part)
    return None if None in found else Left(first, "if" if isinstance(bracket, If) else "loop")


def _beginnings(bracket: Bracket, first: int) -> Iterator[tuple[Bracket, int]]:
    """The bracket as far as each card or bracket inside, and the number of that card."""
    rows = branches(bracket)
    for branch, row in enumerate(rows):
        for place, node in enumerate(row):
            yield with_rows(bracket, *rows[:branch], row[: place + 1]), first
            first += cards_in(node)


def sentence_of(left: Left, most: int | None) -> str:
    """How a learner is told, where a program has room for so many cards."""
    if not left.card:
        return say("So far it can still work. Only the end is missing.")
    if left.part == "end":
        return say("Something is missing inside the loop around card {card}.", card=left.card)
    before = left.card - 1
    if not before and most is None:
        return say("It takes another beginning. {look}", look=_look_at(left))
    if not before:
        return say("With {most} cards it takes another beginning. {look}",
                   most=most, look=_look_at(left))  # fmt: skip
    look = _look_at_next(left)
    if most is None:
        return say("Up to card {card} it can still work. {look}", card=before, look=look)
    return say("Up to card {card} it can work with {most} cards. {look}",
               card=before, most=most, look=look)  # fmt: skip


def _look_at(left: Left) -> str:
    match left.part:
        case "start":
            return say("Could a loop begin at card {card}?", card=left.card)
        case "rounds":
            return say("How often should the loop run?")
        case "question":
            return say("Look at the question before card {card}.", card=left.card)
        case "loop":
            return say("Look at the loop around card {card}.", card=left.card)
        case "if":
            return say('Look at the "if" around card {card}.', card=left.card)
    return say("Look at card {card}.", card=left.card)


def _look_at_next(left: Left) -> str:
    match left.part:
        case "start":
            return say("Could a loop begin next?")
        case "rounds":
            return say("Count the next loop's rounds.")
        case "question":
            return say("Look at the next question.")
        case "loop":
            return say("Look at the next loop.")
        case "if":
            return say('Look at the next "if".')
    return say("Look at card {card}.", card=left.card)
