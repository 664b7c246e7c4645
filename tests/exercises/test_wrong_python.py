"""Test broken Python in both kinds of exercise that take it: functions and drives."""

from __future__ import annotations

import pytest
from hypothesis import given

from teachkit.exercises.judging.grade import grade
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


@given(DAMAGED)
def test_however_damaged_there_is_a_grade_with_sentences(source: str) -> None:
    for exercise in (asked(), asked_drive()):
        result = grade(exercise, source)
        assert result.says
        assert all(result.says)
