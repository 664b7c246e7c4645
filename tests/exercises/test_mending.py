"""Test repairs: the next change leads to the nearest right program and keeps fixed cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from teachkit.classroom.library import find_exercise
from teachkit.core.language.program import Program
from teachkit.exercises.authoring.proof import flaws
from teachkit.exercises.explaining.hints import Asked, hint
from teachkit.exercises.explaining.next_change import nearest, next_repair
from teachkit.exercises.judging.grade import grade, judged
from teachkit.exercises.judging.programs import changes
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.puzzle import puzzle
from teachkit.play.search.deck import TooLargeError

from ..thorough import THOROUGH
from .making import made, programs_of

CARDS = ("forward", "left", "2x")
MOST = 4
FARTHEST = 15  # words of the longest row: no program is further away

rows = st.lists(
    st.sampled_from(["forward", "left", "2x(forward)", "2x(left, forward)"]), max_size=3
)


def repair(**keys: Any) -> Exercise:
    return made(**{"kind": "repair", "edition": "loops", "cards": [*CARDS], **keys})


@pytest.mark.slow
@settings(max_examples=400 if THOROUGH else 40, deadline=None)
@given(
    laid=rows,
    given_row=rows,
    most=st.sampled_from([None, 1, 2, 3]),
    square=st.sampled_from(["a2", "b1", "b2", "c1"]),
    fixed=st.sampled_from([[], [1]]),
)
@example(laid=["forward"], given_row=["forward"], most=None, square="b1", fixed=[])
@example(laid=["2x(left, forward)"] * 3, given_row=[], most=1, square="a2", fixed=[])
def test_the_nearest_is_what_trying_everything_finds(
    laid: list[str], given_row: list[str], most: int | None, square: str, fixed: list[int]
) -> None:
    """Use a loop around cards, some of them fixed, and programs not too far from the given one.

    A program that works needs no change, even if it is the given one. Handing that in earns
    nothing, but changing a card would be bad advice; such an exercise fails `teachkit check`.
    """
    exercise = repair(
        given=", ".join(given_row or ["left"]),
        fixed=fixed,
        checks=[{"check": "stands_on", "square": square}, {"check": "uses_at_most", "cards": MOST}],
        **({} if most is None else {"changes": most}),
    )
    program = exercise.read(", ".join(laid))
    right = [each for each in programs_of(CARDS[:2], (2,), MOST)
             if judged(exercise, str(each)).solved]  # fmt: skip
    fewest = min((changes(program, each) for each in right), default=None)
    searched = puzzle(exercise)
    assert searched
    mending = searched.mending
    found = mending.nearest(program, FARTHEST)
    assert (found and changes(program, found)) == fewest
    assert not found or found in right
    if fewest:
        assert mending.nearest(program, fewest - 1) is None


def test_with_very_many_pieces_the_author_s_program_is_the_nearest() -> None:
    """In a hand of four loops that fit inside each other, nobody waits for the search."""
    exercise = find_exercise("07-10")
    searched, program = puzzle(exercise), exercise.read("3x(right, 2x(u-turn), left)")
    assert searched
    with pytest.raises(TooLargeError):
        searched.mending.nearest(program, FARTHEST)
    assert nearest(exercise, program) == exercise.read(exercise.file.solution.answer)


def test_of_a_given_program_that_works_no_card_is_called_wrong() -> None:
    exercise = repair(given="forward, forward")
    assert "The given program is already right" in str(flaws(exercise)[0])
    change = next_repair(exercise, exercise.given)
    assert change
    assert (change.act, change.program) == ("run", exercise.given)


def way(exercise: Exercise, program: Program) -> Iterator[Program]:
    """Return the programs of a learner who follows each hint until nothing is missing."""
    while (change := next_repair(exercise, program)) and change.act != "run":
        program = change.program
        yield program


@settings(max_examples=40, deadline=None)
@given(laid=rows)
def test_who_does_what_is_told_comes_to_a_right_program(laid: list[str]) -> None:
    exercise = repair(given="left, left", solution={"answer": "2x(forward)"})
    program = exercise.read(", ".join(laid))
    *_, program = (program, *islice(way(exercise, program), 12))
    assert grade(exercise, str(program)).solved


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ("", 'Start with "forward".'),
        ("2x()", 'Add "forward" inside the loop "2x", at the end.'),
        ("2x(left)", 'Replace card 1 with "forward".'),
        ("2x(left, forward)", "Remove card 1."),
        ("2x(forward, left)", "Remove card 2."),
        ("3x(forward)", 'Change the loop in "3x(forward)" to "2x".'),
        ("2x(forward), left, left", "Remove card 3."),
        ("2x(forward)", "Nothing is missing. Run it."),
    ],
)
def test_the_next_change_is_told(laid: str, says: str) -> None:
    exercise = repair(
        hints=[],
        given="left",
        cards=[*CARDS, "3x"],
        checks=[
            {"check": "parks", "place": "c1 east"},
            {"check": "uses_at_most", "cards": 2},
            {"check": "never_skips"},
        ],
        solution={"answer": "2x(forward)"},
    )
    told = hint(exercise, Asked(), laid)
    assert told
    assert (told.rung, told.says) == ("next", says)


def test_what_is_fixed_stays() -> None:
    goal = [{"check": "stands_on", "square": "a2"}]
    exercise = repair(given="left, right", fixed=[1], cards=["forward", "left", "right"],
                      checks=goal, solution={"answer": "left, forward"})  # fmt: skip
    *_, program = way(exercise, exercise.read("left, right"))
    assert grade(exercise, str(program)).solved
    assert str(program.instructions[0]) == "left"


def test_of_equally_near_ones_it_is_the_authors() -> None:
    """Left and forward may be exchanged in either place."""
    goal = [{"check": "stands_on", "square": "b2"}]
    for solution in ("forward, left, forward", "left, forward, right, forward"):
        exercise = made(kind="repair", given="forward", cards=["forward", "left", "right"],
                        checks=goal, solution={"answer": solution})  # fmt: skip
        *_, last = way(exercise, exercise.read(solution.removesuffix(", forward")))
        assert str(last) == solution
