"""Test written answers: a letter, a prediction, a table. The right ones are computed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachkit.errors import AnswerError
from teachkit.exercises.authoring.files import load_exercise
from teachkit.exercises.authoring.proof import solution
from teachkit.exercises.kinds import KINDS
from teachkit.exercises.kinds.predictions import read_row
from teachkit.exercises.model.exercise import Exercise
from teachkit.exercises.model.forms import after, letter_of, letters_of

from .functionfiles import stored
from .making import START, explained, made
from .strategies import short
from .test_make import made_of

TURNED: dict[str, Any] = START | {"rovers": {"red": "c2 south"}}


def solved(exercise: Exercise, answer: str) -> bool:
    return explained(exercise, answer).solved


# Choosing --------------------------------------------------------------------------------------


def these(*programs: str) -> list[dict[str, str]]:
    """Return choices whose programs are stated."""
    return [{"says": program, "program": program} for program in programs]


def choice(**keys: Any) -> Exercise:
    choices = these("forward", "forward, forward", "left")
    return made(**{"kind": "choice", "choices": choices, "points": 2, **keys})


def test_the_right_choice_is_the_one_whose_program_passes() -> None:
    exercise = choice()
    assert solution(exercise) == "b"
    assert solved(exercise, " B ")
    assert explained(exercise, "b").says == ("Right.",)
    assert explained(exercise, "c").says == ("Not right yet.", "Look again, step by step.")


def test_or_the_one_whose_program_fails() -> None:
    assert solution(choice(choices=these("forward, forward", "forward"), right="fails")) == "b"


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
    for answer in ("d", "ab", "2", "?", "a, d", "b, ?"):
        result = explained(choice(), answer)
        assert (result.says, result.unread) == (("Choose one of: a, b, c.",), True)


@pytest.mark.parametrize("answer", ["(b)", "B.", "b) ", "ｂ"])
def test_a_letter_may_be_marked_off(answer: str) -> None:
    assert solved(choice(), answer)


def test_a_wrong_choice_may_have_its_own_sentence() -> None:
    exercise = choice(mistakes=[{"answer": "a", "says": "One step ends on b1."}])
    assert explained(exercise, "A").says == ("Not right yet.", "One step ends on b1.")
    assert explained(exercise, "c").says[1:] == ("Look again, step by step.",)


@pytest.mark.parametrize("programs", [("left", "right"), ("forward, forward", "all-forward")])
def test_exactly_one_choice_must_be_right(programs: tuple[str, str]) -> None:
    result = explained(choice(choices=these(*programs)), "a")
    assert result.says[0].startswith("Exactly one choice must be right, not ")


def one_of(size: int, points: int) -> Exercise:
    """Return a choice from this many options; `b` is right."""
    choices = these("forward", "forward, forward", "left", "right", "jump")[:size]
    checks = [{"check": "stands_on", "square": "c1", "points": points}]
    return choice(choices=choices, checks=checks)


@pytest.mark.parametrize(
    ("size", "points", "earned"),
    [(2, 1, [1, 0]), (3, 1, [1, 0, 0]), (4, 1, [1, 0, 0, 0]), (4, 2, [2, 1, 0, 0]),
     (3, 2, [2, 1, 0]), (4, 3, [3, 2, 1, 0])],
)  # fmt: skip
def test_the_letters_tried_before_take_points_and_the_last_that_is_left_earns_none(
    size: int, points: int, earned: list[int]
) -> None:
    exercise = one_of(size, points)
    wrong = [letter for letter in exercise.options if letter != "b"]
    tries = [", ".join((*wrong[:before], "b")) for before in range(size)]
    assert [explained(exercise, answer).points for answer in tries] == earned


def test_a_right_letter_is_right_whatever_was_tried_before() -> None:
    result = explained(one_of(3, 2), "a, b")
    assert (result.points, result.possible, result.solved) == (1, 2, True)
    assert result.says == ("Right.", "You tried other letters first, so this earns 1 of 2 points.")
    last = explained(one_of(3, 2), "a, c, b")
    assert (last.points, last.solved, last.verdicts[0].points) == (0, True, 0)
    assert last.says == ("Right.", "You tried other letters first, so this earns no points.")


def test_a_wrong_letter_is_answered_as_if_it_stood_alone() -> None:
    exercise = choice(mistakes=[{"answer": "a", "says": "One step ends on b1."}])
    for answer in ("c, a", "b, a", "c, b, a", "x, a"):
        assert explained(exercise, answer) == explained(exercise, "a")
        assert not solved(exercise, answer)


def test_the_same_letter_again_is_no_other_try() -> None:
    exercise = one_of(4, 3)
    assert explained(exercise, "a, a, b") == explained(exercise, "a, b")
    assert explained(exercise, "b, b") == explained(exercise, "b")


@given(
    tried=st.lists(st.sampled_from("abcde"), max_size=8),
    size=st.integers(2, 5),
    points=st.integers(1, 9),
)
def test_whoever_clicks_through_all_letters_earns_nothing(
    tried: list[str], size: int, points: int
) -> None:
    """A right first try earns all; earlier tries are stored, and never help."""
    exercise = one_of(size, points)
    answer, earned = "", [explained(exercise, after("", "b")).points]
    assert earned == [points]
    for letter in tried:
        if letter in exercise.options:
            answer = after(answer, letter)
            assert after(answer, letter) == answer
            assert letter_of(answer) == letter
            earned.append(explained(exercise, after(answer, "b")).points)
    assert earned == sorted(earned, reverse=True)
    everything = {*exercise.options} <= {*tried, "b"}
    assert not everything or earned[-1] == 0


# Predicting ------------------------------------------------------------------------------------


def prediction(**keys: Any) -> Exercise:
    given = "forward, left"
    return made(**{"kind": "predict", "given": given, "checks": [], "points": 2, **keys})


def test_a_prediction_is_a_square_and_a_heading() -> None:
    exercise = prediction()
    assert solution(exercise) == "b1 north"
    assert all(solved(exercise, answer) for answer in ("b1 north", "B1, North", " b1   north "))
    result = explained(exercise, "c2 south")
    assert (result.says, result.unread) == (
        ("Not right yet.",
         "It does not end there. Step through the program one card at a time."), False,
    )  # fmt: skip
    assert [tuple(part) for part in result.parts] == [("Square", False), ("Facing", False)]


@pytest.mark.parametrize(
    "answer",
    ["B1N", "north b1", "b1north", "1: n, b1", "1: b1: north", "b1 ↑", "b1 ⬆️", "Ｂ１ north",
     "b1, looks north", "is on b1 facing north", "The red rover is on b1, faces north.",
     "b1 - north", "It ends on square b1 and faces to the north."],
)  # fmt: skip
def test_a_prediction_may_be_written_in_many_ways(answer: str) -> None:
    assert solved(prediction(), answer)


def test_a_wrong_prediction_is_told_which_part_is_right() -> None:
    says = (
        "Not right yet.",
        "The square is right. Check which way it faces.",
        "Right turns clockwise, like the hands of a clock. Left turns the other way.",
    )
    assert explained(prediction(), "b1 south").says == says
    says = ("Not right yet.", "It faces the right way. Check the square.")
    assert explained(prediction(), "c2 north").says == says


@pytest.mark.parametrize(
    ("given", "answer", "says"),
    [
        ("forward, forward, left", "c1 east", "That was true after card 2. Card 3 changed it."),
        ("2x(left)", "a1 north", "That was true after step 1. Step 2 changed it."),
        ("left, left", "a1 east", "That was true before the program started."),
    ],
)
def test_a_prediction_that_was_true_on_the_way_is_told_when(
    given: str, answer: str, says: str
) -> None:
    """Name the card; in a loop, where cards repeat, name the step."""
    assert explained(prediction(given=given, edition="loops"), answer).says[-1] == says


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("b1", "Also write which way it faces, like this: b1 north."),
        ("north", "Also write the square, like this: a1 north."),
        ("z9 north", "There is no square z9 on this board. Write it like this: a1 north."),
        ("b1 up", "Write which way it faces: north, east, south or west."),
        ("over there", "Write the square and which way it faces, like this: a1 north."),
    ],
)
def test_what_cannot_be_read_is_told_how_to_write_it(answer: str, says: str) -> None:
    result = explained(prediction(), answer)
    assert (result.says[-1], result.points, result.unread) == (says, 0, True)


def test_each_try_may_be_on_another_board() -> None:
    exercise = prediction(starts=[START, TURNED])
    assert solved(exercise, "1: b1 north")
    assert solved(exercise, "2: c1 east")
    assert not solved(exercise, "2: b1 north")


@pytest.mark.parametrize("number", [0, 3, 99])
def test_a_board_that_is_not_there_is_said_and_is_no_try(number: int) -> None:
    result = explained(prediction(starts=[START, TURNED]), f"{number}: b1 north")
    says = f'There is no board {number}. For example, write "1: a1 east".'
    assert (result.says[-1], result.points, result.unread) == (says, 0, True)


def test_only_a_number_before_a_colon_is_a_board() -> None:
    assert solved(prediction(), "b1: north")
    assert solved(prediction(starts=[START, TURNED]), "２： c1 east")
    assert all(explained(prediction(), answer).unread for answer in ("x: b1 north", "b1 north: b1"))


def test_a_known_wrong_prediction_has_its_sentence_on_its_board() -> None:
    mistakes = [{"answer": "2: c1 west", "says": "Left of south is east."}]
    exercise = prediction(starts=[START, TURNED], mistakes=mistakes)
    assert explained(exercise, "2: c1 west").says[1] == "Left of south is east."
    assert (
        explained(exercise, "c2 west").says[1]
        == "It does not end there. Step through the program one card at a time."
    )


# Tracing ---------------------------------------------------------------------------------------


def table(**keys: Any) -> Exercise:
    given = "forward, right, forward"
    return made(**{"kind": "trace", "given": given, "checks": [], "points": 3, **keys})


def test_a_table_has_a_row_for_each_step() -> None:
    assert solution(table()) == "b1 east\nb1 south\nskipped"
    assert solved(table(), "B1, east\nb1  south\n Skipped\n")
    assert solved(table(), "b1 east\nb1 south\nskipped\n\n \n")


def test_rows_are_read_as_forgivingly_as_predictions() -> None:
    assert solved(table(), "b1e\nsouth b1\n-")
    result = explained(table(), "b1 east\n\nb1 up")
    says = "Line 3: Write which way it faces: north, east, south or west."
    assert (result.says[1], result.unread) == (says, True)


def test_a_skipped_row_may_say_that_all_stays_as_it_was() -> None:
    """It may repeat the row before, or give the real state."""
    assert solved(table(), "b1 east\nb1 south\nb1 south")
    assert solved(table(), "b1 east\nb1 south\nskip")
    first = table(given="u-turn, forward, left")
    assert solved(first, "a1 west\na1 west\na1 south")


@pytest.mark.parametrize(
    "numbered",
    ["1: b1 east\n2: b1 south\n3: skipped", "1. b1 east\n2. b1 south\n3. -",
     "1) B1, east\n 2) b1 s\n3) skip", "Line 1: b1 east\nLine 2: b1 south\nLine 3: skipped",
     "3: skipped\n1: b1 east\n2: b1 south\n", "1 b1 east\n2\tb1 south\n3 -",
     "(1) b1 east\n(2) b1 south\n(3) skipped", "1 - b1 east\n2 - b1 south\n3 - skipped",
     "| 1 | b1 east\n| 2 | b1 south\n| 3 | skipped", "b1 east\n\nb1 south\n\n\nskipped\n"],
)  # fmt: skip
def test_rows_may_be_numbered(numbered: str) -> None:
    assert solved(table(), numbered)


def test_a_number_says_which_row_it_is() -> None:
    """So a row that is left out moves no other row."""
    result = explained(table(), "1: b1 east\n3: skipped")
    assert [part.right for part in result.parts] == [True, False, True]
    assert explained(table(), "2. b1 east\n2. b1 south\n3. skipped").points < 3
    assert explained(table(), "a1: east\nb1: south\nc1: east").parts[0].right is False


def test_each_row_is_right_or_not_by_itself() -> None:
    result = explained(table(), "b1 east\nb1 north\n")
    rows = [("Line 1", True), ("Line 2", False), ("Line 3", False)]
    assert [tuple(part) for part in result.parts] == rows


TURNS = "Line 2: Right turns clockwise, like the hands of a clock. Left turns the other way."


@pytest.mark.parametrize(
    ("answer", "points", "says"),
    [
        ("b1 east\nb1 east\nskipped", 2,
         ("Line 1 is right.",
          "Line 2: Follow every turn. Then you know which way the rover faces at the end.")),
        ("b1 east\nb1 north\nskipped", 2, ("Line 1 is right.", TURNS)),
        ("b1 east\na2 north\nskipped", 2, ("Line 1 is right.", "Line 2 is not right yet.")),
        ("b1 east\nb1 south\nskipped\nb1 south\n?\n", 1,
         ("3 of 3 lines are right.", "This table needs 3 lines, not 5.",
          "Each card runs once. After the last card, the program is over.")),
        ("b1 east\nb1 north\nskipped\nskipped", 1,
         ("Line 1 is right.", TURNS, "This table needs 3 lines, not 4.")),
    ],
)  # fmt: skip
def test_points_are_shared_out_over_the_rows_and_the_first_wrong_one_is_told(
    answer: str, points: int, says: tuple[str, ...]
) -> None:
    """Each extra row is a wrong row, whatever it says."""
    result = explained(table(), answer)
    assert (result.points, result.possible, result.solved) == (points, 3, False)
    assert (result.says, result.unread) == (says, False)


@pytest.mark.parametrize(
    ("points", "answer", "earned"),
    [(1, "b1 east\nb1 south\n", 0), (2, "b1 east\nb1 south\n", 1),
     (2, "b1 east\nb1 south\nskipped", 2), (3, "\nb1 south\nskipped", 2),
     (3, "b1 east\n\nskipped", 2), (3, "b1 east", 1), (3, "b1 east\nb1 west\nb1 west", 2),
     (3, "b1 east\nb1 west\nb1 south", 2), (3, "b1 east\nb1 south\nskipped\nskipped", 2)],
)  # fmt: skip
def test_points_are_rounded_down_and_an_empty_row_is_wrong_and_moves_no_other(
    points: int, answer: str, earned: int
) -> None:
    """A skipped row may repeat the row before, or give the real state; an extra row is wrong."""
    assert explained(table(points=points), answer).points == earned


def test_a_table_without_rows_earns_nothing() -> None:
    result = explained(table(given=""), "b1 east")
    assert (result.points, result.possible, result.solved) == (0, 3, False)


def test_a_known_wrong_table_has_its_sentence() -> None:
    mistakes = [{"answer": "b1 east\nb1 south\na1 south", "says": "The edge is there."}]
    result = explained(table(mistakes=mistakes), "b1 east\nb1 south\na1 south")
    assert result.says == ("Lines 1 and 2 are right.", "The edge is there.")


# One machine -----------------------------------------------------------------------------------

NUMBERS: dict[str, Any] = {
    "game": "lovelace",
    "edition": "machine",
    "starts": [{"value": 55, "components": {"A1": "+-1", "A4": "x/2"}}],
    "solution": {},
}
SHOWS_56 = [{"check": "shows", "value": 56}]


@pytest.mark.parametrize("row", ["A4x", "A1+ 99", "A1+ 560"])
def test_a_row_that_does_not_fit_is_skipped_in_every_kind(row: str) -> None:
    program = f"{row}, A1+"
    assert solved(made(kind="predict", given=program, checks=[], **NUMBERS), "56")
    assert solved(made(kind="trace", given=program, checks=[], **NUMBERS), "skipped\n56")
    assert solved(made(kind="program", checks=SHOWS_56, **NUMBERS), program)
    given = {"given": f"{row}, A1-", "checks": SHOWS_56}
    assert solved(made(kind="repair", **given, **NUMBERS), program)


def column(given: str = "A4/, A1+, A4x, A4x") -> Exercise:
    """Return a table of numbers; its third row fits, and its fourth does not."""
    return made(kind="trace", given=given, checks=[], **NUMBERS)


@pytest.mark.parametrize(
    "answer",
    ["27, 28, 56, skipped,", "27,28,56,56", "27; 28; 56; -", "27\n28\n56\nskipped",
     "1: 27, 2: 28, 3: 56, 4: skipped", "1. 27\n2. 28\n3. 56\n4. skipped",
     "1) 27\n2) 28\n3) 56\n4) 56", "27,\n28,\n56,\nskipped"],
)  # fmt: skip
def test_numbers_of_a_table_may_be_numbered_or_in_one_line(answer: str) -> None:
    assert solved(column(), answer)


def test_a_number_of_the_row_is_not_its_number() -> None:
    result = explained(column("A4/, A1+"), "27 28")
    assert (result.solved, result.unread) == (False, True)


# Whatever anybody writes -----------------------------------------------------------------------

MOMENTS = [{"says": "Left", "when": "red 2"}, {"says": "Forward", "when": "red 1"}]
EVERY_KIND = {
    "program": made(),
    "repair": made(kind="repair", given="forward, left", fixed=[1], changes=1),
    "choice": choice(),
    "arrange": made(kind="arrange", cards=["forward 2"]),
    "predict": prediction(starts=[START, TURNED]),
    "trace": table(),
    "edit": made(kind="edit", edition="complete", given="forward"),
    "order": made(kind="order", given="forward, left", choices=MOMENTS, checks=[]),
    "lanes": load_exercise(Path(__file__).parent / "lanes" / "change-places.toml"),
    "function": stored("swap"),
    "drive": load_exercise(Path(__file__).parent / "driving" / "corner.toml"),
    "strategy": short(),
    "make": made_of(),
}
LIKE_AN_ANSWER = st.text(alphabet="abc123:,()x²\n forwdlt", max_size=40)


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(answer=st.one_of(st.text(max_size=40), LIKE_AN_ANSWER))
def test_every_answer_gets_a_grade(kind: str, answer: str) -> None:
    result = explained(EVERY_KIND[kind], answer)
    assert 0 <= result.points <= result.possible
    assert result.says[0]


@pytest.mark.parametrize("kind", ["program", "repair", "arrange", "edit", "lanes"])
def test_a_misspelt_card_is_not_read(kind: str) -> None:
    for answer in ("?", "forwad", "red: forwad"):
        result = explained(EVERY_KIND[kind], answer)
        assert (result.points, result.unread) == (0, True)


@given(answer=st.one_of(st.text(max_size=40), LIKE_AN_ANSWER))
def test_reading_what_was_read_gives_the_same(answer: str) -> None:
    letters = letters_of(answer)
    assert letters_of(", ".join(letters)) == letters
    assert letter_of(letter_of(answer)) == letter_of(answer)
    with suppress(AnswerError):
        row = read_row(EVERY_KIND["trace"], answer)
        assert read_row(EVERY_KIND["trace"], row) == row


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_of_any_length_or_character_gets_a_grade(kind: str) -> None:
    for answer in ("9" * 5000, "9" * 5000 + ": b1 east", "2x(" * 5000, "left," * 5000, "\ud800"):
        assert not explained(EVERY_KIND[kind], answer).solved
