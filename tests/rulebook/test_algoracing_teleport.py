"""Test the teleport card of Algoracing. [AR-16, AR-17]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.run.trace import Trace
from teachkit.games.algoracing import GAME
from teachkit.games.algoracing.state import State

from .rovers import drive, red, start
from .rules import rule


def teleport(floor: str = ". . . .", **facts: Any) -> Trace:
    """Red, on a1, sends one impulse to the east."""
    return drive(start(floor, edition="complete", **facts), "teleport")


def at_green(**facts: Any) -> Trace:
    """The impulse comes to green on c1, whose base is on d1."""
    return teleport(**{"green": "c1 south", "bases": {"green": "d1"}, **facts})


def lying(state: State) -> dict[str, tuple[str, ...]]:
    """Return the samples on the board: square and types."""
    return {str(square): samples for square, samples in state.samples}


def says(trace: Trace) -> list[str]:
    """Return the sentences after the card's own."""
    return trace.story().splitlines()[1:]


# Rovers ----------------------------------------------------------------------------------------


@rule("AR-16")
def test_a_rover_that_is_hit_goes_home_and_looks_as_before() -> None:
    trace = at_green()
    assert GAME.whereabouts(trace.final, "green") == "d1 south"
    assert says(trace) == ["The green rover is teleported from c1 to its base on d1."]


@rule("AR-16")
def test_its_samples_stay_where_it_was_hit() -> None:
    trace = at_green(carries={"green": ["blue", "yellow"]})
    assert trace.final.rover("green").carries == ()
    assert lying(trace.final) == {"c1": ("blue", "yellow")}
    assert says(trace)[-1] == "2 samples stay on c1."


@rule("AR-16")
def test_a_taken_base_saves_the_rover() -> None:
    trace = at_green(blue="d1 north")
    assert GAME.whereabouts(trace.final, "green") == "c1 south"
    assert says(trace) == ["Skipped: another rover is on the base of the green rover."]


@rule("AR-16")
def test_a_rover_at_home_stays_there_and_keeps_its_samples() -> None:
    trace = at_green(green="d1 south", carries={"green": ["blue"]})
    assert trace.final.rover("green").carries == ("blue",)
    assert says(trace) == ["Skipped: the green rover is already on its base."]


@rule("AR-16", "AR-19")
def test_a_rover_that_comes_home_picks_up_what_lies_there() -> None:
    """Being teleported is an arrival like any other."""
    trace = at_green(samples={"d1": "yellow"})
    assert trace.final.rover("green").carries == ("yellow",)


@rule("AR-16")
def test_without_a_base_a_rover_stays() -> None:
    """In an exercise a rover may have no base."""
    trace = teleport(". .", green="b1 south")
    assert says(trace) == ["Skipped: the green rover has no base on this board."]


# Samples ---------------------------------------------------------------------------------------


@rule("AR-16")
def test_samples_that_are_hit_move_one_square_nearer() -> None:
    """All samples of the square move, and no others."""
    trace = teleport(". . . . .", samples={"d1": ["blue", "green"], "e1": "yellow"})
    assert lying(trace.final) == {"c1": ("blue", "green"), "e1": ("yellow",)}
    assert says(trace) == ["2 samples move from d1 to c1."]


@rule("AR-16")
@pytest.mark.parametrize(
    ("samples", "carries"),
    [({"b1": "blue"}, ("blue",)), ({"a1": "green", "b1": "blue"}, ("green", "blue"))],
    ids=["alone", "with those under the shooter"],
)
def test_samples_that_come_to_the_shooter_are_picked_up(
    samples: dict[str, str], carries: tuple[str, ...]
) -> None:
    assert red(teleport(". .", samples=samples).final).carries == carries


@rule("AR-16")
def test_samples_beyond_the_shooters_room_stay_on_its_square() -> None:
    trace = teleport(". .", carries={"red": ["green", "green"]}, samples={"b1": ["blue", "blue"]})
    assert red(trace.final).carries == ("green", "green", "blue")
    assert lying(trace.final) == {"a1": ("blue",)}


@rule("AR-16", "AR-19")
def test_samples_pulled_into_a_laboratory_are_not_delivered_yet() -> None:
    rover = red(teleport(". .", bases={"blue": "a1"}, samples={"b1": "blue"}).final)
    assert (rover.carries, rover.delivered) == (("blue",), ())


# How the impulse flies -------------------------------------------------------------------------


@rule("AR-16")
def test_the_impulse_goes_through_walls_and_so_do_samples() -> None:
    trace = teleport(walls=["b1 east", "c1 east"], samples={"d1": "blue"})
    assert lying(trace.final) == {"c1": ("blue",)}


@rule("AR-16")
def test_the_impulse_takes_the_first_thing_on_its_way() -> None:
    """A sample before a rover saves the rover."""
    trace = teleport(green="d1 south", bases={"green": "a1"}, samples={"c1": "blue"})
    assert GAME.whereabouts(trace.final, "green") == "d1 south"
    assert lying(trace.final) == {"b1": ("blue",)}


@rule("AR-16")
def test_on_a_square_with_both_the_rover_is_hit() -> None:
    trace = at_green(samples={"c1": "blue"})
    assert GAME.whereabouts(trace.final, "green") == "d1 south"
    assert lying(trace.final) == {"c1": ("blue",)}


@rule("AR-16")
@pytest.mark.parametrize(
    ("floor", "facing", "sample"),
    [(". # .", "east", "c1"), (". .", "west", "b1")],
    ids=["a hill", "the edge"],
)
def test_the_impulse_ends_at_a_hill_and_at_the_edge(floor: str, facing: str, sample: str) -> None:
    trace = teleport(floor, red=f"a1 {facing}", samples={sample: "blue"})
    assert says(trace) == ["Skipped: the impulse does not hit anything."]


@rule("AR-16")
def test_the_impulse_does_not_fly_over_lower_ground() -> None:
    trace = teleport("# . #", samples={"c1": "blue", "b1": "blue"})
    assert lying(trace.final) == {"b1": ("blue",), "c1": ("blue",)}


@rule("AR-16")
def test_the_impulse_works_on_a_hill() -> None:
    assert lying(teleport("# # #", samples={"c1": "blue"}).final) == {"b1": ("blue",)}


@rule("AR-17")
def test_the_shooters_own_square_is_never_hit() -> None:
    """Samples under the shooter stay; the next thing ahead is pulled."""
    trace = teleport(bases={"red": "d1"}, samples={"a1": "green", "c1": "blue"})
    assert GAME.whereabouts(trace.final, "red") == "a1 east"
    assert lying(trace.final) == {"a1": ("green",), "b1": ("blue",)}
