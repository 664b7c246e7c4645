"""Test the interval around a share of wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.play.tournament import wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (15, 20, 0.5313, 0.8881),
     (213, 400, 0.4835, 0.5809)],
)  # fmt: skip
def test_it_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    """Compare with numbers from tables."""
    assert wilson(wins, games) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(games=st.integers(1, 500), data=st.data())
def test_it_lies_around_the_share_and_narrows_with_more_games(
    games: int, data: st.DataObject
) -> None:
    wins = data.draw(st.integers(0, 2 * games)) / 2
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-12 <= high + 2e-12 <= 1 + 2e-12
    more_low, more_high = wilson(4 * wins, 4 * games)
    assert more_high - more_low < high - low


@given(games=st.integers(1, 500))
def test_more_wins_move_it_up(games: int) -> None:
    lows = [wilson(wins, games)[0] for wins in range(games + 1)]
    assert lows == sorted(lows)
    assert len(set(lows)) == len(lows)
