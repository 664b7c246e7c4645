"""Test answers that are programs: points, the first sentence, and the available cards."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.core.language.program import Program
from teachkit.exercises.judging.grade import judged
from teachkit.exercises.judging.programs import changes
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.verdict import Grade

from .making import START, explained, made

WORKS = "It works: everything is as it should be."
TWO_CHECKS = [
    {"check": "stands_on", "square": "c1", "points": 2},
    {"check": "looks", "facing": "north"},
]
NEAR: dict[str, Any] = {"floor": ". . . .", "rovers": {"red": "a1 east"}}
FAR: dict[str, Any] = {"floor": ". . . .", "rovers": {"red": "b1 east"}}


def points(exercise: Exercise, answer: str) -> tuple[int, int]:
    result = explained(exercise, answer)
    return result.points, result.possible


def refused(exercise: Exercise, answer: str) -> str:
    """Return the one sentence about an answer that cannot be handed in."""
    result = explained(exercise, answer)
    assert (result.points, result.solved, len(result.says)) == (0, False, 1)
    assert [verdict.check for verdict in result.verdicts] == ["answer"]
    return result.says[0]


# Points and feedback ---------------------------------------------------------------------------


SHORT = {"check": "uses_at_most", "cards": 2, "points": 2}
ENDS = [{"check": "stands_on", "square": square} for square in ("b1", "c1")]


@pytest.mark.parametrize(
    ("checks", "answer", "earned", "says"),
    [
        (TWO_CHECKS, "forward, forward, left", 3, (WORKS,)),
        (TWO_CHECKS, "forward, forward", 2,
         ("1 more point: The rover faces east, not north.",
          "Good so far. One card is missing at the end.")),
        (TWO_CHECKS, "left", 1, None),
        (TWO_CHECKS, "right", 0, None),
        ([ENDS[1], SHORT], "left", 0,
         ("The rover is on a1, not on c1.", "Red never leaves a1.",
          "You cannot do it in 2 cards this way. Change card 1.")),
        ([ENDS[1], SHORT], "forward, forward, left", 1, None),
        ([ENDS[1], SHORT], "forward, forward", 3, (WORKS,)),
    ],
)  # fmt: skip
def test_each_check_earns_its_points_and_says_what_is_missing(
    checks: list[dict[str, Any]], answer: str, earned: int, says: tuple[str, ...] | None
) -> None:
    """The style of a program counts only if the program works."""
    result = explained(made(checks=checks), answer)
    assert (result.points, result.possible, result.solved) == (earned, 3, earned == 3)
    assert result.failed_start == (None if earned == 3 else 0)
    assert says in (None, result.says)


def test_a_known_mistake_is_told_after_how_far_it_is() -> None:
    exercise = made(mistakes=[{"answer": "forward", "says": "One step is missing."}])
    says = ("The rover is on b1, not on c1.", "One step is missing.")
    assert explained(exercise, " forward ").says == says
    assert "One step is missing." not in explained(exercise, "left").says


def test_what_is_asked_for_several_times_is_counted() -> None:
    """The part that works already is named first."""
    exercise = made(checks=ENDS, solution={"answer": "forward"})
    assert explained(exercise, "forward").says == (
        "Done so far: 1 of 2. 1 more point: The rover is on b1, not on c1.",
        "You cannot do it this way. Change card 1.",
    )
    assert explained(exercise, "left").says[0] == "The rover is on a1, not on b1."


# Several starts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hidden", "square", "failed", "says"),
    [
        (False, "d1", 0, ("Board 1: The rover is on c1, not on d1.",
                          "Forward drives only one square.",
                          "Good so far. One card is missing at the end.")),
        (True, "c1", 1, ("Board 2: The rover is on d1, not on c1.",)),
    ],
    ids=["shown", "hidden, it counts and is named by its number"],
)  # fmt: skip
def test_a_check_passes_if_it_does_on_every_start(
    hidden: bool, square: str, failed: int, says: tuple[str, ...]
) -> None:
    checks = [{"check": "stands_on", "square": square}]
    exercise = made(starts=[NEAR, FAR | {"hidden": hidden}], checks=checks)
    assert len(exercise.shown_starts) == 2 - hidden
    assert explained(exercise, "all-forward").solved == (square == "d1")
    result = explained(exercise, "forward, forward")
    assert (result.points, result.failed_start) == (0, failed)
    assert result.says == (f"Your program works on 1 of 2 boards. {says[0]}", *says[1:])


def test_what_the_rules_ask_is_answered_by_the_start() -> None:
    """The rover has room for one of two samples, and chance is asked for one."""
    start = {
        "floor": ". .",
        "rovers": {"red": "a1 east"},
        "carries": {"red": ["blue", "blue"]},
        "samples": {"b1": ["green", "yellow"]},
    }
    carries_three = [{"check": "carries", "samples": 3}]
    asked = made(starts=[start], checks=carries_three)
    assert refused(asked, "forward").startswith("This start needs an answer to:")
    answered = made(starts=[start | {"answers": [[1, 0]]}], checks=carries_three)
    assert explained(answered, "forward").solved


# Answers that cannot be handed in --------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "answer", "sentence"),
    [
        ("basic", "", "There is no answer yet."),
        ("basic", " \n", "There is no answer yet."),
        ("basic", ",", "Add a card first."),
        ("basic", "forwrd", 'There is no card "forwrd". Did you mean "forward"?'),
        ("basic", "2x(", "This bracket is never closed."),
        ("basic", "teleport", 'There is no card "teleport" in this deck.'),
        ("basic", "2x(left)", "This deck has no ×2 card."),
        ("loops", "2x()", "A loop needs at least one card inside."),
        ("loops", "2x(2x(left))", "This deck does not allow a loop inside a loop."),
        ("loops", "2x(left, left, left)", "Put a loop around one or two cards, not 3."),
        ("loops", "4x(left)", "This deck has no ×4 card."),
        ("loops", "while clear(left)", "This deck has no while or if."),
    ],
)
def test_it_says_why_in_one_sentence(edition: str, answer: str, sentence: str) -> None:
    assert refused(made(edition=edition), answer) == sentence


# The hand --------------------------------------------------------------------------------------


GIVEN = {"kind": "repair", "given": "forward, left"}


@pytest.mark.parametrize(
    ("keys", "right", "refusals"),
    [
        ({"cards": ["forward", "left 1"]}, "forward, forward, forward, forward", {}),
        ({"edition": "loops", "cards": {"forward": 2, "left": 1, "2x": 1}}, "2x(forward)",
         {"forward, forward, forward": 'Your hand has only 2 "forward" cards.',
          "2x(left), 2x(forward)": 'Your hand has only 1 "2x" card.',
          "3x(left)": 'There is no "3x" card in your hand.',
          "jump": 'There is no "jump" card in your hand.'}),
        ({"edition": "sensors", "cards": ["forward", "while 1"]}, "while clear(forward)",
         {"if clear(forward)": 'There is no "if" card in your hand.',
          "while clear(forward), while clear(forward)": 'Your hand has only 1 "while" card.'}),
        ({"edition": "compass"}, "east, east",
         {"forward": 'There is no card "forward" in this deck.'}),
        (GIVEN | {"fixed": [1]}, "forward, jump",
         {"jump, jump": "Card 1 is locked. Leave it as it was."}),
        (GIVEN | {"fixed": [2], "checks": [{"check": "looks", "facing": "north"}]},
         "forward, forward, left", {"forward": "Card 2 is locked. Leave it as it was."}),
        (GIVEN | {"changes": 1}, "forward, forward",
         {"jump, jump": "Change only 1 card; you changed 2."}),
        ({"kind": "arrange", "cards": {"forward": 1, "left": 1, "right": 1, "jump": 1},
          "checks": [{"check": "parks", "place": "b2 north"}]}, "forward, left, jump",
         {"forward, left, forward": 'Your hand has only 1 "forward" card.'}),
    ],
    ids=["as many as wanted", "so many", "while and if", "a whole edition", "first card fixed",
         "last card fixed", "one change", "arranged"],
)  # fmt: skip
def test_the_hand_and_what_is_given_say_which_programs_there_are(
    keys: dict[str, Any], right: str, refusals: dict[str, str]
) -> None:
    exercise = made(**keys)
    assert explained(exercise, right).solved
    assert {answer: refused(exercise, answer) for answer in refusals} == refusals


# Repairing -------------------------------------------------------------------------------------


def test_a_program_that_is_not_repaired_is_not_solved() -> None:
    assert not explained(made(**GIVEN), "left, forward").solved


@pytest.mark.parametrize(
    ("before", "after", "number"),
    [
        ("forward, left", "forward, left", 0),
        ("forward, left", "forward, right", 1),
        ("forward, left", "left", 1),
        ("forward, left", "forward, jump, left", 1),
        ("2x(forward), left", "3x(forward), left", 1),
        ("forward", "left, right", 2),
        ("shove left", "shove right", 1),
        ("forward", "forward, program nobody", 1),
    ],
)
def test_a_change_is_a_card_put_in_taken_out_or_exchanged(
    before: str, after: str, number: int
) -> None:
    assert changes(Program.read(before), Program.read(after)) == number


# Programs that do not end ----------------------------------------------------------------------


def endless(answer: str, **keys: Any) -> Grade:
    return explained(made(edition="sensors", **keys), answer)


def test_an_endless_loop_is_named() -> None:
    result = endless("forward, forward, while clear(left, left)", starts=[NEAR])
    assert (result.points, result.says) == (
        0,
        (
            "Cards 3–4 repeat forever from step 3 on.",
            'A "while" asks again after each round.',
            "Look at the question in the loop around card 3.",
        ),
    )


def test_a_loop_around_nothing_that_waits_is_refused() -> None:
    assert endless("while clear()").says == ("A loop needs at least one card inside.",)


def test_nobody_waits_for_more_than_ten_thousand_steps() -> None:
    result = judged(made(edition="sensors"), "9x(9x(9x(9x(9x(left)))))")
    assert result.says == ("Stopped after 10000 steps.",)


def test_the_exercise_stays_as_it_was() -> None:
    """Two answers to the same exercise do not affect each other."""
    exercise = made(starts=[START])
    before = exercise.starts[0].state
    assert [points(exercise, "forward, forward") for _ in range(2)] == [(1, 1), (1, 1)]
    assert exercise.starts[0].state == before


@pytest.mark.parametrize("answer", ["3(left)", "3 times left", "Repeat 3 (left)"])
def test_how_a_loop_is_written_is_shown_with_the_cards_of_the_exercise(answer: str) -> None:
    result = explained(made(edition="loops", cards=["u-turn", "jump", "3x"]), answer)
    assert result.says == ("Write a loop like this: 2x(jump, u-turn).",)
    assert result.unread


@pytest.mark.parametrize(
    ("name", "cut"), [("18-08", "right 100, move-1 600"), ("19-07", "move-1, move-1, left, right")]
)
def test_a_program_earns_nothing_for_what_it_avoids_by_doing_nothing(name: str, cut: str) -> None:
    exercise = find_exercise(name)
    result = judged(exercise, cut)
    assert (result.points, [verdict.passed for verdict in result.verdicts]) == (0, [False, False])
    assert judged(exercise, exercise.file.solution.answer).points == 3


def test_a_check_that_nothing_else_joins_counts_for_itself() -> None:
    exercise = made(checks=[{"check": "never_skips"}, {"check": "uses_at_most", "cards": 1}])
    assert judged(exercise, "forward").points == 2
    assert judged(exercise, "left, left").points == 1
    assert judged(exercise, "jump, jump, jump").points == 0
