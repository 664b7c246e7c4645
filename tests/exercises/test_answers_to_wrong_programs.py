"""Test that every wrong program gets an answer: how far it came, then what explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.errors import AnswerError
from teachkit.exercises.explaining.explain import explanation
from teachkit.exercises.explaining.faults import fault_in
from teachkit.exercises.explaining.repairs import changes_of, near_miss, solvability
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search.deck import TooLargeError, UnfitError
from teachkit.play.search.memory import remembered

from ..every_exercise import FILES, loaded
from ..thorough import THOROUGH
from .making import explained

ENOUGH = 0.6
NEAR = 1_000 if THOROUGH else 25  # number of changed programs tried for each exercise, at most
MOST_WORDS = 15


LAID = [path for path in FILES if loaded(path).kind.form.is_program]
REPAIRS = [path for path in LAID if loaded(path).kind.name == "repair"]
with_cards = pytest.mark.parametrize("path", LAID, ids=lambda path: path.stem)


@cache
def wrong(path: Path) -> tuple[Program, ...]:
    """Return programs that differ by one change from the given or author's and do not earn all."""
    exercise = loaded(path)
    first = exercise.given if exercise.kind.name == "repair" else None
    before = first or exercise.read(exercise.file.solution.answer)
    near = list(dict.fromkeys(change.program for change in changes_of(exercise, before)))
    return tuple(
        program
        for program in Random(path.stem).sample(near, min(len(near), NEAR))
        if program
        and program != exercise.given
        and not problems(exercise, program)
        and not judged(exercise, str(program)).solved
    )


@pytest.mark.slow
def test_most_wrong_repairs_get_more_than_how_far_they_came() -> None:
    helped = [len(explained(loaded(path), str(each)).says) > 1
              for path in REPAIRS for each in wrong(path)]  # fmt: skip
    assert len(REPAIRS) > 10
    assert sum(helped) >= ENOUGH * len(helped)


@pytest.mark.slow
@with_cards
def test_what_explains_is_short_and_blames_nobody(path: Path) -> None:
    exercise = loaded(path)
    for program in wrong(path):
        for says in explanation(exercise, str(program)):
            assert all(len(part.split()) <= MOST_WORDS for part in re.split(r"[.?!] ", says))
            assert not re.search(
                r"\b(forgot|you failed|your (?:fault|mistake))\b", says, re.IGNORECASE
            )


@with_cards
def test_no_card_of_a_program_that_works_is_blamed(path: Path) -> None:
    """Cut off anywhere, the author's and the cheapest program only lack their end."""
    exercise = loaded(path)
    for program in right(exercise):
        for size in range(1, len(program.body)):
            left = fault_in(exercise, Program(program.body[:size]))
            assert left is None or not left.card


def right(exercise: Exercise) -> Iterator[Program]:
    yield exercise.read(exercise.file.solution.answer)
    searched = puzzle(exercise)
    try:
        best = searched and not searched.deck.senses and searched.best()
    except TooLargeError:
        return
    if best and not problems(exercise, best.program):
        yield best.program


@with_cards
def test_what_works_is_what_is_graded_so(path: Path) -> None:
    """The quick test with remembered steps gives the same result as the checks."""
    exercise = loaded(path)
    if any(start.hidden for start in exercise.starts):
        return
    for program in wrong(path):
        verdicts = judged(exercise, str(program)).verdicts
        shapes = {"uses_at_most", "takes_at_most", "uses", "avoids"}
        fails = [each for each in verdicts if each.says and each.check not in shapes]
        assert solvability(exercise).works(program) == (not fails)


@with_cards
def test_programs_that_fail_alike_are_told_alike(path: Path) -> None:
    """Two neighbouring cards that lead to the same state in either order may be exchanged.

    This is true of the card where a program goes wrong, which depends on states. A slip is about
    cards, and may explain one order only; so is the nearest repair.
    """
    exercise = loaded(path)
    if not exercise.kind.is_searched:
        return
    for program in wrong(path):
        for place, other in commuting(exercise, program):
            if exercise.foreseen_program(program) or exercise.foreseen_program(other):
                continue  # there the author says where to look
            if near_miss(exercise, program) or near_miss(exercise, other):
                continue  # a slip tells which card to change
            one, two = fault_in(exercise, program), fault_in(exercise, other)
            if not {left and left.card for left in (one, two)} & {place + 1, place + 2}:
                assert one == two, (str(program), str(other))  # else it is one of the two


def commuting(exercise: Exercise, program: Program) -> Iterator[tuple[int, Program]]:
    """Return the program with two neighbours exchanged that lead to one state on every board."""
    row = program.body
    if not all(isinstance(node, Instruction) for node in row):
        return
    for place, (one, two) in enumerate(pairwise(row)):
        other = Program((*row[:place], two, one, *row[place + 2 :]))
        same = state_after(exercise, program, place + 2) == state_after(exercise, other, place + 2)
        if one != two and same and not problems(exercise, other):
            yield place, other


def state_after(exercise: Exercise, program: Program, cards: int) -> object:
    """Return the states on every board after the first cards; unequal ones if they are refused."""
    searched = puzzle(exercise)
    begun = Program(program.body[:cards])
    try:
        return searched and [remembered(start, begun).moments[-1] for start in searched.starts]
    except (AnswerError, UnfitError):
        return object()


@pytest.mark.parametrize(
    ("name", "laid", "says"),
    [
        ("01-06-three-samples", "east, west",
         "Card 1 is fine. To do it in 7 cards, change card 2."),
        ("03-07-the-first-row-that-differs",
         "forward, left, forward, left, forward, forward, jump",
         "Cards 1 to 3 are fine. Change card 4."),
        ("08-10-turn-if-you-must", "if not blocked(left), forward, forward",
         'Look at the question in the "if" before card 1.'),
        ("08-11-as-long-as-not",
         "while not on_lab(forward), u-turn, while not on_lab(forward)",
         "Look at the question in the loop around card 1."),
        ("08-11-as-long-as-not",
         "while not carrying(forward), u-turn, while not carrying(forward)",
         "Look at the question in the loop around card 3."),
    ],
)  # fmt: skip
def test_what_is_told_at_once(name: str, laid: str, says: str) -> None:
    exercise = find_exercise(name)
    assert says in explanation(exercise, laid)


def test_where_it_went_astray_is_the_question_and_not_the_card_behind_it() -> None:
    exercise = find_exercise("08-10")
    left = fault_in(exercise, exercise.read("if clear(left), forward, forward"))
    assert left == (1, "question")
