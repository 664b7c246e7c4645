"""Python that does not work, through the doors by which it is handed in: functions and drives."""

from __future__ import annotations

import pytest
from hypothesis import given

from teachkit.exercises.grade import grade
from tests.core.test_python_errors import DAMAGED
from tests.core.wrongpython import WRONG

from .drives import asked as asked_drive
from .drives import said
from .functionfiles import asked
from .raised import RAISED


@pytest.mark.parametrize(("source", "line", "says"), WRONG)
def test_what_cannot_be_read_is_told_in_a_function_and_in_a_drive(
    source: str, line: int, says: str
) -> None:
    assert grade(asked(), source).says[1] == said(source) == f"Line {line}: {says}"


@pytest.mark.parametrize(("body", "sentence"), RAISED)
def test_what_a_function_raises_is_told_in_words(body: str, sentence: str) -> None:
    result = grade(asked(), f"def f(n):\n    {body}")
    assert result.says[1] == sentence
    assert len(sentence.split()) <= 15


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("u-turn()", 'Line 1: in Python a hyphen is a minus; write "u_turn".'),
        ("left()\nu-turn", 'Line 2: in Python a hyphen is a minus; write "u_turn".'),
        ("Forward()", 'Line 1: there is no "Forward". Did you mean "forward"?'),
        ("while true:\n    left()", 'Line 1: Python writes "True" with a capital letter.'),
        ("steps = 3\nstesp = steps + stesp", 'Line 2: there is no "stesp". Did you mean "steps"?'),
        ("x = left() + 1", 'Line 1: here stands None, which is no value; is a "return" missing?'),
        ("n = 3\nwhile n > 0:\n    left()",
         'Line 2: nothing in this loop changes "n", so it never ends.'),
        ("def turn(n):\n    left()\nturn()", 'Line 3: "turn" takes 1 argument, not 0.'),
    ],
)  # fmt: skip
def test_what_a_drive_raises_is_told_in_words(source: str, sentence: str) -> None:
    assert said(source) == sentence


@given(DAMAGED)
def test_however_damaged_there_is_a_grade_with_sentences(source: str) -> None:
    for exercise in (asked(), asked_drive()):
        result = grade(exercise, source)
        assert result.says
        assert all(result.says)
