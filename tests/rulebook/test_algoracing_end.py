"""Test how a game of Algoracing ends. [AR-33, AR-34]"""

from __future__ import annotations

from typing import Any

from teachkit.core.game.game import Outcome
from teachkit.core.language.program import Program
from teachkit.games import algoracing
from teachkit.games.algoracing.editions import BASIC, COMPLETE
from teachkit.games.algoracing.match import take_turn
from teachkit.games.algoracing.state import State

from .rovers import drive, start
from .rules import Told, at_table, cases, played, rule


def table(delivered: dict[str, list[str]], floor: str = ". . .", **facts: Any) -> State:
    """A late moment: what everybody has delivered so far; red is to play."""
    usual = {"green": "c1 north", "bases": {"green": "b1"}}
    state = start(floor, delivered=delivered, **{**usual, **facts})
    hands = {"red": "forward forward left left left", "green": "left left left left left"}
    return at_table(state, hands, pile="left left left left left")


def lay(state: State, program: str) -> Told:
    """Play red's whole turn with these cards."""
    return played(take_turn(state), "run", Program.read(program))


@rule("AR-33")
def test_seven_points_win_on_the_small_board_nine_on_the_big_one() -> None:
    assert (BASIC.target, COMPLETE.target) == (7, 9)


@rule("AR-33")
@cases(
    "edition, delivered, reason",
    ("basic", ["blue", "green", "purple"], None),
    ("basic", ["blue", "green", "purple", "blue"], "Red wins with 7 points."),
    ("complete", ["blue", "green", "purple", "yellow"], None),
    ("complete", ["blue", "green", "purple", "yellow", "blue"], "Red wins with 9 points."),
)
def test_who_has_the_points_has_won(edition: str, delivered: list[str], reason: str | None) -> None:
    state = table({"red": delivered}, edition=edition, samples={"a1": "blue"})
    expected = Outcome(("red",), reason) if reason else None
    assert algoracing.GAME.outcome(state) == expected


@rule("AR-33")
def test_the_game_ends_at_once() -> None:
    """The other cards are not run, nothing is drawn, and nobody else has a turn."""
    state = table({"red": ["blue", "green"]}, carries={"red": ["yellow", "blue"]})
    told = lay(state, "forward, left, left")
    assert (
        told[-1] == "The red rover delivers its samples on b1: yellow, blue. That earns 3 points."
    )
    assert told.state.table.current == "red"
    assert algoracing.GAME.outcome(told.state) == Outcome(("red",), "Red wins with 7 points.")


@rule("AR-33")
def test_the_game_ends_in_the_middle_of_a_drive() -> None:
    """All-forward passes the laboratory: the points are enough there, so the rover stays there."""
    near = {"red": ["blue", "green"]}
    state = table(near, ". . . .", green="d1 north", carries={"red": ["yellow", "blue"]})
    state = at_table(state, {"red": "all-forward", "green": "left"})
    assert str(lay(state, "all-forward").state.rover("red").square) == "b1"


@rule("AR-33")
def test_samples_delivered_together_are_all_counted() -> None:
    """Also those beyond the points that win."""
    state = table({"red": ["blue", "green"]}, carries={"red": ["yellow", "purple", "blue"]})
    assert lay(state, "forward").state.rover("red").points == 9


@rule("AR-33")
def test_in_an_exercise_nobody_wins() -> None:
    """Points end a match; an exercise runs to its last card."""
    delivered = {"red": ["blue", "green", "purple", "yellow"]}
    trace = drive(start(". .", delivered=delivered), "forward, left")
    assert algoracing.GAME.outcome(trace.final) is None
    assert len(trace.steps()) == 2


@rule("AR-33")
def test_who_wins_by_a_delivery_still_picks_up() -> None:
    """Samples in the laboratory are picked up, but they bring no more points."""
    facts: dict[str, Any] = {"carries": {"red": ["yellow", "blue"]}, "samples": {"b1": "green"}}
    told = lay(table({"red": ["blue", "green"]}, **facts), "forward")
    assert told[-2:] == [
        "The red rover delivers its samples on b1: yellow, blue. That earns 3 points.",
        "The red rover picks up 1 sample on b1 and now carries 1.",
    ]
    assert algoracing.GAME.outcome(told.state) == Outcome(("red",), "Red wins with 7 points.")


@rule("AR-34")
def test_when_all_samples_are_delivered_most_points_win() -> None:
    state = table({"red": ["blue"], "green": ["blue", "green"]})
    says = "All samples are delivered. Green won with 4 points."
    assert algoracing.GAME.outcome(state) == Outcome(("green",), says)


@rule("AR-34")
def test_equal_points_share_the_win() -> None:
    state = table({"red": ["blue"], "green": ["green"]})
    says = "All samples are delivered. Red and green won with 2 points."
    assert algoracing.GAME.outcome(state) == Outcome(("red", "green"), says)


@rule("AR-34")
@cases("left", {"samples": {"a1": "blue"}}, {"carries": {"green": ["blue"]}})
def test_while_samples_lie_or_are_carried_the_game_goes_on(left: dict[str, Any]) -> None:
    assert algoracing.GAME.outcome(table({"red": ["blue"]}, **left)) is None


@rule("AR-34")
def test_the_last_delivery_ends_the_game() -> None:
    """The turn is played to its end."""
    told = lay(table({"green": ["green"]}, carries={"red": ["yellow", "blue"]}), "forward, left")
    assert "The red rover now faces north." in told
    assert algoracing.GAME.outcome(told.state) == Outcome(
        ("red",), "All samples are delivered. Red won with 4 points."
    )


@rule("AR-34")
def test_before_the_samples_are_laid_out_nothing_is_over() -> None:
    assert algoracing.GAME.outcome(table({})) is None
