"""Faults of wrong programs: a slip, or the first card after which no program works.

A program is examined card by card, also inside brackets. A beginning is right as long as some
working program continues it, no matter which one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.language.nodes import (
    Bracket,
    Condition,
    If,
    Instruction,
    Repeat,
    While,
    branches,
    cards_in,
)
from teachkit.core.language.program import Place, Program, places, with_card, with_rows
from teachkit.core.run.walk import Step
from teachkit.exercises.explaining.repairs import Solvability, solvability
from teachkit.exercises.judging.grade import right_so_far
from teachkit.exercises.judging.program_runs import attempt, played_steps
from teachkit.exercises.judging.programs import judge_program
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import deck, tray
from teachkit.play.search import OPEN
from teachkit.words import say, translate

TURNED = {"left": "right", "right": "left"}

# -- slips ---------------------------------------------------------------------------------------


class NearMiss(NamedTuple):
    """A slip in a program: the corrected program, and the sentence for the learner.

    If a condition is wrong, `card` is the number of the first card after it; otherwise it is 0.
    """

    program: Program
    says: str
    card: int = 0


@lru_cache(maxsize=512)
def near_miss(exercise: Exercise, program: Program) -> NearMiss | None:
    """Return the first slip whose correction makes this program work and is allowed, or `None`."""
    known = solvability(exercise)
    for miss in _misses(exercise, program):
        if known.works(miss.program) and known.may_be_laid(miss.program):
            return miss
    return None


def _misses(exercise: Exercise, program: Program) -> Iterator[NearMiss]:
    laid, everywhere = deck(exercise), list(places(program))
    for place in everywhere:
        if isinstance(place.node, Repeat):
            yield from _rounds(place, place.node, laid.loops)
        elif isinstance(place.node, While | If):
            yield from _questions(place, place.node, tray(exercise))
    turns = [number for number, card in enumerate(program.instructions, 1) if card.name in TURNED]
    for number in turns:
        says = say("One turn goes the other way. Imagine sitting inside.")
        yield NearMiss(_turned(program, (number,), laid.cards), says)
    for place in everywhere if len(program.body) > 1 else ():
        if isinstance(place.node, Instruction) and not place.around:
            yield NearMiss(place.filled(), say("One card is too many."))
    for card in laid.cards:
        says = say("So far so good. One card is missing at the end.")
        yield NearMiss(program + Program((card,)), says)
    if len(turns) > 1:
        says = say("Left and right are exchanged. Imagine sitting inside.")
        yield NearMiss(_turned(program, turns, laid.cards), says)


def _rounds(place: Place, loop: Repeat, loops: Collection[int]) -> Iterator[NearMiss]:
    """Yield corrections that give a loop one iteration more, and one iteration less."""
    more = say("The loop around card {card} needs one round more.", card=place.number)
    less = say("The loop around card {card} runs one round too many.", card=place.number)
    for times, says in ((loop.times + 1, more), (loop.times - 1, less)):
        if times in loops:
            yield NearMiss(place.filled(replace(loop, times=times)), says)


def _questions(
    place: Place, bracket: While | If, asked: Collection[Condition]
) -> Iterator[NearMiss]:
    """Yield corrections that change a bracket's condition, or exchange `if` and `while`."""
    card = place.number
    says = say("Look at the question of the loop around card {card}.", card=card)
    if isinstance(bracket, If):
        says = say('Look at the question of the "if" before card {card}.', card=card)
    negated = [each._replace(wanted=not each.wanted) for each in (bracket.condition, *asked)]
    for condition in dict.fromkeys((*negated, *asked)):
        other = replace(bracket, condition=condition)
        yield NearMiss(place.filled(other), says, card)
    if isinstance(bracket, While):
        says = say('"while" asks again and again. Is once enough?')
        yield NearMiss(place.filled(If(bracket.condition, bracket.body)), says, card)
    elif not bracket.otherwise:
        says = say('"if" asks only once. Should it ask again and again?')
        yield NearMiss(place.filled(While(bracket.condition, bracket.body)), says, card)


def _turned(program: Program, numbers: Collection[int], hand: Collection[Instruction]) -> Program:
    """Return the program with these cards turned in the opposite direction."""
    for number in numbers:
        card = program.instructions[number - 1]
        other = card._replace(name=TURNED[card.name])
        named = (held for held in hand if held.name == other.name)
        program = with_card(program, number, next(named, other))
    return program


# -- the first card that ruins a program ---------------------------------------------------------


class Fault(NamedTuple):
    """The first card (from 1) that no continuation can save; 0 if only the end is missing.

    `part` is "" if the card itself is wrong, and `start` if a loop could start there. If a bracket
    is wrong, `card` is the first card inside, and `part` is `rounds` (the repeat count), `question`
    (the condition), `end` (something is missing inside), or `loop` or `if` (the whole bracket).
    """

    card: int = 0
    part: str = ""


