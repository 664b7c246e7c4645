"""Where a failed program went astray, and on which board that is shown."""

from __future__ import annotations

import pytest

from teachkit.exercises.grade import grade
from teachkit.exercises.hints.ladder import went_astray

from .making import START, made

SHORTEST = "Until {} it can still be the shortest way. Look at {}."
OTHERWISE = "The shortest way begins differently. Look at {}."


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ("forward, left, forward", SHORTEST.format("card 1", "card 2")),
        ("left, forward", OTHERWISE.format("card 1")),
        ("forward", "So far it is the shortest way. Only the end is missing."),
        ("2x(left, forward)", OTHERWISE.format("card 1 (round 1 of 2)")),
        ("2x(forward, left)", SHORTEST.format("card 1 (round 1 of 2)", "card 2 (round 1 of 2)")),
    ],
)
def test_the_first_step_that_leaves_every_shortest_way_is_named(laid: str, says: str) -> None:
    exercise = made(edition="loops", cards=["forward", "left", "2x"])
    found = went_astray(exercise, laid)
    assert found
    assert found.says == says


def test_a_single_step_too_many_is_enough() -> None:
    """Left and then round is where right would have been."""
    exercise = made(cards=["left", "right", "u-turn"], solution={"answer": "right"},
                    checks=[{"check": "parks", "place": "a1 south"}])  # fmt: skip
    found = went_astray(exercise, "left")
    assert found
    assert found.says == OTHERWISE.format("card 1")


def test_it_is_looked_for_on_the_board_where_the_program_fails() -> None:
    other = {"floor": ". . .\n. . .", "rovers": {"red": "b1 east"}}
    exercise = made(starts=[other, START], solution={"answer": "all-forward"})
    assert grade(exercise, "forward").failed_start == 1
    found = went_astray(exercise, "forward")
    assert found
    assert found.says.startswith("Board 2: ")


def test_nothing_went_astray_that_works_or_cannot_be_judged_by_its_end() -> None:
    assert went_astray(made(), "forward, forward") is None
    never = made(checks=[{"check": "passes", "where": "b2"}], solution={"answer": "left, forward"})
    assert went_astray(never, "forward") is None
    assert went_astray(made(), "nonsense") is None
    assert went_astray(made(edition="sensors"), "while clear()") is None


def test_what_is_wrong_is_told_of_the_smallest_board_where_it_fails() -> None:
    """With the fewest steps, then with the shortest text; rather not of one that is hidden."""
    large = {"floor": ". . . . .\n. . . . .", "rovers": {"red": "a1 east"}}
    small = {"floor": ". . .", "rovers": {"red": "a1 east"}}
    hidden = {"floor": ". .", "rovers": {"red": "a1 east"}, "hidden": True}
    goal = {"check": "stands_on", "square": "b1"}
    exercise = made(starts=[large, START, small, hidden], checks=[goal])
    assert grade(exercise, "left").failed_start == 2
    sensing = made(edition="sensors", starts=[large, small])
    stops = "while clear(forward), left, left"
    assert grade(sensing, stops).failed_start == 0, "it works on the small one"
    assert grade(sensing, "while clear(left)").failed_start == 1
