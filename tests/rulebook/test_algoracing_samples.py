"""Test picking up, delivering and meeting in Algoracing. [AR-18 … AR-21, AR-32]"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from teachkit.core.game.game import run
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.state import State

from .rovers import drive, red, start
from .rules import cases, rule

BASES = {"red": "a1", "green": "b1", "blue": "c1", "yellow": "d1"}


# Picking up ------------------------------------------------------------------------------------


@rule("AR-18")
@cases("card", "forward", "all-forward", "jump")
def test_a_rover_picks_up_all_samples_of_the_square_where_it_arrives(card: str) -> None:
    final = drive(start(". .", samples={"b1": ["blue", "green"]}), card).final
    assert (red(final).carries, final.samples) == (("blue", "green"), ())


@rule("AR-18")
def test_a_rover_does_not_pick_up_where_it_starts_or_turns() -> None:
    """It picks up when it arrives, and only then."""
    state = start(". .", samples={"a1": "blue"})
    assert red(drive(state, "left, right").final).carries == ()


@rule("AR-18")
def test_a_rover_carries_three_samples_at_most() -> None:
    full = ["blue", "green", "green"]
    trace = drive(start(". .", carries={"red": full}, samples={"b1": "yellow"}), "forward")
    assert red(trace.final).carries == ("blue", "green", "green")
    assert str(trace[-1].event) == "The red rover is full, so it leaves samples on b1."


@rule("AR-18")
def test_chance_takes_what_there_is_room_for() -> None:
    """Nobody may look at the types, so nobody can choose."""
    state = start(". .", carries={"red": ["blue", "blue"]}, samples={"b1": ["green", "yellow"]})
    final = drive(state, "forward", answers=([1, 0],)).final
    assert red(final).carries == ("blue", "blue", "yellow")
    assert [samples for _, samples in final.samples] == [("green",)]


@rule("AR-18", "AR-3")
def test_samples_on_board_are_face_down() -> None:
    """Not even the rover's own player sees the types before they are delivered."""
    state = start(". .", carries={"red": ["blue"]}, samples={"b1": "green"})
    view = algoracing.GAME.seen_by(state, "red")
    assert red(view).carries == ("?",)
    assert [samples for _, samples in view.samples] == [("?",)]


# Laboratories ----------------------------------------------------------------------------------


@rule("AR-19")
def test_in_a_laboratory_all_samples_are_counted_and_there_is_room_again() -> None:
    state = start(". .", bases={"green": "b1"}, carries={"red": ["blue", "blue", "green"]})
    rover = red(drive(state, "forward").final)
    assert (rover.delivered, rover.carries) == (("blue", "blue", "green"), ())


@rule("AR-19")
def test_the_cards_run_on_after_picking_up_and_after_delivering() -> None:
    """Two samples can be fetched and delivered within one algorithm."""
    state = start(". . . . .", bases={"green": "d1"}, samples={"b1": "blue", "c1": "green"})
    final = drive(state, "4x(forward)").final
    assert red(final).delivered == ("blue", "green")
    assert str(red(final).square) == "e1"


@rule("AR-19")
def test_passing_through_a_laboratory_delivers() -> None:
    state = start(". . .", bases={"green": "b1"}, carries={"red": ["blue"]})
    assert red(drive(state, "all-forward").final).delivered == ("blue",)


def laboratory_of(edition: str, base: str) -> list[str]:
    """Return the owner of the laboratory at the base of this colour."""
    state = Setup(edition=edition, floor=". . . .", bases=BASES).state()
    return [rover for rover in BASES if state.is_lab_for(rover, state.base_of(base).square)]


@rule("AR-19")
@cases("base", *BASES)
def test_in_the_basic_rules_every_base_is_everybodys_laboratory(base: str) -> None:
    assert laboratory_of("basic", base) == [*BASES]


@rule("AR-19")
@cases(
    "base, others",
    ("red", ["green", "blue"]),
    ("green", ["blue", "yellow"]),
    ("blue", ["red", "yellow"]),
    ("yellow", ["red", "green"]),
)
def test_in_the_complete_rules_a_base_is_for_the_next_two(base: str, others: list[str]) -> None:
    """Round the table red, green, blue, yellow; one's own base is never one's own laboratory."""
    assert laboratory_of("complete", base) == others


@rule("AR-19")
def test_a_laboratory_of_others_does_not_take_samples() -> None:
    state = start(". .", edition="complete", bases={"green": "b1"}, carries={"red": ["blue"]})
    assert red(drive(state, "forward").final).carries == ("blue",)


@rule("AR-19")
def test_a_rover_delivers_first_and_picks_up_afterwards() -> None:
    """Samples in the laboratory are not delivered before the rover comes again."""
    state = start(". .", bases={"green": "b1"}, carries={"red": ["blue"]}, samples={"b1": "yellow"})
    rover = red(drive(state, "forward").final)
    assert (rover.delivered, rover.carries) == (("blue",), ("yellow",))
    later = red(drive(state, "forward, u-turn, forward, u-turn, forward").final)
    assert later.delivered == ("blue", "yellow")


