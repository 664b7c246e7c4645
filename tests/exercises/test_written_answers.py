"""Answers that are written: a letter, a prediction, a table. The right ones are computed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.exercises.exercise import Exercise
from teachkit.exercises.grade import grade
from teachkit.exercises.kinds import NAMES
from teachkit.exercises.proof import solution
from teachkit.exercises.reading import load_exercise

from .functionfiles import stored
from .making import START, made

TURNED: dict[str, Any] = START | {"rovers": {"red": "c2 south"}}


def solved(exercise: Exercise, answer: str) -> bool:
    return grade(exercise, answer).solved


# Choosing --------------------------------------------------------------------------------------


def choice(**keys: Any) -> Exercise:
    choices = [
        {"says": "One step.", "program": "forward"},
        {"says": "Two steps.", "program": "forward, forward"},
        {"says": "A turn.", "program": "left"},
    ]
    return made(**{"kind": "choice", "choices": choices, "points": 2, **keys})


def test_the_right_choice_is_the_one_whose_program_passes() -> None:
    exercise = choice()
    assert solution(exercise) == "b"
    assert solved(exercise, " B ")
    assert grade(exercise, "b").says == ("Right.",)
    assert grade(exercise, "a").says == ("Thank you for trying.", "Look again, step by step.")


def test_or_the_one_whose_program_fails() -> None:
    choices = [
        {"says": "Two steps.", "program": "forward, forward"},
        {"says": "One step.", "program": "forward"},
    ]
    assert solution(choice(choices=choices, right="fails")) == "b"


def test_choices_may_bring_their_own_start_or_checks() -> None:
    on_boards = [{"says": "Board 1.", "start": 1}, {"says": "Board 2.", "start": 2}]
    exercise = choice(choices=on_boards, given="forward, left", starts=[START, TURNED],
                      checks=[{"check": "looks", "facing": "east"}])  # fmt: skip
    assert solution(exercise) == "b"
    sayings = [
        {"says": "It stands on b1.", "checks": [{"check": "stands_on", "square": "b1"}]},
        {"says": "It faces north.", "checks": [{"check": "looks", "facing": "north"}]},
    ]
    assert solution(choice(choices=sayings, given="left")) == "b"


def test_a_letter_that_is_no_choice_is_told_which_there_are() -> None:
    for answer in ("d", "ab", "2"):
        assert grade(choice(), answer).says == ("Choose one of: a, b, c.",)


def test_a_wrong_choice_may_have_its_own_sentence() -> None:
    exercise = choice(mistakes=[{"answer": "a", "says": "One step ends on b1."}])
    assert grade(exercise, "A").says == ("Thank you for trying.", "One step ends on b1.")
    assert grade(exercise, "c").says[1:] == ("Look again, step by step.",)


@pytest.mark.parametrize("programs", [("left", "right"), ("forward, forward", "all-forward")])
def test_exactly_one_choice_must_be_right(programs: tuple[str, str]) -> None:
    choices = [{"says": program, "program": program} for program in programs]
    result = grade(choice(choices=choices), "a")
    assert result.points == 0
    assert result.says[0].startswith("Exactly one choice must be right, not ")


# Predicting ------------------------------------------------------------------------------------


def prediction(**keys: Any) -> Exercise:
    given = "forward, left"
    return made(**{"kind": "predict", "given": given, "checks": [], "points": 2, **keys})


def test_a_prediction_is_a_square_and_a_heading() -> None:
    exercise = prediction()
    assert solution(exercise) == "b1 north"
    assert all(solved(exercise, answer) for answer in ("b1 north", "B1, North", " b1   north "))
    result = grade(exercise, "c2 south")
    assert (result.says, result.unread) == (
        ("Thank you for trying.", "Something else happened."), False,
    )  # fmt: skip
    assert [tuple(part) for part in result.parts] == [("Square", False), ("Heading", False)]


@pytest.mark.parametrize(
    "answer", ["B1N", "north b1", "b1north", "1: n, b1", "1: b1: north", "b1 ↑"]
)
def test_a_prediction_may_be_written_in_many_ways(answer: str) -> None:
    assert solved(prediction(), answer)


def test_a_wrong_prediction_is_told_which_part_is_right() -> None:
    says = ("Thank you for trying.", "The square is right, the heading is not.")
    assert grade(prediction(), "b1 south").says == says
    says = ("Thank you for trying.", "The heading is right, the square is not.")
    assert grade(prediction(), "c2 north").says == says


@pytest.mark.parametrize(
    ("given", "answer", "says"),
    [
        ("forward, forward, left", "c1 east", "That was right after card 2. Card 3 changed it."),
        ("2x(left)", "a1 north", "That was right after step 1. Step 2 changed it."),
        ("left, left", "a1 east", "That is how it began."),
    ],
)
def test_a_prediction_that_was_true_on_the_way_is_told_when(
    given: str, answer: str, says: str
) -> None:
    """By card; in a loop, where cards come back, by step."""
    assert grade(prediction(given=given, edition="loops"), answer).says[-1] == says


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("b1", "The heading is missing; write it like: b1 north."),
        ("north", "The square is missing; write it like: a1 north."),
        ("z9 north", "There is no square z9 on this board."),
        ("b1 up", "Write which way it faces: north, east, south or west."),
        ("over there", "Write a square and a heading, like: a1 north."),
    ],
)
def test_what_cannot_be_read_is_told_how_to_write_it(answer: str, says: str) -> None:
    result = grade(prediction(), answer)
    assert (result.says[-1], result.points, result.unread) == (says, 0, True)


def test_each_try_may_be_on_another_board() -> None:
    exercise = prediction(starts=[START, TURNED])
    assert solved(exercise, "1: b1 north")
    assert solved(exercise, "2: c1 east")
    assert not solved(exercise, "2: b1 north")


@pytest.mark.parametrize("answer", ["0: b1 north", "3: b1 north", "-1: b1 north", "x: b1 north"])
def test_a_board_that_is_not_there_is_said(answer: str) -> None:
    assert grade(prediction(starts=[START, TURNED]), answer).says == ("There is no such board.",)


def test_a_known_wrong_prediction_has_its_sentence_on_its_board() -> None:
    mistakes = [{"answer": "2: c1 west", "says": "Left of south is east."}]
    exercise = prediction(starts=[START, TURNED], mistakes=mistakes)
    assert grade(exercise, "2: c1 west").says[1] == "Left of south is east."
    assert grade(exercise, "c1 west").says[1] == "Something else happened."


# Tracing ---------------------------------------------------------------------------------------


def table(**keys: Any) -> Exercise:
    given = "forward, right, forward"
    return made(**{"kind": "trace", "given": given, "checks": [], "points": 3, **keys})


def test_a_table_has_a_row_for_each_step() -> None:
    assert solution(table()) == "b1 east\nb1 south\nskipped"
    assert solved(table(), "B1, east\nb1  south\n Skipped\n")


def test_rows_are_read_as_forgivingly_as_predictions() -> None:
    assert solved(table(), "b1e\nsouth b1\n-")
    result = grade(table(), "b1 east\n\nb1 up")
    says = "Row 3: Write which way it faces: north, east, south or west."
    assert (result.says[1], result.unread) == (says, True)


def test_each_row_is_right_or_not_by_itself() -> None:
    result = grade(table(), "b1 east\nb1 north\n")
    rows = [("Row 1", True), ("Row 2", False), ("Row 3", False)]
    assert [tuple(part) for part in result.parts] == rows


def test_points_are_shared_out_over_the_rows() -> None:
    result = grade(table(), "b1 east\nb1 north\nskipped")
    assert (result.points, result.possible, result.solved) == (2, 3, False)
    assert result.says == ("2 of 3 rows are right.", "Row 2 is not right yet.")


def test_points_are_rounded_down_so_only_the_whole_table_earns_all() -> None:
    answer = "b1 east\nb1 south\n"
    assert grade(table(points=1), answer).points == 0
    assert grade(table(points=2), answer).points == 1
    assert grade(table(points=2), answer + "skipped").points == 2


def test_an_empty_row_is_a_wrong_row_and_moves_no_other() -> None:
    assert grade(table(), "\nb1 south\nskipped").points == 2
    assert grade(table(), "b1 east\n\nskipped").points == 2
    assert grade(table(), "b1 east").points == 1


def test_a_table_without_rows_earns_nothing() -> None:
    result = grade(table(given=""), "b1 east")
    assert (result.points, result.possible, result.solved) == (0, 3, False)


def test_a_known_wrong_table_has_its_sentence() -> None:
    mistakes = [{"answer": "b1 east\nb1 south\na1 south", "says": "The edge is there."}]
    result = grade(table(mistakes=mistakes), "b1 east\nb1 south\na1 south")
    works, known, missing = result.says
    assert works == "2 of 3 rows are right."
    assert known == "The edge is there."
    assert missing == "Row 3 is not right yet."


# Whatever anybody writes -----------------------------------------------------------------------

EVERY_KIND = {
    "program": made(),
    "repair": made(kind="repair", given="forward, left", fixed=[1], changes=1),
    "choice": choice(),
    "arrange": made(kind="arrange", cards=["forward 2"]),
    "predict": prediction(starts=[START, TURNED]),
    "trace": table(),
    "edit": made(kind="edit", edition="complete", given="forward"),
    "order": made(
        kind="order",
        given="forward, left",
        choices=[{"says": "Left", "when": "red 2"}, {"says": "Forward", "when": "red 1"}],
        checks=[],
    ),
    "lanes": load_exercise(Path(__file__).parent / "lanes" / "change-places.toml"),
    "function": stored("swap"),
    "drive": load_exercise(Path(__file__).parent / "driving" / "corner.toml"),
}
LIKE_AN_ANSWER = st.text(alphabet="abc123:,()x²\n forwdlt", max_size=40)


@pytest.mark.parametrize("kind", NAMES)
@settings(deadline=None)
@given(answer=st.one_of(st.text(max_size=40), LIKE_AN_ANSWER))
def test_every_answer_gets_a_grade(kind: str, answer: str) -> None:
    result = grade(EVERY_KIND[kind], answer)
    assert 0 <= result.points <= result.possible
    assert result.says
    assert result.says[0]


@pytest.mark.parametrize("kind", NAMES)
def test_an_answer_of_any_length_gets_a_grade(kind: str) -> None:
    for answer in ("9" * 5000, "9" * 5000 + ": b1 east", "2x(" * 5000, "left," * 5000):
        assert not grade(EVERY_KIND[kind], answer).solved
