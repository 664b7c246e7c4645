"""The contract of every kind of exercise."""

from __future__ import annotations

import pytest

from teachkit.exercises.kinds import NAMES, Kind, kind_named
from teachkit.exercises.model.forms import Form

NEEDED = sorted(name for name in vars(Kind) if not name.startswith("_"))


@pytest.mark.parametrize("name", NAMES)
def test_a_kind_has_all_names_that_a_kind_has(name: str) -> None:
    kind = kind_named(name)
    assert [needed for needed in NEEDED if not hasattr(kind, needed)] == []
    assert kind.FORM in Form
    assert kind.__doc__ is not None
    assert f"`{name}`" in kind.__doc__


@pytest.mark.parametrize("name", NAMES)
def test_the_last_rung_of_a_ladder_is_the_solution(name: str) -> None:
    rungs = [rung.name for rung in kind_named(name).LADDER]
    assert rungs[-1] == "solution"
    assert len(set(rungs)) == len(rungs)


def test_only_a_kind_in_which_cards_are_laid_is_searched_or_hides_cards() -> None:
    for kind in map(kind_named, NAMES):
        assert kind.FORM.lays_cards or not (kind.IS_SEARCHED or kind.HIDES_USED)
