"""Lovelace & Babbage: whatever stands in a set-up, it is a start or it is told in one sentence."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.errors import TeachkitError
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup
from teachkit.games.lovelace.editions import OPTIONS
from teachkit.games.lovelace.seats import Seat
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .examples import examples

FIELDS = [field.name for field in fields(Setup)]
SEAT = [field.name for field in fields(Seat)]
TEXTS = ["", " ", "ada", "A1", "A +-1", "18", "٣", "\N{FULLWIDTH DIGIT ONE}", "18 music stars", "Σ",
         "ada Σ", "programs", "C", "\udcff", "\x00", "x" * 99, "1" * 99, "machine"]  # fmt: skip

things = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.sampled_from([10**30, -(10**30), 2**63])
    | st.floats()
    | st.binary(max_size=3)
    | st.sampled_from(TEXTS)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.frozensets(st.integers() | st.text(max_size=3), max_size=3)
        | st.dictionaries(st.sampled_from([*TEXTS, *OPTIONS, *SEAT, 18, None]), inner, max_size=4)
    ),
    max_leaves=12,
)
right: dict[str, Any] = {
    "players": ("ada", "babbage"), "phase": "resolution", "round": 2, "targets": [7],
    "patrons": {"18": ["music", "stars"]},
}  # fmt: skip


def is_one_sentence(says: str) -> bool:
    """A line with something in it, short enough to be read at once."""
    return bool(says.strip()) and "\n" not in says.strip() and len(says) < 900


def tried(keys: dict[str, Any]) -> None:
    """Make the start; a match from it ends as well."""
    try:
        setup = Setup(**keys)
        state = setup.state()
        assert str(state)
        assert Setup.of(state).state() == state
        Match(lovelace, setup, 1, {name: at_random(1) for name in lovelace.players(state)},
              frame_limit=400)  # fmt: skip
    except TeachkitError as error:
        says = error.says
    else:
        return
    assert is_one_sentence(says), says


rubbish = examples(8, daily=4)


@pytest.mark.parametrize("name", FIELDS)
@rubbish
@given(value=things)
def test_any_value_of_a_field_is_taken_or_told(name: str, value: Any) -> None:
    tried({name: value})
    tried({**right, name: value})


@pytest.mark.parametrize("name", SEAT)
@rubbish
@given(value=things)
def test_any_value_of_a_seat_is_taken_or_told(name: str, value: Any) -> None:
    tried({**right, "seats": {"ada": {name: value}}})


@rubbish
@given(value=things, name=st.sampled_from([*OPTIONS]))
def test_any_value_of_an_option_is_taken_or_told(name: str, value: Any) -> None:
    tried({"options": {name: value}})