SENTENCES = {
    "": ("Look at card {card}.", "Look at card {card}."),
    "start": ("Could a loop begin at card {card}?", "Could a loop begin next?"),
    "rounds": ("How often should the loop run?", "Count the next loop's rounds."),
    "question": ("Look at the question before card {card}.", "Look at the next question."),
    "loop": ("Look at the loop around card {card}.", "Look at the next loop."),
    "if": ('Look at the "if" around card {card}.', 'Look at the next "if".'),
}
"""Sentences that say where to look, by the part of a fault: for card 1, and for a later card."""


class FaultyStep(NamedTuple):
    """The place of a fault in a run: the start (from 0), and the number of the step (from 1).

    `step` is `None` if only the end is missing, or if the card never ran.
    """

    start: int
    number: int
    step: Step | None


@lru_cache(maxsize=512)
def faulty_step(exercise: Exercise, program: Program) -> FaultyStep | None:
    """Return the step at which a program goes wrong; `None` if there is none, or it is unknown."""
    fault = fault_in(exercise, program)
    failed = fault and judge_program(exercise, program).failed_start
    if fault is None or failed is None or exercise.starts[failed].hidden:
        return None
    ran = played_steps(attempt(exercise, program, exercise.starts[failed]).trace)
    for number, played in enumerate(ran, 1):
        if played.step and played.step.card == fault.card:
            return FaultyStep(failed, number, played.step)
    return FaultyStep(failed, len(ran), None)


@lru_cache(maxsize=2048)
def fault_in(exercise: Exercise, program: Program) -> Fault | None:
    """Return the fault of a wrong program; `None` if the program works or the fault is unknown."""
    if not exercise.kind.form.is_program or not program:
        return None
    known = solvability(exercise)
    if known.works(program):
        return None
    if (miss := near_miss(exercise, program)) and miss.card:
        return Fault(miss.card, "question")  # the question is wrong, not a card after it
    fault = _fault(known, program)
    shared = shared_cards(exercise, program)
    if fault and shared is not None and (fault.card or len(program.body) + 1) != shared + 1:
        return None  # the author foresaw this mistake, and says that the fault is elsewhere
    return fault


def shared_cards(exercise: Exercise, program: Program) -> int | None:
    """Return the number of first cards that a foreseen mistake shares with the solution.

    Return `None` if the program was not foreseen, or if cards are in loops.
    """
    if not exercise.foreseen_program(program):
        return None
    solution = exercise.read(exercise.file.solution.answer)
    if not all(isinstance(node, Instruction) for node in (*program.body, *solution.body)):
        return None
    return right_so_far(program.body, solution.body)


def _fault(known: Solvability, program: Program) -> Fault | None:
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
            return Fault(card, "start" if any(begun) else "")
        card += cards_in(node)
    return Fault()


def _inside(known: Solvability, before: Program, bracket: Bracket, first: int) -> Fault | None:
    """Return the fault inside a bracket that cannot stay as it is."""
    goes_on = known.goes_on(before, with_rows(bracket))
    if goes_on is False:
        return _of_head(known, before, bracket, first)
    for begun, card in _beginnings(bracket, first) if goes_on else ():
        goes_on = known.goes_on(before, begun)
        if not goes_on:
            return Fault(card) if goes_on is False else None
    return Fault(first, "end") if goes_on else None


def _of_head(known: Solvability, before: Program, bracket: Bracket, first: int) -> Fault | None:
    """Return the fault of a bracket that does not work with any content."""
    others: list[Bracket]
    if isinstance(bracket, Repeat):
        others = [replace(bracket, times=times) for times in known.loops if times != bracket.times]
        part = "rounds"
    else:
        others, part = [with_rows(replace(bracket, condition=OPEN))], "question"
    found = [known.goes_on(before, other) for other in others]
    if True in found:
        return Fault(first, part)
    return None if None in found else Fault(first, "if" if isinstance(bracket, If) else "loop")


def _beginnings(bracket: Bracket, first: int) -> Iterator[tuple[Bracket, int]]:
    """Yield the bracket up to each piece inside, with the number of that piece's first card."""
    rows = branches(bracket)
    for branch, row in enumerate(rows):
        for place, node in enumerate(row):
            yield with_rows(bracket, *rows[:branch], row[: place + 1]), first
            first += cards_in(node)


def sentence_of(fault: Fault, most: int | None) -> str:
    """Return the sentence for a fault in a program with room for `most` cards."""
    if not fault.card:
        return say("So far it can still work. Only the end is missing.")
    if fault.part == "end":
        return say("Something is missing inside the loop around card {card}.", card=fault.card)
    before = fault.card - 1
    at_first, further_on = SENTENCES[fault.part]
    look = translate(further_on if before else at_first).format(card=fault.card)
    facts = {"card": before, "most": most, "look": look}
    match before, most:
        case 0, None:
            return say("It takes another beginning. {look}", **facts)
        case 0, _:
            return say("With {most} cards it takes another beginning. {look}", **facts)
        case _, None:
            return say("Up to card {card} it can still work. {look}", **facts)
    return say("Up to card {card} it can work with {most} cards. {look}", **facts)
