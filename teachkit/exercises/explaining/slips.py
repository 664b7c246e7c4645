"""Slips: small mistakes in a program, each corrected by one small change."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from teachkit.core.language.nodes import Condition, If, Instruction, Repeat, While
from teachkit.core.language.program import Place, Program, places, with_card
from teachkit.exercises.explaining.repairs import solvability
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import deck, tray
from teachkit.words import say

TURNED = {"left": "right", "right": "left"}


class NearMiss(NamedTuple):
    """A slip in a program: the corrected program, and a sentence for the learner.

    `card` is the number of the first card after a wrong `if` or `while`, and 0 for other slips.
    """

    program: Program
    says: str
    card: int = 0


@lru_cache(maxsize=512)
def near_miss(exercise: Exercise, program: Program) -> NearMiss | None:
    """Return the first slip whose correction is allowed and makes `program` work, or `None`."""
    known = solvability(exercise)
    for miss in _misses(exercise, program):
        right = known.works(miss.program) and known.may_be_laid(miss.program)
        if right and judged(exercise, str(miss.program)).solved:  # on hidden boards as well
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
        says = say("One turn goes the wrong way. Imagine that you are driving.")
        yield NearMiss(_turned(program, (number,), laid.cards), says)
    for place in everywhere if len(program.body) > 1 else ():
        if isinstance(place.node, Instruction) and not place.around:
            yield NearMiss(place.filled(), say("There is one card too many."))
    for card in laid.cards:
        says = say("Good so far. One card is missing at the end.")
        yield NearMiss(program + Program((card,)), says)
    if len(turns) > 1:
        says = say("Left and right are swapped. Imagine that you are driving.")
        yield NearMiss(_turned(program, turns, laid.cards), says)


def _rounds(place: Place, loop: Repeat, loops: Collection[int]) -> Iterator[NearMiss]:
    """Yield corrections that add a round to `loop` or remove one, if `loops` allows that count."""
    more = say("The loop around card {card} needs one more round.", card=place.number)
    less = say("The loop around card {card} runs one round too many.", card=place.number)
    for times, says in ((loop.times + 1, more), (loop.times - 1, less)):
        if times in loops:
            yield NearMiss(place.filled(replace(loop, times=times)), says)


def _questions(
    place: Place, bracket: While | If, asked: Collection[Condition]
) -> Iterator[NearMiss]:
    """Yield corrections that change the bracket's condition, or swap `if` and `while`."""
    card = place.number
    says = say("Look at the question in the loop around card {card}.", card=card)
    if isinstance(bracket, If):
        says = say('Look at the question in the "if" before card {card}.', card=card)
    negated = [each._replace(wanted=not each.wanted) for each in (bracket.condition, *asked)]
    for condition in dict.fromkeys((*negated, *asked)):
        other = replace(bracket, condition=condition)
        yield NearMiss(place.filled(other), says, card)
    if isinstance(bracket, While):
        says = say('"while" asks again and again. Is asking once enough?')
        yield NearMiss(place.filled(If(bracket.condition, bracket.body)), says, card)
    elif not bracket.otherwise:
        says = say('"if" asks only once. Should it ask again and again?')
        yield NearMiss(place.filled(While(bracket.condition, bracket.body)), says, card)


def _turned(program: Program, numbers: Collection[int], hand: Collection[Instruction]) -> Program:
    """Return a copy of `program` in which the cards numbered `numbers` turn the other way."""
    for number in numbers:
        card = program.instructions[number - 1]
        other = card._replace(name=TURNED[card.name])
        named = (held for held in hand if held.name == other.name)
        program = with_card(program, number, next(named, other))
    return program
