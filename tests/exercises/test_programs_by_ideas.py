"""Test that a program that would be right under a wrong idea is told this idea first.

The programs are made for it: each exercise is solved by a search under the rules that an idea
believes in, and the author's solution is changed until it is right under an idea that misreads
whole programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.game.game import Misreading
from teachkit.core.game.misreadings import ByCard, misread
from teachkit.core.language.program import Program
from teachkit.exercises.explaining.repairs import changes_of
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.misreadings.diagnosis import answer_as_read, misreadings_of
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search import TooLargeError

from ..every_exercise import exercises
from ..thorough import THOROUGH
from .making import explained

EFFORT = 20_000 if THOROUGH else 2_000  # steps of the search for one program
NEAR = 200 if THOROUGH else 8  # programs near the solution, of each exercise
ENOUGH = 0.9  # the share of programs that must be told the idea


class Wrong(NamedTuple):
    """A program that is right under an idea, and wrong in truth."""

    exercise: Exercise
    program: Program
    idea: Misreading


def solved_under(exercise: Exercise, idea: Misreading) -> Program | None:
    """Return the cheapest program for the exercise in a game whose cards do what `idea` says."""
    altered = replace(exercise, game=misread(exercise.game, idea.read))
    with suppress(TooLargeError):
        searched = puzzle.__wrapped__(altered)
        if searched and not searched.deck.senses:
            found = searched._search("cards", searched.deck, frozenset())
            best = found.cheapest(effort=EFFORT)
            return best and best.program
    return None


def candidates(exercise: Exercise) -> Iterator[tuple[Program, Misreading]]:
    ideas = misreadings_of(exercise.game)
    for idea in ideas:
        if isinstance(idea.read, ByCard) and (program := solved_under(exercise, idea)):
            yield program, idea
    solution = exercise.read(exercise.file.solution.answer)
    near = list(dict.fromkeys(change.program for change in changes_of(exercise, solution)))
    for program in Random(exercise.id).sample(near, min(len(near), NEAR)):
        yield from ((program, idea) for idea in ideas if not isinstance(idea.read, ByCard))


def wrong_programs() -> Iterator[Wrong]:
    for exercise in exercises():
        if not exercise.kind.form.is_program or exercise.others_act:
            continue
        for program, idea in candidates(exercise):
            if not program or program == exercise.given or problems(exercise, program):
                continue
            if exercise.foreseen_program(program) or judged(exercise, str(program)).solved:
                continue  # the author's own sentence comes before any idea
            if answer_as_read(exercise, idea.read, str(program)):
                yield Wrong(exercise, program, idea)


@pytest.mark.slow
def test_a_program_that_is_right_under_a_wrong_idea_is_told_the_idea_first() -> None:
    """Of several ideas that explain a program, the most common one is named, not ours."""
    made, told, ours = 0, 0, 0
    for exercise, program, idea in wrong_programs():
        second = "".join(explained(exercise, str(program)).says[1:2])  # "" if only a step is saved
        fits = [
            each.says
            for each in misreadings_of(exercise.game)
            if answer_as_read(exercise, each.read, str(program))
        ]
        made, told, ours = made + 1, told + (second in fits), ours + (second == idea.says)
    assert made > 60
    assert told >= ENOUGH * made
    assert ours >= 0.6 * made


@pytest.mark.parametrize(
    ("name", "laid", "says"),
    [
        ("00-02", "forward, left", "Forward drives only one square."),
        ("06-06", "3x(jump)", "A jump goes to the next square, not to the one after it."),
        (
            "10-09",
            "A4/, A4x, B1+, A4x, A3+",
            "If a result does not fit, it does not become 99. The line is skipped.",
        ),
    ],
)
def test_the_idea_is_told_where_only_the_end_seemed_to_be_missing(
    name: str, laid: str, says: str
) -> None:
    assert explained(find_exercise(name), laid).says[1] == says


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ("u-turn", "Red never leaves e4."),
        ("while clear(left)", "Red never leaves b4."),
        ("while carrying(forward)", "No card runs here, because the answer is no."),
    ],
)
def test_a_rover_that_never_moves_is_told_so(laid: str, says: str) -> None:
    assert explained(find_exercise("08-11"), laid).says[1] == says
