"""Test who meets whom by names, rounds and a seed, and the table that follows from the games."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.data import structure
from teachkit.play.tournament import (
    STRIKES,
    Fixture,
    Forfeits,
    Pass,
    Played,
    by_seat,
    fixtures,
    met,
    standings,
    upsets,
    wilson,
)

NAMES = st.lists(st.text("abcd", min_size=1), unique=True, min_size=2, max_size=6)


def game(number: int, seats: str, shares: str, points: str = "00", **more: Any) -> Played:
    """Return a game: in `game(1, "ab", "10")` a met b and won."""
    return Played(
        Fixture(number, tuple(seats), "1"), tuple(float(each) for each in shares),
        tuple(int(each) for each in points), more.pop("passed", (0, 0)), (5, 5), "Over.", **more,
    )  # fmt: skip


@given(NAMES, st.integers(1, 5))
def test_everybody_meets_everybody_on_each_seat_with_equal_seeds(
    names: list[str], rounds: int
) -> None:
    found = fixtures(names, rounds, "x")
    pairs = Counter(fixture.seats for fixture in found)
    expected = {pair for one, other in combinations(names, 2)
                for pair in ((one, other), (other, one))}  # fmt: skip
    assert pairs == dict.fromkeys(expected, rounds)
    seeds = Counter(fixture.seed for fixture in found)
    assert seeds == {f"x {number}": len(expected) for number in range(1, rounds + 1)}
    assert [fixture.number for fixture in found] == list(range(1, len(found) + 1))


@given(NAMES, st.randoms())
def test_the_order_of_names_makes_no_difference(names: list[str], chance: Any) -> None:
    mixed = list(names)
    chance.shuffle(mixed)
    assert fixtures(names, 2, "x") == fixtures(mixed, 2, "x")


def test_more_rounds_begin_like_fewer() -> None:
    few, many = fixtures(["ada", "bo", "cy"], 2), fixtures(["ada", "bo", "cy"], 5)
    assert many[: len(few)] == few


def test_another_seed_is_another_tournament() -> None:
    one, other = ({each.seed for each in fixtures(["a", "b"], 3, seed)} for seed in ("1", "2"))
    assert not one & other


def test_a_team_has_its_name_on_each_seat() -> None:
    assert [each.seats for each in fixtures(["bo", "ada"], 2, team_of=2)] == [
        ("ada", "ada"), ("bo", "bo"), ("ada", "ada"), ("bo", "bo"),
    ]  # fmt: skip


GAMES = [
    game(1, "ab", "10", "72"), game(2, "ba", "01", "26"), game(3, "ac", "00", "44"),
    game(4, "ca", "01", "08"), game(5, "bc", "01", "13", passed=(2, 0)),
]  # fmt: skip


def test_the_table_counts_wins_points_and_passes() -> None:
    halves = GAMES[2]._replace(shares=(0.5, 0.5))
    a, c, b = standings("abc", [*GAMES[:2], halves, *GAMES[3:]])
    assert (a.name, a.games, a.wins, a.points) == ("a", 4, 3.5, 6.25)
    assert (c.name, c.games, c.wins, c.points) == ("c", 3, 1.5, pytest.approx(7 / 3))
    assert (b.name, b.games, b.wins, b.passed, b.answered) == ("b", 3, 0, 2, 15)
    assert a.spread == pytest.approx(1.7078, abs=1e-4)
    low, high = a.interval
    assert 0 < low < a.share < high <= 1


def test_a_name_without_games_has_a_row() -> None:
    (row,) = standings(["ada"], [])
    assert (row.games, row.share, row.points, row.spread) == (0, 0, 0, 0)
    assert row.interval == (0, 1)


def test_a_team_wins_whole_games() -> None:
    won = Played(Fixture(1, ("a", "a"), "1"), (0.5, 0.5), (6, 6), (1, 0), (9, 9), "Won.")
    lost = Played(Fixture(2, ("a", "a"), "2"), (0, 0), (2, 2), (0, 2), (9, 9), "Lost.")
    (row,) = standings(["a"], [won, lost])
    assert (row.games, row.wins, row.points, row.passed, row.answered) == (2, 1, 4, 3, 36)


def test_each_pair_and_each_seat_has_its_wins() -> None:
    pairs, seats = met(GAMES), by_seat(GAMES)
    assert pairs["a", "b"] == (2, 2)
    assert pairs["b", "a"] == (0, 2)
    assert ("a", "d") not in pairs
    seated = [pair for game in GAMES for pair in permutations(game.fixture.seats)]
    assert [*pairs] == [*dict.fromkeys(seated)]  # the same order in every process
    assert pairs["a", "b"].interval == wilson(2, 2)
    assert (seats["a", 0], seats["a", 1]) == ((1, 2), (2, 2))
    assert (seats["", 0], seats["", 1]) == ((1, 5), (3, 5))
    assert sum(won for won, _ in seats.values()) == 2 * sum(sum(each.shares) for each in GAMES)


def test_teams_have_neither_pairs_nor_seats() -> None:
    team = Played(Fixture(1, ("a", "a"), "1"), (0.5, 0.5), (6, 6), (1, 0), (9, 9), "Won.")
    assert (met([team]), by_seat([team])) == ({}, {})
    assert not team._replace(shares=(0, 0)).is_undecided


@given(st.lists(st.integers(0, STRIKES), max_size=12))
def test_strikes_in_successive_games_add_up(strikes: list[int]) -> None:
    forfeits, row = Forfeits(), 0
    for number, each in enumerate(strikes, 1):
        fixture = Fixture(number, ("a", "b"), "1")
        is_out = row >= STRIKES
        assert (forfeits.result(fixture) is not None) == is_out
        assert forfeits.result(Fixture(number, ("b", "c"), "1")) is None
        if is_out:
            break
        forfeits.add(game(number, "ab", "01", strikes=(each, 0)))
        row = row + each if each else 0


def test_games_lost_by_forfeit_count_as_lost_but_have_no_points() -> None:
    forfeits = Forfeits()
    lost = game(1, "ab", "01", "84", strikes=(3, 0), forfeited=("a",))
    forfeits.add(lost)
    found = [lost, forfeits.result(Fixture(2, ("b", "a"), "1")),
             forfeits.result(Fixture(3, ("a", "c"), "1"))]  # fmt: skip
    games = [each for each in found if each]
    assert [each.shares for each in games] == [(0, 1), (1, 0), (0, 1)]
    assert [each.is_played for each in games] == [True, False, False]
    b, c, a = standings("abc", games)
    assert (a.games, a.wins, a.forfeited, a.points) == (3, 0, 3, 8)
    assert (b.games, b.won, b.forfeited, b.points) == (2, 2, 0, 4)
    assert (c.name, c.games, c.won, c.points) == ("c", 1, 1, 0)
    assert list(upsets(games, [a, b, c])) == []


def test_if_both_forfeit_nobody_wins() -> None:
    forfeits = Forfeits()
    forfeits.add(game(1, "ab", "00", strikes=(3, 3)))
    both = forfeits.result(Fixture(2, ("b", "a"), "1"))
    assert both
    assert (both.shares, both.forfeited, both.is_undecided) == ((0, 0), ("a", "b"), True)


def test_a_game_without_a_winner_is_neither_won_nor_shared() -> None:
    row = standings("a", [game(1, "ab", "00"), game(2, "ab", "10"),
                          game(3, "ab", "10")._replace(shares=(0.5, 0.5))])[0]  # fmt: skip
    assert (row.games, row.won, row.shared, row.undecided, row.wins) == (3, 1, 1, 1, 1.5)


def test_upsets_are_wins_against_the_table_the_greatest_first() -> None:
    rows = standings("abcd", [*GAMES, game(6, "ad", "10"), game(7, "bd", "01"), game(8, "da", "10"),
                              game(9, "db", "01")])  # fmt: skip
    order = [row.name for row in rows]
    found = list(upsets([game(1, "ab", "10"), game(2, order[0] + order[3], "01"),
                         game(3, order[1] + order[2], "01")], rows))  # fmt: skip
    assert [each.fixture.number for each in found] == [2, 3]
    assert list(upsets([game(1, order[0] + order[1], "10")], rows)) == []


def test_an_upset_of_a_team_is_a_loss_of_the_best() -> None:
    teams = [
        Played(Fixture(number, (name, name), "1"), shares, (0, 0), (0, 0), (1, 1), "Over.")
        for number, name, shares in ((1, "a", (0.5, 0.5)), (2, "b", (0, 0)), (3, "a", (0, 0)))
    ]
    found = upsets(teams, standings("ab", teams))
    assert [each.fixture.number for each in found] == [3]


def test_a_game_is_the_same_after_it_was_written_and_read() -> None:
    kept = Pass("a", 3, "It sleeps.", {"me": "red"}, {"options": ["x"]})
    one = game(1, "ab", "10", passes=(kept,), remarks=(("a", "It prints."),), save={"seed": "1"})
    assert structure(json.loads(json.dumps(one)), Played) == one
