"""Test the shared algorithm of the complete rules of Algoracing. [AR-26 … AR-30]"""

from __future__ import annotations

import pytest

from teachkit.errors import AnswerError
from teachkit.games.algoracing.algorithm import EditError, edit
from teachkit.games.algoracing.match import take_turn
from teachkit.games.algoracing.state import State, Table

from .rovers import start
from .rules import Told, at_table, cards, cases, played, refused, rule

HAND = "forward left right jump 2x"
FOUR = "left, right, left, right"


def table(algorithm: str = "", hand: str = HAND, pile: str = "") -> State:
    """Return a table on which red is to change this algorithm, with these cards in the hand."""
    state = start(". .\n. .", edition="complete", green="b2 north")
    hands = {"red": hand, "green": "left left left left left"}
    return at_table(state, hands, algorithm, pile or "left " * 10)


def becomes(algorithm: str, *edits: str, hand: str = HAND) -> str:
    """Return the algorithm after these edits."""
    return str(edit(table(algorithm, hand), edits).program())


def problems(algorithm: str, *edits: str, hand: str = HAND) -> list[str]:
    """Return the reasons why these edits are not allowed."""
    with pytest.raises(EditError) as error:
        edit(table(algorithm, hand), edits)
    return [str(problem) for problem in error.value.problems]


def turn(algorithm: str, *edits: str, pile: str = "") -> Told:
    """Play red's whole turn with these edits."""
    return played(take_turn(table(algorithm, pile=pile)), "run", edits)


def beside(told: Told) -> Table:
    """Return the text beside the board after a turn."""
    return told.state.table


# Playing cards ---------------------------------------------------------------------------------


@rule("AR-26")
def test_the_first_player_builds_from_scratch() -> None:
    edits = ["insert forward at 1", "insert left at 2", "loop 2x over 1..2"]
    assert becomes("", *edits) == "2x(forward, left)"


@rule("AR-26")
@cases(
    "place, algorithm", (1, "jump, left, right"), (2, "left, jump, right"), (3, "left, right, jump")
)
def test_a_card_goes_before_between_or_behind(place: int, algorithm: str) -> None:
    assert becomes("left, right", f"insert jump at {place}") == algorithm


@rule("AR-26")
def test_a_card_may_cover_another() -> None:
    """The covered card does not run any more."""
    assert becomes("left, right", "cover 2 with jump") == "left, jump"


@rule("AR-26")
def test_three_cards_a_turn_at_most() -> None:
    edits = [f"insert {card} at 1" for card in ("forward", "left", "right", "jump")]
    assert problems("", *edits) == ["Play at most 3 cards in one turn."]


@rule("AR-26")
def test_only_cards_from_the_hand_are_played() -> None:
    assert problems("left", "insert u-turn at 1") == ['There is no "u-turn" card left in the hand.']
    twice = problems("left", "insert jump at 1", "insert jump at 1")
    assert twice == ['There is no "jump" card left in the hand.']


@rule("AR-26", "AR-30")
def test_the_played_cards_leave_the_hand_and_new_ones_are_drawn() -> None:
    told = turn("left", "insert jump at 1", pile="u-turn u-turn u-turn")
    assert beside(told).hand("red") == cards("forward left right 2x u-turn")


@rule("AR-26")
def test_an_algorithm_needs_a_command() -> None:
    assert problems("") == ["Play at least one card, or pass."]


@rule("AR-26")
def test_who_holds_only_loop_cards_and_finds_nothing_to_loop_must_pass() -> None:
    """The rules do not even ask."""
    state = table("", hand="2x 2x 2x 3x 3x")
    assert played(take_turn(state), "pass", ())[-1] == "Red passes and replaces 0 cards."
    assert "Choose one of: pass" in refused(AnswerError, played, take_turn(state), "run")


@rule("AR-27")
def test_the_algorithm_may_run_just_as_it_is() -> None:
    told = turn("forward")
    assert told == [
        "Turn 1: the red rover.",
        "Red runs: forward.",
        "Card 1: forward.",
        "The red rover drives to b1.",
    ]
    assert str(beside(told).algorithm) == "forward"


@rule("AR-26", "AR-27")
def test_the_next_player_finds_the_algorithm_as_it_was_left() -> None:
    told = turn("left", "insert forward at 2")
    assert str(beside(told).algorithm) == "left, forward"
    assert beside(told).current == "green"


# Taking away -----------------------------------------------------------------------------------


@rule("AR-28")
def test_a_command_card_cannot_be_taken_away() -> None:
    """There is no such edit."""
    says = '"remove 1" is not an edit. Write, for example: insert jump at 2, cover 3 with left.'
    assert problems("left, right", "remove 1") == [says]


@rule("AR-28")
def test_a_loop_may_be_taken_away_and_is_discarded() -> None:
    told = turn("2x(left, right)", "unloop 1")
    assert str(beside(told).algorithm) == "left, right"
    assert beside(told).deck.discard_pile == cards("2x")


@rule("AR-28", "AR-30")
def test_taking_a_loop_away_costs_no_card() -> None:
    edits = ["unloop 1", *(f"insert {card} at 1" for card in ("forward", "left", "right"))]
    assert becomes("2x(jump)", *edits) == "right, left, forward, jump"


