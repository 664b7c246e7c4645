"""Test the elevators of Algoracing. [AR-22, AR-31]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.game.game import run
from teachkit.errors import BoardError
from teachkit.games import algoracing
from teachkit.games.algoracing import GAME, Setup
from teachkit.games.algoracing.match import take_turn
from teachkit.games.algoracing.state import State

from .rovers import after, drive, start
from .rules import at_table, cases, played, rule


def hill(floor: str = ". # .", **facts: Any) -> State:
    """A hill on b1 with an elevator down to a1; red is on a1 and looks north."""
    usual = {"edition": "complete", "lifts": ["b1 west"], "red": "a1 north"}
    return start(floor, **{**usual, **facts})


@rule("AR-31")
def test_a_rover_that_ends_its_algorithm_below_is_carried_up() -> None:
    """It looks as it did when the algorithm ended."""
    trace = drive(hill(), "left")
    assert GAME.whereabouts(trace.final, "red") == "b1 west"
    assert str(trace[-1].event) == "The elevator carries the red rover from a1 to b1."


@rule("AR-31")
def test_a_rover_that_ends_its_algorithm_above_is_carried_down() -> None:
    assert after(hill(red="c1 west"), "jump") == "a1 west"


@rule("AR-31")
def test_an_elevator_climbs_a_high_hill() -> None:
    assert after(hill(". H ."), "right") == "b1 east"


@rule("AR-31")
def test_only_passing_over_a_platform_does_not_start_the_elevator() -> None:
    """The algorithm must end there."""
    assert after(hill(". . #", lifts=["c1 west"], red="c1 west"), "jump, forward") == "a1 west"


@rule("AR-31")
def test_a_rover_can_go_up_in_one_turn_and_down_in_the_next() -> None:
    assert after(drive(hill(), "left").final, "left") == "a1 south"


@rule("AR-31")
def test_arriving_by_elevator_picks_up() -> None:
    state = hill(samples={"b1": "blue"})
    assert drive(state, "left").final.rover("red").carries == ("blue",)


@rule("AR-31")
def test_arriving_by_elevator_delivers() -> None:
    state = hill(red="c1 west", bases={"blue": "a1"}, carries={"red": ["green"]})
    assert drive(state, "jump").final.rover("red").delivered == ("green",)


@rule("AR-31")
@cases(
    "floor, walls, lift",
    ("# .", ["a1 east"], "a1 east"),
    ("# .", [], "a1 west"),
    ("# H", [], "a1 east"),
    ("# #", [], "a1 east"),
)
def test_an_elevator_that_leads_to_no_lower_square_does_not_work(
    floor: str, walls: list[str], lift: str
) -> None:
    """Not to a wall, the edge of the board, a higher hill or the same level."""
    state = hill(floor, walls=walls, lifts=[lift])
    assert state.board.lifts == ()
    assert after(state, "left") == "a1 west"


@rule("AR-31")
@pytest.mark.parametrize("edition", algoracing.GAME.editions)
def test_the_elevators_of_a_board_run_in_every_edition(edition: str) -> None:
    program = "north" if edition == "compass" else "left"
    assert after(hill(edition=edition), program).startswith("b1 ")


@rule("AR-31")
def test_the_ride_is_not_part_of_the_last_card() -> None:
    """The algorithm has ended when the elevator runs."""
    trace = drive(hill(), "left")
    assert trace.why(card=1) == "Card 1: left. The red rover now faces west."
    card, ride = trace.steps()
    assert GAME.whereabouts(card.after, "red") == "a1 west"
    assert ride.step is None
    assert ride.says == ("The elevator carries the red rover from a1 to b1.",)


@rule("AR-31")
def test_an_elevator_stands_on_a_hill() -> None:
    with pytest.raises(BoardError, match=r'The elevator "a1 east" must start on a hill\.'):
        Setup(floor=". .", lifts=["a1 east"]).state()


@rule("AR-31")
def test_two_elevators_do_not_share_a_platform() -> None:
    with pytest.raises(BoardError, match="Two elevators share b1"):
        Setup(floor="# . #", lifts=["a1 east", "c1 west"]).state()


@rule("AR-31", "AR-22")
def test_a_busy_elevator_waits_and_the_rover_in_the_way_pays() -> None:
    trace = drive(hill(green="b1 north", carries={"green": ["blue"]}), "left")
    assert GAME.whereabouts(trace.final, "red") == "a1 west"
    assert trace.story().splitlines()[2:] == [
        "The elevator waits because the green rover is on b1.",
        "The green rover was in the way, so it gives the red rover a sample.",
    ]


@rule("AR-22", "AR-21")
def test_a_busy_elevator_is_paid_for_once_until_one_has_moved() -> None:
    state = hill(green="b1 north", carries={"green": ["blue"] * 2})
    state = drive(drive(state, "left").final, "left").final
    assert len(state.rover("green").carries) == 1


def waiting(green: str) -> State:
    """Red waits below for its elevator since its last turn; green is on this square now."""
    state = hill(red="a1 west", green=green, waiting=["red"])
    hands = {"red": "left left right right jump", "green": "left left left left left"}
    return at_table(state, hands, algorithm="left")


@rule("AR-31")
def test_a_waiting_rover_rides_at_the_start_of_its_next_turn() -> None:
    told = played(take_turn(waiting(green="c1 north")), "pass", ())
    assert told == [
        "Turn 1: the red rover.",
        "The elevator carries the red rover from a1 to b1.",
        "Red passes and replaces 0 cards.",
    ]


@rule("AR-31")
def test_from_a_busy_elevator_to_the_ride_in_the_next_turn() -> None:
    """Red finds it busy, green jumps off the hill, then red is carried."""
    state = drive(hill(green="b1 east"), "left").final
    state = run(algoracing.GAME, state, "jump", "green").final
    told = played(take_turn(at_table(state, {"red": "left", "green": "left"})), "pass", ())
    assert "The elevator carries the red rover from a1 to b1." in told


@rule("AR-31")
def test_a_rover_that_has_left_does_not_wait_any_more() -> None:
    """Wherever it went and however it got there."""
    state = waiting(green="b1 north")
    elsewhere = state.with_rover(replace(state.rover("red"), square=Square.read("c1")))
    assert elsewhere.waiting == frozenset()


@rule("AR-31")
def test_if_the_elevator_is_still_busy_then_it_does_not_run() -> None:
    """It has had its chance; the next ride needs an algorithm that ends there."""
    told = played(take_turn(waiting(green="b1 north")), "pass", ())
    assert GAME.whereabouts(told.state, "red") == "a1 west"
    assert told.state.waiting == frozenset()


@rule("AR-31")
def test_passing_does_not_start_an_elevator() -> None:
    """No algorithm has ended."""
    state = at_table(hill(red="a1 west"), {"red": "left jump"}, algorithm="left")
    assert GAME.whereabouts(played(take_turn(state), "pass", ()).state, "red") == "a1 west"


@rule("AR-31")
def test_an_endless_program_never_ends_so_no_elevator_runs() -> None:
    """Only teaching decks have loops that may never end."""
    state = start("# .", edition="sensors", lifts=["a1 east"], red="b1 north")
    trace = drive(state, "while blocked(2x(u-turn))")
    assert GAME.whereabouts(trace.final, "red") == "b1 north"
    assert str(trace.endless) == "Card 1 repeats forever from step 1 on."
