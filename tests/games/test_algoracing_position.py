"""Test Algoracing positions from the middle of a match: save, build again, and play on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from teachkit.core.data import plain
from teachkit.core.game.game import run
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Ended
from teachkit.errors import BoardError
from teachkit.exercises.judging.grade import grade
from teachkit.games import algoracing
from teachkit.games.algoracing import Setup
from teachkit.games.algoracing.algorithm import edit
from teachkit.games.algoracing.events import BaseChosen, TurnBegan
from teachkit.play.match import Match
from teachkit.play.strategies import at_random
from tests.exercises.making import made

from .examples import examples
from .starts import comes_back, matches, rewound

EDITIONS = ("basic", "complete")


@cache
def a_match(edition: str, number: int) -> Match:
    """Return the beginning of a random match, with meetings, elevators and deliveries."""
    setup = matches("algoracing", edition, 12)[number]
    strategies = {player: at_random(f"{player} {number}") for player in setup.players}
    return Match(algoracing.GAME, setup, number, strategies, frame_limit=400)


positions = st.tuples(st.sampled_from(EDITIONS), st.integers(0, 11), st.integers(0, 399))


@examples(100, daily=40)
@given(positions)
def test_a_position_of_a_random_match_is_saved_and_built_again(
    chosen: tuple[str, int, int],
) -> None:
    """Round-trip as a set-up, as JSON and as TOML, at any moment of the match."""
    edition, number, moment = chosen
    frames = a_match(edition, number).frames
    event, state = frames[moment % len(frames)]
    if isinstance(event, BaseChosen):
        return
    comes_back(state, Setup.of(state))


def begins_a_turn(match: Match) -> bool:
    """Return whether nothing has happened in this turn yet: no ride and no choice."""
    options = getattr(match.pending[0], "options", ()) if match.pending else ()
    return "pass" in options and isinstance(match.frames[-1].event, TurnBegan)


@examples(12, daily=6)
@given(st.sampled_from(EDITIONS), st.integers(0, 11), st.data())
def test_a_match_played_on_from_a_position_goes_as_it_would_have(
    edition: str, number: int, data: st.DataObject
) -> None:
    """The same answers give the same events and states, to the end."""
    match = a_match(edition, number)
    back = rewound(match, data.draw(st.integers(1, len(match.answers) - 30)))
    while not begins_a_turn(back):
        back = rewound(back, 1)
    rest = match.answers[len(back.answers) :]
    again = Match(algoracing.GAME, Setup.of(back.state), match.seed, answers=rest)
    expected = match.frames[len(back.frames) - 1 :]
    assert again.frames[: len(expected)] == expected


def test_random_matches_have_something_of_everything() -> None:
    """Otherwise the round trips above would show little."""
    states = [frame.state for edition in EDITIONS for n in range(12)
              for frame in a_match(edition, n).frames if frame.state.table]  # fmt: skip
    tables = [state.table for state in states]
    assert any(state.settled for state in states)
    assert any(rover.delivered for state in states for rover in state.rovers)
    assert any(table.covered for table in tables)
    assert any(table.algorithm.depth for table in tables)
    assert any(table.deck.discard_pile for table in tables)


# An ending on a board of one's own ---------------------------------------------------------------

LATE: dict[str, Any] = {
    "edition": "complete",
    "options": {"target": 5},
    "floor": ". # .\n. . .",
    "lifts": ["b2 west"],
    "rovers": {"red": "a1 east", "green": "c2 west"},
    "carries": {"red": ["yellow"]},
    "delivered": {"red": ["blue", "blue"], "green": ["green"]},
    "bases": {"blue": "b1"},
    "labs": {"b1": ["red"]},
    "samples": {"c1": ["purple", "green"]},
    "players": ("green", "red"),
    "hands": {"red": ["forward", "2x"], "green": ["left"]},
    "algorithm": "2x(left), right",
    "covered": ["jump"],
    "draw_pile": ["left", "jump"],
    "discard_pile": ["3x"],
    "current": "red",
    "turn": 7,
    "settled": [["green", "red"]],
}


def test_an_ending_is_drawn_and_played() -> None:
    match = Match(algoracing.GAME, Setup(**LATE))
    assert str(match.frames[0].event) == "Turn 8: the red rover."
    match.answer("red", "run")
    match.answer("red", ("cover 1 with forward",))
    assert str(match.outcome) == "Red wins with 5 points."
    assert isinstance(match.frames[-1].event, Ended)


def test_it_is_written_as_it_was() -> None:
    setup = Setup(**LATE)
    assert plain(Setup.of(setup.state())) == plain(setup)


def test_seats_are_in_the_order_of_the_players() -> None:
    assert Setup(**LATE).state().table.players == ("green", "red")
    assert Setup(**LATE | {"players": ()}).state().table.players == ("red", "green")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "options",
    [
        {"cards_each_turn": 1, "length_limit": 1},
        {"cards_each_turn": 5, "hand_size": 9, "length_limit": 9},
        {"hand_size": 1, "capacity": 1, "target": 3},
        {"samples_of_each": 1, "own_labs": True, "full_rover_stops_at_sample": False},
    ],
)
def test_a_match_is_played_with_options(edition: str, options: dict[str, Any]) -> None:
    """Chance can answer every question; the options are part of a saved position."""
    setup = replace(matches("algoracing", edition, 1)[0], options=options)
    strategies = {player: at_random(player) for player in setup.players}
    match = Match(algoracing.GAME, setup, 1, strategies, frame_limit=500)
    assert match.is_over
    printed = algoracing.GAME.editions[edition]
    changed = {name for name, value in options.items() if value != getattr(printed, name)}
    assert Setup.of(match.state).options == {name: options[name] for name in changed}


def test_an_exercise_starts_from_a_position() -> None:
    """Earlier deliveries count, and only cards of the hand may be used."""
    start = {"floor": ". . .", "rovers": {"red": "a1 east"}, "carries": {"red": ["yellow"]},
             "delivered": {"red": ["blue"]}, "bases": {"green": "b1"},
             "hands": {"red": ["forward", "left"]}}  # fmt: skip
    exercise = made(
        cards=["forward", "left", "jump"], starts=[start],
        checks=[{"check": "scores", "total": 4}], solution={"answer": "forward"},
    )  # fmt: skip
    points = {answer: grade(exercise, answer).points for answer in ("forward", "left", "jump")}
    assert points == {"forward": 1, "left": 0, "jump": 0}


def test_one_with_a_hand_alone_has_an_exercise() -> None:
    """Only cards of the hand may be used, and points do not end the run."""
    state = Setup(
        floor=". .", rovers={"red": "a1 east"}, hands={"red": ["forward", "left"]},
        delivered={"red": ["blue", "green", "yellow", "purple"]},
    ).state()  # fmt: skip
    says = [
        problem.says for problem in algoracing.GAME.problems(state, "red", Program.read("jump"))
    ]
    assert says == ['There is no "jump" card left in the hand.']
    assert algoracing.GAME.outcome(state) is None
    assert len(run(algoracing.GAME, state, "forward, left").steps()) == 2


def test_an_algorithm_without_hands_is_changed_with_any_card() -> None:
    rovers = {"red": "a1 east"}
    state = Setup(edition="complete", floor=". .", rovers=rovers, algorithm="forward, left").state()
    row = edit(state, ["insert jump at 1", "loop 3x over 2..3"]).program()
    assert str(row) == "jump, 3x(forward, left)"
    assert algoracing.GAME.hand(state, "red") is None
    assert Setup.of(state).state() == state


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": (), "hands": {"red": ["left"]}, "current": ""},
         "Algoracing is for 2 to 4 players, each with a different colour."),
        ({"edition": "loops", "algorithm": "", "hands": {"red": [], "green": []}, "covered": []},
         "This edition is only for exercises. Choose basic or complete."),
        ({"hands": {"red": ["2x"], "green": []}, "algorithm": "", "draw_pile": []},
         "Nobody can drive without a command card: add one to a hand or pile."),
        ({"programs": {"green": "left"}, "edition": "basic", "algorithm": "", "covered": [],
          "hands": {"red": [], "green": ["left"]}, "discard_pile": []},
         "A match has no ready-made programs. Leave out: programs."),
        ({"samples": {}, "carries": {}, "delivered": {}},
         "There are no samples to deliver. Put a sample on the board."),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_played_on(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BoardError) as error:
        Match(algoracing.GAME, Setup(**LATE | changes))
    assert error.value.says == says


def test_a_match_that_is_not_dealt_yet_is_saved_as_its_answers() -> None:
    match = a_match("basic", 0)
    (chosen, *_) = [frame.state for frame in match.frames if isinstance(frame.event, BaseChosen)]
    with pytest.raises(BoardError, match="This match has no cards yet"):
        Setup.of(chosen)


def test_rules_of_ones_own_cannot_be_written() -> None:
    state = Setup(floor=". .", rovers={"red": "a1 east"}).state()
    with pytest.raises(BoardError, match="cannot store the changed rules"):
        Setup.of(structs.replace(state, rules=replace(state.rules, loops=(2,))))
