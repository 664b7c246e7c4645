"""Test which card a failed program first goes wrong at, and which slip explains it."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.exercises.explaining.explain import explanation
from teachkit.exercises.explaining.faults import faulty_step
from teachkit.exercises.explaining.hints import fault_hint
from teachkit.exercises.model.exercise import Exercise

from .making import START, explained, made

SECOND = "Card 1 is fine. Change card 2."
THIRD = "Cards 1 and 2 are fine. Change card 3."
OTHERWISE = "You cannot do it this way. Change card 1."
ONLY_THE_END = "Good so far. What comes next?"
HAND = {"forward": 2, "left": 1, "right": 1}


def says(exercise: Exercise, laid: str) -> str:
    found = fault_hint(exercise, laid)
    assert found
    return found.says


@pytest.mark.parametrize(
    ("laid", "told"),
    [
        ("forward, left, left", ONLY_THE_END),
        ("left, right, forward", ONLY_THE_END),
        ("left, forward", SECOND),
        ("forward", ONLY_THE_END),
        ("left, forward, right, forward", SECOND),
    ],
)
def test_the_first_card_that_leaves_no_way_is_named(laid: str, told: str) -> None:
    """A way other than the author's is a way as well, and so is a longer one."""
    assert says(made(cards=HAND | {"left": 2, "right": 2}), laid) == told


def test_a_way_that_the_hand_cannot_finish_is_none() -> None:
    assert says(made(cards=HAND | {"right": 0}), "left, forward") == OTHERWISE


def test_nor_is_one_that_the_limit_cannot_finish() -> None:
    few = [{"check": "stands_on", "square": "c1"}, {"check": "uses_at_most", "cards": 3}]
    exercise = made(cards=["forward", "left", "right"], checks=few)
    assert says(exercise, "forward, left") == "Card 1 is fine. To do it in 3 cards, change card 2."
    assert says(exercise, "left") == "You cannot do it in 3 cards this way. Change card 1."


def test_three_rights_for_a_left_are_a_way() -> None:
    exercise = made(cards=["forward", "right"], solution={"answer": "right, right, right"},
                    checks=[{"check": "parks", "place": "a1 north"}])  # fmt: skip
    missing = "Good so far. One card is missing at the end."
    assert missing in explanation(exercise, "right, right")
    assert says(exercise, "right") == ONLY_THE_END


LOOPS: dict[str, Any] = {
    "edition": "loops",
    "cards": {"forward": 1, "left": 1, "2x": 1, "3x": 1},
    "starts": [{"floor": ". . . .", "rovers": {"red": "a1 east"}}],
    "checks": [{"check": "stands_on", "square": "d1"}],
    "solution": {"answer": "3x(forward)"},
}


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ("2x(forward)", "The loop around card 1 needs one more round."),
        ("2x(left, forward)", "You cannot do it this way. Look at the loop around card 1."),
        ("3x(left, forward)", OTHERWISE),
        ("3x(forward, left)", SECOND),
        ("forward", OTHERWISE),
        ("2x(forward), left", "The loop around card 1 needs one more round."),
    ],
)
def test_a_loop_is_looked_at_from_outside_and_inside(laid: str, says: str) -> None:
    exercise = made(**LOOPS)
    told = fault_hint(exercise, laid)
    assert says in (*explanation(exercise, laid), told and told.says)


def test_a_loop_that_is_too_short_inside_is_told_so() -> None:
    corners = {"floor": ". . .\n. . .\n. . .", "rovers": {"red": "a1 east"}}
    exercise = made(edition="loops", cards={"all-forward": 1, "left": 1, "2x": 1},
                    starts=[corners], checks=[{"check": "stands_on", "square": "c3"}],
                    solution={"answer": "2x(all-forward, left)"})  # fmt: skip
    assert says(exercise, "2x(all-forward)") == (
        "Something is missing inside the loop around card 1."
    )


def test_where_cards_are_few_a_loop_could_begin() -> None:
    few = [{"check": "stands_on", "square": "d1"}, {"check": "uses_at_most", "cards": 2}]
    exercise = made(**LOOPS | {"checks": few, "cards": ["forward", "left", "3x"]})
    assert says(exercise, "forward, left") == (
        "You cannot do it in 2 cards this way. Could a loop begin at card 1?"
    )


@pytest.mark.parametrize(
    ("goal", "right", "laid", "says"),
    [
        ("c1", "while clear(forward)", "while blocked(forward)",
         "Look at the question in the loop around card 1."),
        ("c1", "while clear(forward)", "if clear(forward)",
         '"if" asks only once. Should it ask again and again?'),
        ("b1", "if clear(forward)", "while clear(forward)",
         '"while" asks again and again. Is asking once enough?'),
    ],
)  # fmt: skip
def test_a_wrong_question_is_named_and_not_the_card_behind_it(
    goal: str, right: str, laid: str, says: str
) -> None:
    cards = {"forward": 1, "left": 1, "while": 1, "if": 1}
    checks = [{"check": "stands_on", "square": goal}]
    exercise = made(edition="sensors", cards=cards, checks=checks, solution={"answer": right})
    assert says in explanation(exercise, laid)


