"""Test a turn of the basic rules of Algoracing. [AR-23 … AR-25]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.language.program import Program
from teachkit.errors import AnswerError
from teachkit.games.algoracing import GAME, Setup
from teachkit.games.algoracing.match import take_turn
from teachkit.games.algoracing.state import State, Table

from .rules import Told, at_table, cards, cases, played, refused, rule


def table(
    hand: str = "forward forward left left jump",
    pile: str = "u-turn u-turn u-turn u-turn u-turn",
    discards: str = "",
    **facts: Any,
) -> State:
    """Red is to play, on an empty floor; green waits in its corner."""
    rovers = {"red": "a1 east", "green": "c2 north"}
    start = Setup(**{"floor": ". . .\n. . .", "rovers": rovers, **facts})
    hands = {"red": hand, "green": "left left left left left"}
    return at_table(start.state(), hands, pile=pile, discards=discards)


def lay(state: State, program: str) -> Told:
    """Play red's whole turn with these cards."""
    return played(take_turn(state), "run", Program.read(program))


def beside(told: Told) -> Table:
    """Return the text beside the board after a turn."""
    return told.state.table


@rule("AR-23")
def test_the_cards_run_from_left_to_right() -> None:
    told = lay(table(), "forward, left, forward")
    assert told == [
        "Turn 1: the red rover.",
        "Red runs: forward, left, forward.",
        "Card 1: forward.",
        "The red rover drives to b1.",
        "Card 2: left.",
        "The red rover now faces north.",
        "Card 3: forward.",
        "The red rover drives to b2.",
        "Red draws 3 cards.",
    ]


@rule("AR-23")
def test_the_cards_are_laid_away_and_the_hand_is_filled_to_five() -> None:
    told = lay(table(), "forward, jump")
    assert beside(told).deck.discard_pile == cards("forward jump")
    assert beside(told).hand("red") == cards("forward left left u-turn u-turn")


@rule("AR-23")
def test_then_it_is_the_next_players_turn() -> None:
    """After the last player comes the first again."""
    told = lay(table(), "left")
    assert (beside(told).current, beside(told).turn) == ("green", 1)
    later = played(take_turn(told.state), "pass", ())
    assert (beside(later).current, beside(later).turn) == ("red", 2)


@rule("AR-23")
@cases(
    "program, problem",
    ("", "Play one to 3 cards."),
    ("left, left, forward, forward", "Play one to 3 cards."),
    ("jump, jump", 'There is no "jump" card left in the hand.'),
    ("u-turn", 'There is no "u-turn" card left in the hand.'),
    ("2x(left)", "This deck has no ×2 card."),
    ("teleport", 'There is no card "teleport" in this deck.'),
)
def test_what_cannot_be_laid(program: str, problem: str) -> None:
    """No card, four cards, a card that is not in the hand, or not in the deck."""
    assert refused(AnswerError, lay, table(), program) == problem


@rule("AR-24")
def test_who_passes_changes_cards_and_stays() -> None:
    told = played(take_turn(table()), "pass", cards("left jump"))
    assert told[1:] == ["Red passes and replaces 2 cards.", "Red draws 2 cards."]
    assert beside(told).hand("red") == cards("forward forward left u-turn u-turn")
    assert beside(told).deck.discard_pile == cards("left jump")
    assert GAME.whereabouts(told.state, "red") == "a1 east"
    assert beside(told).current == "green"


@rule("AR-24")
@cases("away", "", "forward", "forward forward left left jump")
def test_any_number_of_cards_can_be_changed(away: str) -> None:
    assert len(beside(played(take_turn(table()), "pass", cards(away))).hand("red")) == 5


@rule("AR-24")
def test_only_cards_of_ones_own_can_be_changed() -> None:
    with pytest.raises(AnswerError, match=r"Choose from: forward, forward, left, left, jump\."):
        played(take_turn(table()), "pass", cards("u-turn"))


@rule("AR-25")
def test_when_the_pile_is_empty_the_discards_are_shuffled() -> None:
    """The rest of the pile is drawn first. (The shuffle of this test reverses the order.)"""
    told = lay(table(pile="u-turn", discards="left right"), "forward, forward, jump")
    assert beside(told).hand("red") == cards("left left u-turn jump forward")
    assert beside(told).deck.draw_pile == cards("forward right left")
    assert beside(told).deck.discard_pile == ()


@rule("AR-25")
def test_nothing_is_shuffled_while_there_are_cards() -> None:
    told = lay(table(pile="u-turn u-turn u-turn", discards="left right"), "forward")
    assert beside(told).deck.discard_pile == cards("left right forward")
