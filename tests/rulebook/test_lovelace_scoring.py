"""Test the points of the sheets and the winner in Lovelace & Babbage. [LB-46 … LB-54]"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from teachkit.games import lovelace
from teachkit.games.lovelace.cards import sheet
from teachkit.games.lovelace.match import count_points
from teachkit.games.lovelace.scoring import scores, shares
from teachkit.games.lovelace.state import Phase, Sheet, State

from .machines import BOTH, moment, with_table
from .rules import cases, played, rule

NAMES = ("ada", "babbage", "somerville", "menabrea")


def ended(edition: str = "japanese", order: tuple[str, ...] = (), **sheets: Sheet) -> State:
    """The end of a game with these sheets, whose order is that of the last markers."""
    state = moment(edition, dict.fromkeys(sheets, 55), number=4)
    for name, ticked in sheets.items():
        state = state.with_player(replace(state.player(name), sheet=ticked))
    return with_table(state, order=order or tuple(sheets), phase=Phase.OVER)


def ticks(area: str, number: int) -> Sheet:
    return Sheet(areas=tuple((1, area) for _ in range(number)))


def shared(*numbers: int) -> list[int]:
    """The points for an area when players have so many ticks."""
    return list(shares(dict(zip(NAMES, numbers, strict=False))).values())


def winner(state: State) -> str:
    outcome = lovelace.GAME.outcome(state)
    assert outcome
    (name,) = outcome.winners
    return name


# Areas -----------------------------------------------------------------------------------------


@rule("LB-46")
@cases("numbers, points", ((3, 2, 1), [9, 4, 0]), ((1, 2), [4, 9]), ((5, 0, 1, 2), [9, 0, 0, 4]))
def test_most_ticks_pay_9_second_most_4(numbers: tuple[int, ...], points: list[int]) -> None:
    assert shared(*numbers) == points


@rule("LB-46", editions=BOTH)
def test_each_area_pays_by_itself(edition: str) -> None:
    state = ended(edition, ada=Sheet(areas=((1, "music"), (2, "maps"))), babbage=ticks("music", 2))
    assert {name: score.areas for name, score in scores(state).items()} == {
        "ada": 4 + 9,
        "babbage": 9,
    }


@rule("LB-47")
@cases(
    "numbers, points",
    ((3, 3, 1), [6, 6, 0]),
    ((2, 2, 2), [4, 4, 4]),
    ((1, 1, 1, 1), [3, 3, 3, 3]),
    ((2, 2), [6, 6]),
)
def test_a_tie_for_most_shares_13(numbers: tuple[int, ...], points: list[int]) -> None:
    assert shared(*numbers) == points


@rule("LB-48")
@cases("numbers, points", ((3, 2, 2), [9, 2, 2]), ((4, 1, 1, 1), [9, 1, 1, 1]))
def test_a_tie_for_second_shares_4(numbers: tuple[int, ...], points: list[int]) -> None:
    assert shared(*numbers) == points


@rule("LB-49")
@pytest.mark.parametrize(
    ("numbers", "points"),
    [((0, 0), [0, 0]), ((1, 0), [9, 0]), ((2, 0, 0), [9, 0, 0]), ((2, 2, 0), [6, 6, 0])],
)
def test_no_tick_no_points(numbers: tuple[int, ...], points: list[int]) -> None:
    assert shared(*numbers) == points


# The rest of the sheet -------------------------------------------------------------------------


@rule("LB-50", editions=BOTH)
def test_a_failed_experiment_is_worth_a_point(edition: str) -> None:
    points = scores(ended(edition, ada=Sheet(sigmas=3), babbage=Sheet()))
    assert (points["ada"].total, points["babbage"].total) == (3, 0)


@rule("LB-51", editions=BOTH)
def test_the_subroutine_track_is_the_sum_of_its_ticked_boxes(edition: str) -> None:
    """Not only the last one."""
    for track in range(len(sheet().subroutines) + 1):
        points = scores(ended(edition, ada=Sheet(track=track), babbage=Sheet()))
        assert points["ada"].total == sum(sheet().subroutines[:track])


@rule("LB-52", editions=BOTH)
def test_the_tracks_of_new_components_are_worth_their_boxes(edition: str) -> None:
    points = scores(ended(edition, ada=Sheet(bonuses=(2, 1, 3)), babbage=Sheet()))
    printed = sheet().bonuses
    expected = sum(printed["C"][:2]) + sum(printed["D"][:1]) + sum(printed["E"][:3])
    assert points["ada"].total == expected


@rule("LB-53", editions=BOTH)
def test_a_debug_box_costs_3_points(edition: str) -> None:
    points = scores(ended(edition, ada=Sheet(debugs=2), babbage=Sheet()))
    assert points["ada"].total == -6


# The winner ------------------------------------------------------------------------------------


@rule("LB-54", editions=BOTH)
def test_most_points_win(edition: str) -> None:
    state = ended(edition, ada=Sheet(sigmas=2), babbage=Sheet(sigmas=3))
    assert str(lovelace.GAME.outcome(state)) == "Babbage wins with 3 points."


@rule("LB-54", editions=BOTH)
def test_first_tie_break_is_subroutines_and_bonus_ticks(edition: str) -> None:
    """Two ticks of row C are worth as much here as one subroutine."""
    assert sheet().subroutines[0] == 2 * sheet().bonuses["C"][0]
    state = ended(edition, ada=Sheet(track=1), babbage=Sheet(bonuses=(2, 0, 0)))
    assert str(lovelace.GAME.outcome(state)) == "Babbage wins the tie with 2 points."


@rule("LB-54", editions=BOTH)
def test_second_tie_break_is_fewer_failed_experiments(edition: str) -> None:
    state = ended(edition, ada=Sheet(sigmas=9), babbage=ticks("music", 1))
    assert winner(state) == "babbage"


@rule("LB-54", editions=BOTH)
def test_third_tie_break_is_the_earlier_marker_of_the_last_round(edition: str) -> None:
    order = ("somerville", "ada", "babbage")
    state = ended(edition, order, ada=Sheet(), babbage=Sheet(), somerville=Sheet())
    assert winner(state) == "somerville"


@rule("LB-54", editions=BOTH)
def test_there_is_no_winner_before_the_end(edition: str) -> None:
    assert lovelace.GAME.outcome(moment(edition)) is None


@rule("LB-46", "LB-53", editions=BOTH)
def test_the_count_is_told(edition: str) -> None:
    told = played(count_points(ended(edition, ada=Sheet(track=2), babbage=Sheet(debugs=1))))
    assert told == [
        "Ada: areas 0, Σ 0, subroutines 5, tracks 0, debugging 0: 5 points.",
        "Babbage: areas 0, Σ 0, subroutines 0, tracks 0, debugging -3: -3 points.",
        "Ada wins with 5 points.",
    ]
