"""Test marks in bug hunts: a mark is right if a working program changes that card first."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.exercises.explaining.bughunt import (
    TRIES,
    answered,
    flaws,
    is_asked,
    is_found,
    marked,
    right_marks,
    was_seen_at_once,
)
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.judging.programs import problems
from teachkit.exercises.model.exercise import Exercise

from ..every_exercise import exercises
from .making import made, programs_of

SHIPPED = [exercise for exercise in exercises() if exercise.file.mark]
MARKED = [exercise for exercise in SHIPPED if is_asked(exercise)]

TURN = {"floor": ". # .\n. . .\n. . .", "rovers": {"red": "a3 south"}, "samples": {"c1": "blue"}}


def hunt(**keys: Any) -> Exercise:
    """Return a hunt: south to a1, then a wrong turn; a left turn would be right."""
    return made(
        "hunt",
        **{
            "kind": "repair",
            "mark": True,
            "changes": 1,
            "text": "Fetch the sample on **c1**.",
            "given": "forward, forward, right, forward, forward",
            "cards": {"forward": 4, "left": 1, "right": 1},
            "starts": [TURN],
            "checks": [{"check": "carries", "samples": 1}],
            "solution": {"answer": "forward, forward, left, forward, forward"},
            **keys,
        },
    )


def test_all_bug_hunts_of_lesson_04_are_marked():
    names = {exercise.id[:5] for exercise in MARKED if exercise.lesson == "04"}
    repairs = ("02", "04", "06", "07", "08", "09", "13", "14")
    assert names == {f"04-{number}" for number in repairs}
    assert len(MARKED) == len(SHIPPED) >= 11


@pytest.mark.parametrize("exercise", MARKED, ids=lambda exercise: exercise.id)
def test_each_shipped_hunt_has_a_right_mark_and_a_wrong_one(exercise: Exercise):
    """The author's card is among the right ones, and a fixed card never is."""
    cards = range(1, len(exercise.given.instructions) + 1)
    right = right_marks(exercise)
    assert right
    assert set(cards) - {*right}
    assert not {*right} & {*exercise.file.fixed}
    solution = exercise.read(exercise.file.solution.answer).instructions
    pairs = zip(cards, exercise.given.instructions, solution, strict=False)
    assert next(card for card, mine, theirs in pairs if mine != theirs) in right
    for card in cards:
        assert 0 < len(marked(exercise, card).split()) <= 15


@pytest.mark.parametrize("exercise", MARKED, ids=lambda exercise: exercise.id)
def test_a_wrong_mark_never_names_a_right_one(exercise: Exercise):
    """It says what is true at this card, and reveals nothing."""
    for card in range(1, len(exercise.given.instructions) + 1):
        if card not in right_marks(exercise):
            for right in right_marks(exercise):
                assert f"card {right}" not in marked(exercise, card).lower()


def test_right_is_where_any_working_program_within_one_change_parts_from_the_given_one():
    """Compare with trying every program of up to six cards."""
    exercise = hunt()
    found = set()
    for program in programs_of(("forward", "left", "right"), (), 6):
        if not problems(exercise, program) and grade(exercise, str(program)).solved:
            pairs = zip(exercise.given.instructions, program.instructions, strict=False)
            found.add(next(card for card, (mine, other) in enumerate(pairs, 1) if mine != other))
    assert set(right_marks(exercise)) == found == {3}


def test_a_card_too_early_is_told_where_it_leads_and_that_this_is_the_plan():
    assert (
        marked(hunt(), 2) == "After card 2: a1 south. Everything is right so far. Look further on."
    )


def test_a_card_too_late_is_told_where_it_began():
    assert marked(hunt(), 4) == "Yes, card 4 is skipped, but why? Look further back."
    wide = {"floor": ". . . # .\n. . . # .\n. . . . .", "rovers": {"red": "c3 south"}}
    assert (
        marked(hunt(starts=[TURN | wide | {"samples": {"e1": "blue"}}]), 4)
        == "Before card 4: c1 west. Is that still right? Look further back."
    )