@rule("AR-19")
def test_a_sample_received_in_a_laboratory_waits_for_the_next_arrival() -> None:
    state = start(". .", green="b1 north", bases={"red": "a1"}, carries={"green": ["blue"]})
    rover = red(drive(state, "forward").final)
    assert (rover.delivered, rover.carries) == ((), ("blue",))


# Meetings --------------------------------------------------------------------------------------


def meeting(floor: str = ". . .\n. . .", **changes: Any) -> State:
    """Red looks at green, who carries one blue sample."""
    return start(floor, **{"green": "b1 west", "carries": {"green": ["blue"]}, **changes})


@rule("AR-20")
@cases("card", "forward", "jump", "all-forward")
def test_a_rover_in_the_way_gives_a_sample(card: str) -> None:
    final = drive(meeting(), card).final
    assert red(final).carries == ("blue",)
    assert final.rover("green").carries == ()


@rule("AR-20")
def test_a_rover_met_on_the_way_gives_a_sample_too() -> None:
    """All-forward drives up to it, and is compensated there."""
    final = drive(meeting(green="c1 west"), "all-forward").final
    assert (str(red(final).square), red(final).carries) == ("b1", ("blue",))


@rule("AR-20")
def test_a_full_rover_is_given_nothing() -> None:
    state = meeting(carries={"green": ["blue"], "red": ["green"] * 3})
    assert drive(state, "forward").final.rover("green").carries == ("blue",)


@rule("AR-20")
def test_chance_takes_the_sample_that_is_given() -> None:
    """The owner does not know the types either."""
    state = meeting(carries={"green": ["blue", "yellow"]})
    final = drive(state, "forward", answers=([1, 0],)).final
    assert red(final).carries == ("yellow",)
    assert final.rover("green").carries == ("blue",)


@rule("AR-20")
@cases("floor, walls", (". .", ["a1 east"]), (". #", []), ("# .", []))
def test_a_rover_behind_a_wall_or_border_is_not_met(floor: str, walls: list[str]) -> None:
    """The wall or the border stops the step, not the rover behind it."""
    assert red(drive(meeting(floor, walls=walls), "forward").final).carries == ()


@rule("AR-21")
def test_the_same_two_pay_only_once() -> None:
    """Turning is not moving."""
    state = meeting(carries={"green": ["blue", "blue"]})
    assert red(drive(state, "forward, forward, 2x(u-turn), forward").final).carries == ("blue",)


@rule("AR-21")
def test_the_payer_is_not_paid_back() -> None:
    """The meeting is settled for both."""
    after = drive(meeting(), "forward").final
    assert run(algoracing.GAME, after, "forward", "green").final.rover("green").carries == ()


@rule("AR-21")
@cases(
    "who, away",
    ("red", "left, forward, u-turn, forward, left"),
    ("green", "u-turn, forward, u-turn, forward"),
)
def test_once_one_of_them_has_moved_they_may_pay_again(who: str, away: str) -> None:
    """It is enough that one goes to another square, even if it comes back."""
    state = drive(meeting(carries={"green": ["blue", "blue"]}), "forward").final
    state = run(algoracing.GAME, state, away, who).final
    assert len(red(drive(state, "forward").final).carries) == 2


@rule("AR-21")
def test_another_pair_is_not_settled_by_this_one() -> None:
    state = meeting(blue="a2 east", carries={"green": ["blue"], "blue": ["yellow"]})
    assert red(drive(state, "forward, left, forward").final).carries == ("blue", "yellow")


@rule("AR-20", "AR-21")
def test_a_meeting_without_pay_does_not_count() -> None:
    """Nothing could be given, so the same meeting may still be paid later."""
    state = drive(meeting(carries={}), "forward").final
    state = state.with_rover(replace(state.rover("green"), carries=("blue",)))
    assert red(drive(state, "forward").final).carries == ("blue",)


# Points ----------------------------------------------------------------------------------------


@rule("AR-32")
@cases(
    "kinds, points",
    ([], 0),
    (["yellow"], 2),
    (["yellow", "yellow"], 3),
    (["yellow", "yellow", "blue"], 5),
    (["yellow", "blue", "green", "purple"], 8),
    (["purple"] * 5, 6),
)
def test_of_each_type_the_first_pays_two_points_others_one(kinds: list[str], points: int) -> None:
    """Two yellow ones and a blue one make 2 + 1 + 2 = 5."""
    assert replace(red(start(".")), delivered=tuple(kinds)).points == points


@rule("AR-32")
def test_a_type_delivered_before_brings_one_point() -> None:
    """It does not matter whether samples come together or one by one."""
    state = start(". . .", bases={"red": "b1", "green": "c1"}, carries={"red": ["yellow"]})
    final = drive(state, "forward").final
    final = final.with_samples(final.board.corners[3], ("yellow",))
    told = drive(final, "forward, u-turn, forward").story()
    assert "delivers its samples on b1: yellow. That earns 1 point." in told
