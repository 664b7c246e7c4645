"""Test foreseen answers: likely wrong ones, the sentences for them, and boards that hide them."""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.classroom.library import find_exercise
from teachkit.exercises.authoring.proof import Foreseen, foreseen
from tests.exercises.making import made

WIDE = {"floor": ". . .", "rovers": {"red": "b1 north"}}
NARROW = {"floor": "# . #", "rovers": {"red": "b1 north"}}
MIXED = "left and right mixed up"


def predicted(*starts: dict[str, Any], **keys: Any) -> Foreseen:
    keys = {"given": "left, forward, left", "checks": [], "solution": {}} | keys
    found = foreseen(made(kind="predict", starts=list(starts), **keys))
    assert found
    return found


@pytest.mark.parametrize("number", ["02-01", "02-02", "03-02", "05-01", "06-02", "10-02"])
def test_whatever_a_known_idea_gives_is_answered_in_words(number: str) -> None:
    found = foreseen(find_exercise(number))
    assert found
    assert found.told == found.wrong > 3


def test_where_many_answers_are_right_nothing_is_foreseen() -> None:
    assert foreseen(made()) is None


def test_a_board_hides_an_idea_that_goes_another_way_and_ends_alike() -> None:
    assert predicted(WIDE, NARROW).lucky[MIXED] == (2,)
    assert MIXED not in predicted(WIDE).lucky


def test_an_idea_that_shows_nowhere_is_none_of_its_business() -> None:
    assert MIXED not in predicted(NARROW).lucky


def test_where_an_idea_has_nothing_to_say_it_is_not_right_by_luck() -> None:
    """Nothing turns on this board."""
    assert MIXED not in predicted(WIDE, NARROW, given="forward, forward").lucky


def test_a_sentence_for_each_idea_names_its_boards() -> None:
    told = Foreseen(3, 3, {"loop once": (2,), "if as while": (1, 4)}).says
    assert [*told] == ['"loop once" gives the right answer by luck on board 2.',
                       '"if as while" gives the right answer by luck on boards 1, 4.']  # fmt: skip