TURNING: dict[str, Any] = {
    "starts": [{"floor": ". . .\n. . .\n. . .", "rovers": {"red": "b2 north"}}],
    "cards": {"forward": 2, "left": 2, "right": 2},
    "checks": [{"check": "parks", "place": "a2 north"}],
    "solution": {"answer": "left, forward, right"},
}


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        (
            "right, forward, left",
            "Left and right are swapped. Imagine that you are driving.",
        ),
        (
            "left, forward, left",
            "One turn goes the wrong way. Imagine that you are driving.",
        ),
        ("left, forward, right, forward", "There is one card too many."),
        ("left, forward", "Good so far. One card is missing at the end."),
    ],
)
def test_a_slip_is_told_before_a_place(laid: str, says: str) -> None:
    exercise = made(**TURNING)
    assert explained(exercise, laid).says[-1] == says


def test_the_authors_sentence_is_told_instead() -> None:
    says = "Think of the other side."
    exercise = made(**TURNING | {"mistakes": [{"answer": "right, forward, left", "says": says}]})
    assert explained(exercise, "right, forward, left").says[1:] == (says,)


def repaired(**keys: Any) -> Exercise:
    return made(**TURNING | {"kind": "repair", "given": "left, forward, left", "changes": 1} | keys)


def test_in_a_repair_only_what_may_be_changed_is_a_way() -> None:
    """The wrong card of the given program is named, not a card that was put in because of it."""
    assert says(repaired(), "left, forward, left, forward") == THIRD
    assert says(repaired(), "forward, forward, left") == OTHERWISE


def test_of_what_is_given_nothing_is_told_unasked() -> None:
    assert len(explained(repaired(), "left, forward, left").says) == 1
    assert says(repaired(), "left, forward, left") == THIRD


def test_the_step_is_shown_on_the_board_where_the_program_fails() -> None:
    other = {"floor": ". . .\n. . .", "rovers": {"red": "b1 east"}}
    exercise = made(starts=[other, START], solution={"answer": "all-forward"},
                    cards={"forward": 1, "all-forward": 1, "left": 1})  # fmt: skip
    assert explained(exercise, "forward, left").failed_start == 1
    found = faulty_step(exercise, exercise.read("forward, left"))
    assert found
    assert (found.start, found.number) == (1, 2)
    assert found.step
    assert found.step.card == 2


def test_nothing_went_astray_that_works_or_cannot_be_read() -> None:
    for answer in ("forward, forward", "nonsense", ""):
        assert fault_hint(made(), answer) is None


def test_what_only_takes_too_many_cards_works() -> None:
    few = [{"check": "stands_on", "square": "c1"}, {"check": "uses_at_most", "cards": 2}]
    exercise = made(checks=few)
    assert explained(exercise, "left, right, forward, forward").says == (
        "It works. 1 more point: Use at most 2 cards; you used 4.",
    )


def test_a_check_of_the_way_counts_as_well() -> None:
    """A program that reaches the goal without passing b2 went wrong at a certain card."""
    checks = [{"check": "passes", "where": "b2"}, {"check": "stands_on", "square": "c1"}]
    exercise = made(checks=checks, cards={"forward": 4, "left": 1, "right": 2},
                    solution={"answer": "left, forward, right, forward, forward"})  # fmt: skip
    assert says(exercise, "forward, right") == SECOND


def test_nothing_is_told_where_a_teacher_keeps_the_answers_back() -> None:
    assert explanation(made(solution={"answer": ""}), "left") == ()


def test_what_is_wrong_is_told_of_the_smallest_board_where_it_fails() -> None:
    """Smallest means the fewest steps, then the shortest text; a hidden board comes last."""
    large = {"floor": ". . . . .\n. . . . .", "rovers": {"red": "a1 east"}}
    small = {"floor": ". . .", "rovers": {"red": "a1 east"}}
    hidden = {"floor": ". .", "rovers": {"red": "a1 east"}, "hidden": True}
    goal = {"check": "stands_on", "square": "b1"}
    exercise = made(starts=[large, START, small, hidden], checks=[goal])
    assert explained(exercise, "left").failed_start == 2
    sensing = made(edition="sensors", starts=[large, small])
    stops = "while clear(forward), left, left"
    assert explained(sensing, stops).failed_start == 0, "it works on the small one"
    assert explained(sensing, "while clear(left)").failed_start == 1