@rule("AR-28")
def test_only_a_loop_that_is_there_can_be_taken_away() -> None:
    assert problems("left, 2x(right)", "unloop 1") == ["There is no loop around card 1."]


@rule("AR-28", "AR-30")
def test_covered_cards_are_laid_away_with_the_algorithm() -> None:
    """They stay under the card that covers them until then."""
    assert beside(turn(FOUR, "cover 1 with jump")).deck.discard_pile == ()
    full = turn(FOUR, "cover 1 with jump", "insert forward at 1")
    away = cards("forward jump left right left right")
    assert sorted(beside(full).deck.discard_pile) == sorted(away)


# Loops that are lost ---------------------------------------------------------------------------


@rule("AR-29")
@cases("place, algorithm", (1, "jump, right"), (2, "left, jump"))
def test_covering_a_looped_card_loses_the_loop(place: int, algorithm: str) -> None:
    assert becomes("2x(left, right)", f"cover {place} with jump") == algorithm


@rule("AR-29")
def test_a_card_between_two_looped_cards_loses_the_loop() -> None:
    assert becomes("2x(left, right)", "insert jump at 2") == "left, jump, right"


@rule("AR-29")
@cases("place, algorithm", (1, "jump, 2x(left, right)"), (3, "2x(left, right), jump"))
def test_a_card_before_or_behind_keeps_the_loop(place: int, algorithm: str) -> None:
    assert becomes("2x(left, right)", f"insert jump at {place}") == algorithm


@rule("AR-29")
def test_a_lost_loop_is_discarded() -> None:
    row = edit(table("3x(left), right"), ["cover 1 with jump"])
    assert row.discarded == cards("3x")


@rule("AR-29", "AR-15")
@cases(
    "edits, problem",
    (["loop 2x over 1..3"], "Put a loop around one or two cards, not 3."),
    (["loop 2x over 3..1"], "Put a loop around one or two cards, not -1."),
    (["loop 4x over 1"], "This deck has no ×4 card."),
    (["loop 2x over 1", "loop 2x over 1..2"], "This deck does not allow a loop inside a loop."),
    (["loop 2x over 4"], "There is no place 4. The last place is 3."),
    (["insert 2x at 1"], "A loop goes around cards. Write it like this: loop 2x over 1..2."),
    (["insert hop at 1"], 'There is no card "hop" in this deck.'),
)
def test_edits_that_cannot_be_made(edits: list[str], problem: str) -> None:
    assert problems("left, right, left", *edits, hand="2x 2x 3x left left") == [problem]


# The limit -------------------------------------------------------------------------------------


@rule("AR-30")
def test_a_full_algorithm_runs_and_is_laid_away() -> None:
    """With five commands; the next player starts from scratch."""
    told = turn(FOUR, "insert forward at 5")
    assert "The red rover drives to b1." in told
    assert told[-2] == "The algorithm is full, so its cards are discarded."
    assert str(beside(told).algorithm) == ""
    assert beside(told).current == "green"


@rule("AR-30")
@cases(
    "algorithm, edits, after",
    ("left, right, left", ["insert right at 4"], FOUR),
    (FOUR, ["loop 2x over 1..2"], "2x(left, right), left, right"),
    (FOUR, ["cover 1 with jump", "cover 2 with left"], "jump, left, left, right"),
    ids=["a fourth command", "a loop card", "covering"],
)
def test_an_algorithm_of_four_commands_stays(algorithm: str, edits: list[str], after: str) -> None:
    """Loop cards do not count for the limit, and covering makes it no longer."""
    assert str(beside(turn(algorithm, *edits)).algorithm) == after


@rule("AR-30")
def test_an_algorithm_never_has_more_than_five_commands() -> None:
    edits = ["insert forward at 1", "insert left at 1"]
    assert problems("left, right, left, right", *edits) == ["The algorithm holds at most 5 cards."]


@rule("AR-30")
def test_loop_cards_and_covering_cards_count_among_the_three() -> None:
    edits = ["loop 2x over 1", "cover 2 with jump", "insert left at 3", "insert right at 3"]
    assert problems("left, right", *edits) == ["Play at most 3 cards in one turn."]


@rule("AR-30")
def test_who_passes_leaves_the_algorithm_alone() -> None:
    told = played(take_turn(table("forward")), "pass", ())
    assert str(beside(told).algorithm) == "forward"
    assert str(told.state.rover("red").square) == "a1"


@rule("AR-26", "AR-28", "AR-30")
def test_the_printed_example_of_building_an_algorithm() -> None:
    """A lays it, B adds three, C adds one and takes the loop away, A adds two: it is full."""
    row = becomes("", "insert left at 1", "loop 2x over 1")
    assert row == "2x(left)"
    edits = ("insert right at 2", "loop 3x over 2", "insert jump at 3")
    row = becomes(row, *edits, hand="right jump 3x")
    assert row == "2x(left), 3x(right), jump"
    row = becomes(row, "insert forward at 4", "unloop 2")
    assert row == "2x(left), right, jump, forward"
    told = turn(row, "insert left at 5", "cover 3 with right")
    assert "The algorithm is full, so its cards are discarded." in told


@rule("AR-27")
def test_with_nothing_but_loops_in_the_hand_the_algorithm_can_still_run() -> None:
    state = table("forward", hand="2x 2x 2x 3x 3x")
    assert "Red runs: forward." in played(take_turn(state), "run", ())
