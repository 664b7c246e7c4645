"""Test the rule by which a comparison of two versions stops."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from teachkit.play.versions import SCORES, always_valid, capital, mean_score
from tests.thorough import THOROUGH

SERIES = 2000 if THOROUGH else 40
PAIRS = 100


def decided(chances: Sequence[float], chance: random.Random) -> float | None:
    """Return the mean score at which a series is decided, or `None` if it stays open."""
    pairs = [0] * len(SCORES)
    for index in chance.choices(range(len(SCORES)), chances, k=PAIRS):
        pairs[index] += 1
        if capital(pairs, 0.5) >= 20:
            return mean_score(pairs)
    return None


@pytest.mark.parametrize(
    "chances", [[1, 0, 0, 0, 1], [1, 0, 2, 0, 1], [1, 2, 4, 2, 1], [0, 3, 1, 0, 1.5]]
)
def test_equal_versions_are_rarely_told_apart(chances: list[float]) -> None:
    """Look after every pair: in at most 1 of 20 series of equals, any look is wrong."""
    chance = random.Random(1)
    assert mean_score(chances) == pytest.approx(0.5)  # type: ignore[arg-type]
    wrong = sum(decided(chances, chance) is not None for _ in range(SERIES))
    assert wrong <= 0.05 * SERIES


@pytest.mark.parametrize(("chances", "often"), [([1, 0, 4, 0, 5], 0.95), ([3, 0, 9, 0, 8], 0.55)])
def test_a_better_version_is_found(chances: list[float], often: float) -> None:
    chance = random.Random(1)
    found = [decided(chances, chance) for _ in range(SERIES)]
    assert sum(each is not None and each > 0.5 for each in found) >= often * SERIES
    assert sum(each is not None and each < 0.5 for each in found) <= 0.025 * SERIES


def test_the_interval_holds_exactly_the_shares_that_are_not_refuted() -> None:
    for pairs in ([1, 0, 0, 0, 0], [0, 0, 0, 0, 30], [3, 1, 4, 1, 5], [50, 0, 10, 0, 900]):
        low, high = always_valid(pairs)
        assert low <= mean_score(pairs) <= high
        for step in range(1, 400):
            share = step / 400
            is_inside = low < share < high
            assert is_inside == (capital(pairs, share) < 20), (pairs, share)


def test_a_decision_is_the_same_as_half_outside_the_interval() -> None:
    chance = random.Random(3)
    for _ in range(200):
        pairs = [chance.choice([0, 1, 5, 20]) for _ in SCORES]
        low, high = always_valid(pairs)
        assert (low < 0.5 < high) == (capital(pairs, 0.5) < 20)


def test_more_games_make_it_narrower() -> None:
    widths = []
    for times in (1, 10, 100, 1000):
        low, high = always_valid([2 * times, 0, 5 * times, 0, 3 * times])
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.05