def test_a_fixed_card_is_no_right_mark():
    """This holds although a card put in before it would work, too."""
    exercise = hunt(fixed=[1, 2, 4, 5])
    assert right_marks(exercise) == (3,)
    assert marked(exercise, 1) == ("Card 1 is locked, so it is not wrong. Look at the other cards.")


def test_where_several_repairs_work_the_first_card_of_each_is_right():
    """The repair has one step less, or one step back."""
    line = {"floor": ". . . . .", "rovers": {"red": "a1 east"}}
    exercise = made(
        kind="repair", mark=True, changes=1, starts=[line], given="forward, forward, u-turn, left",
        checks=[{"check": "stands_on", "square": "b1"}],
        solution={"answer": "forward, u-turn, left"},
    )  # fmt: skip
    assert right_marks(exercise) == (2, 4)
    assert marked(exercise, 2) == "You found it: card 2 goes wrong first. Now make your change."
    assert marked(exercise, 4) == "Changing card 4 works, too. Now make it."


def test_a_card_inside_of_a_loop_is_a_card_like_others():
    line = {"floor": ". . . . .", "rovers": {"red": "a1 east"}, "samples": {"e1": "blue"}}
    exercise = hunt(
        edition="loops", starts=[line], given="left, 2x(forward, jump)", cards=[],
        solution={"answer": "2x(forward, jump)"},
    )  # fmt: skip
    assert 1 in right_marks(exercise)
    assert 3 not in right_marks(exercise)


def test_after_three_wrong_cards_the_place_is_told_and_the_cards_are_free():
    """One right mark is enough, too."""
    exercise = hunt()
    assert is_found(exercise, [3])
    assert not is_found(exercise, [])
    assert not is_found(exercise, [1, 1, 1, 2])
    assert answered(exercise, [1, 2]) == marked(exercise, 2)
    assert len({1, 2, 4}) == TRIES
    assert is_found(exercise, [1, 2, 4])
    assert (
        answered(exercise, [1, 2, 4])
        == "The first wrong card is card 3. Now make your change there."
    )
    assert answered(exercise, [1, 2, 4, 3]) == marked(exercise, 3)
    assert answered(exercise, []) == ""


def test_whether_the_first_mark_was_right_can_be_told():
    exercise = hunt()
    assert was_seen_at_once(exercise, [3]) is True
    assert was_seen_at_once(exercise, [2, 3]) is False
    assert was_seen_at_once(exercise, []) is None
    assert was_seen_at_once(hunt(mark=False), [3]) is None


def test_a_copy_for_learners_answers_without_the_solution():
    """The same marks are right, and the place is shown."""
    released = hunt(solution={})
    assert right_marks(released) == (3,)
    assert (
        answered(released, [1, 2, 5])
        == "The first wrong card is card 3. Now make your change there."
    )


def test_marks_do_not_change_what_is_right():
    """An earlier answer is not counted for another exercise."""
    assert hunt().hash == hunt(mark=False).hash


def test_marks_are_asked_only_where_cards_are_given():
    exercise = hunt(kind="program", given="")
    (flaw,) = flaws(exercise)
    assert str(flaw) == "mark: Learners can only mark cards of a given program. Remove mark."
    assert not is_asked(exercise)


def test_a_hunt_that_is_mended_only_at_its_end_has_no_first_wrong_card():
    line = {"floor": ". . . .", "rovers": {"red": "a1 east"}}
    exercise = made(kind="repair", mark=True, changes=1, starts=[line], given="forward",
                    cards={"forward": 2})  # fmt: skip
    (flaw,) = flaws(exercise)
    assert str(flaw) == "mark: There is no first wrong card to mark. Remove mark."
    assert not list(flaws(hunt()))
