"""Test kind `lanes`: a program for each of several pieces, graded by one run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from teachkit.exercises.authoring.proof import flaws, prove
from teachkit.exercises.explaining.explain import as_text, report
from teachkit.exercises.judging.grade import grade
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.solving.par import par

from .making import climb, complaint, made

WORKED = Path(__file__).parent / "lanes" / "change-places.toml"
START: dict[str, Any] = {"floor": ". . .\n. . .", "rovers": {"red": "a1 east", "green": "c1 west"}}
RED, GREEN = "red: 3x(forward)", "green: right, forward, left, 2x(forward), left, forward"
SOLUTION = f"{RED}\n{GREEN}"
TOO_SHORT = f"red: 2x(forward)\n{GREEN}"
WAITS = "In round 2 green is still on c1, so red needs one more card."


def swap(**keys: Any) -> Exercise:
    """Return an exercise in which two rovers change places on a narrow board."""
    usual: dict[str, Any] = {
        "title": "Change places",
        "kind": "lanes",
        "edition": "turns",
        "cards": ["forward", "left", "right", "u-turn", "2x", "3x"],
        "text": "Bring **red** to c1 and **green** to a1.",
        "starts": [START],
        "checks": [
            {"check": "stands_on", "player": "red", "square": "c1"},
            {"check": "stands_on", "player": "green", "square": "a1"},
            {"check": "uses_at_most", "cards": 8},
        ],
        "hints": ["Who must make room?"],
        "solution": {"answer": SOLUTION},
        "mistakes": [{"answer": TOO_SHORT, "says": WAITS}],
    }
    return made("swap", **(usual | keys))


def test_the_exercise_holds_with_its_known_mistake() -> None:
    assert flaws(swap()) == []
    assert grade(swap(), SOLUTION).solved
    assert grade(swap(), f"{GREEN}\n{RED}").solved, "the order of the lines makes no difference"


def test_all_run_together() -> None:
    """Red's third card can enter c1 only because green has left it."""
    told = report(swap(), SOLUTION)
    (trace,) = (each.trace for each in told.attempts)
    assert trace.actors == ("red", "green")
    assert "Red: skipped because the green rover is in the way." in trace.story()
    assert "Green, card 1: right." in as_text(told)


def test_a_complaint_names_the_piece() -> None:
    judged = grade(swap(), "red: forward\ngreen: left")
    assert [verdict.says for verdict in judged.verdicts] == [
        "Red: The rover is on b1, not on c1.",
        "Green: The rover is on c1, not on a1.",
        "",
    ]
    assert judged.points == 0


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "There is no answer yet."),
        ("red:\ngreen:", "Add a card first."),
        ("red: jump\ngreen: left", 'Red: There is no "jump" card in your hand.'),
        ("red: left\ngreen: 9x(left)", 'Green: There is no "9x" card in your hand.'),
        ("blue: left", "Start line 1 with one of: red:, green:"),
        ("green: lefft", 'green: There is no card "lefft". Did you mean "left"?'),
    ],
)
def test_what_may_not_be_handed_in_is_told_of_its_piece(answer: str, says: str) -> None:
    judged = grade(swap(), answer)
    assert (judged.points, judged.says) == (0, (says,))


def test_each_piece_has_a_hand_of_its_own() -> None:
    """Two steps for each make four in all."""
    limited = swap(cards={"forward": 2, "left": 1})
    assert "2" not in "".join(grade(limited, "red: forward, forward\ngreen: forward, forward").says)
    says = 'Red: Your hand has only 2 "forward" cards.'
    assert grade(limited, "red: forward, forward, forward").says == (says,)


def test_a_check_that_names_nobody_is_asked_of_each() -> None:
    exercise = swap(checks=[{"check": "uses_at_most", "cards": 3}, {"check": "never_skips"}])
    verdicts = grade(exercise, "red: left\ngreen: left, left, left, left").verdicts
    assert verdicts[0].says == "Green: Use at most 3 cards; you used 4."
    assert verdicts[1].passed


def test_a_loop_that_never_ends_is_told_of_its_piece() -> None:
    exercise = swap(cards=[], checks=[{"check": "ends"}])
    answer = "red: while not carrying(left, right)\ngreen: left"
    assert "Red: Cards 1–2 repeat forever from step 3 on." in grade(exercise, answer).says


def test_a_check_may_ask_for_a_piece_that_acts_by_itself() -> None:
    """This holds in any kind of exercise."""
    start = START | {"programs": {"green": "right, forward"}}
    check = {"check": "stands_on", "player": "green", "square": "c2"}
    alone = swap(kind="program", starts=[start], checks=[check], solution={"answer": "left"},
                 mistakes=[])  # fmt: skip
    assert flaws(alone) == []
    assert par(alone) == ()


def test_no_par_is_proven_of_several_nor_of_a_piece_that_only_stands_there() -> None:
    """Red can do nothing, so nothing is searched."""
    check = {"check": "stands_on", "player": "green", "square": "c1"}
    assert par(swap(kind="program", checks=[check], solution={"answer": "left"})) == ()
    assert par(swap()) == ()


# Help ------------------------------------------------------------------------------------------


def test_help_goes_from_a_card_to_one_program_to_all() -> None:
    hints = climb(swap(hints=[]), "red: left")
    assert [(each.rung, each.says) for each in hints] == [
        ("spare", 'You do not need the card "u-turn".'),
        ("lane", "Red can run this program:\n3x(forward)"),
        ("solution", f"A solution:\n{SOLUTION}"),
    ]


def test_who_is_right_already_is_not_told_again() -> None:
    lane = next(rung for rung in swap().kind.ladder if rung.name == "lane")
    told = lane.tells(swap(), RED)
    assert told
    assert told.says.startswith("Green can run this program:")
    assert lane.tells(swap(), SOLUTION) is None


# What an author is told ------------------------------------------------------------------------


BLUE = {"rovers": START["rovers"] | {"blue": "b2 north"}}


@pytest.mark.parametrize(
    ("keys", "flaw"),
    [
        ({"starts": [START | {"programs": {"green": "left"}}]},
         "starts: This kind needs two pieces without a program of their own."),
        ({"starts": [START, START | BLUE]},
         "starts: Start 2 does not have the same pieces as start 1."),
        ({"given": "forward"}, "given: "),
    ],
)  # fmt: skip
def test_what_lanes_need_is_told(keys: dict[str, Any], flaw: str) -> None:
    assert any(str(each).startswith(flaw) for each in flaws(swap(**keys)))


def test_a_check_of_somebody_who_is_not_there() -> None:
    says = complaint(swap, checks=[{"check": "carries", "player": "blue", "samples": 1}])
    assert says == 'The check "carries" is about blue, but start 1 only has: red, green.'


# The worked exercise ---------------------------------------------------------------------------


def test_the_worked_exercise_holds() -> None:
    assert prove(WORKED).status == 0
