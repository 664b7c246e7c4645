"""Test a round of Lovelace & Babbage around the program. [LB-21 … LB-29, LB-45]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from teachkit.core.language.program import Program
from teachkit.core.run.flow import Deck
from teachkit.errors import AnswerError
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup, match
from teachkit.games.lovelace.cards import patrons, subroutines
from teachkit.games.lovelace.components import Component
from teachkit.games.lovelace.match import fill_row
from teachkit.games.lovelace.state import Column, State
from teachkit.play.match import Match
from teachkit.play.strategies import at_random

from .machines import BOTH, moment, seat, with_ready, with_table
from .rules import Told, cases, played, rule


def with_pile(state: State, row: str, words: str) -> State:
    """Tokens lie face down like this, the next one first."""
    pile = tuple(map(Component.read, words.split()))
    return replace(state, table=state.table.with_pile(row, pile))


def second_round(edition: str = "japanese", **facts: Any) -> State:
    facts = {"registers": {"ada": 38, "babbage": 18}, "number": 2, **facts}
    return moment(edition, **facts)


# Targets ---------------------------------------------------------------------------------------


@rule("LB-21")
def test_targets_lie_face_up_in_the_japanese_rules() -> None:
    told = played(match.subroutine_phase(moment("japanese")), 36, 24)
    assert told == [
        "Ada chooses subroutine 36 as a target.",
        "Babbage chooses subroutine 24 as a target.",
    ]
    assert lovelace.GAME.seen_by(told.state, "babbage").player("ada").plan.targets == (36,)


@rule("LB-21")
def test_targets_lie_face_down_in_the_english_rules() -> None:
    told = played(match.subroutine_phase(moment("english")), 36, 24)
    assert told == [
        "Ada chooses a target and keeps it face down.",
        "Babbage chooses a target and keeps it face down.",
    ]
    view = lovelace.GAME.seen_by(told.state, "babbage")
    assert view.player("ada").plan.targets == (None,)
    assert view.player("babbage").plan.targets == (24,)
    assert "??" in str(view)


@rule("LB-21", editions=BOTH)
def test_only_an_own_uncompleted_subroutine_can_be_the_target(edition: str) -> None:
    state = with_ready(second_round(edition), ada=(36,))
    for wish in (36, 24):
        with pytest.raises(AnswerError, match="Choose one of: 14, 49, 25, 71, 83"):
            played(match.subroutine_phase(state), wish, 24)


@rule("LB-24", editions=BOTH)
def test_without_uncompleted_subroutines_there_is_no_target(edition: str) -> None:
    state = moment(edition)
    for player in state.players:
        state = state.with_player(replace(player, left=()))
    told = played(match.subroutine_phase(state))
    assert (told, seat(told).plan.targets) == ([], ())


# Activating ------------------------------------------------------------------------------------


@rule("LB-22")
def test_completed_subroutines_are_activated_one_by_one_in_marker_order() -> None:
    """In the order of last round's markers, any number, also none."""
    state = with_ready(second_round(), ada=(36, 71), babbage=(40,))
    state = with_table(state, order=("babbage", "ada"))
    told = played(match.subroutine_phase(state), 14, 12, 40, 71, "none")
    assert told[2:] == [
        "Babbage activates subroutine 40.",
        "Babbage may write 7 lines this round.",
        "Ada activates subroutine 71.",
        "Ada may write 7 lines this round.",
    ]
    assert (seat(told).ready, seat(told).plan.active) == ((36,), (71,))


@rule("LB-22")
def test_in_the_english_rules_one_at_least_is_activated() -> None:
    """The first one is a must, if there is one; the second one is free."""
    state = with_ready(second_round("english"), ada=(36, 71))
    with pytest.raises(AnswerError, match=r"Choose one of: 36, 71\."):
        played(match.subroutine_phase(state), 14, 12, "none")
    assert seat(played(match.subroutine_phase(state), 14, 12, 36, "none")).plan.active == (36,)


@rule("LB-22")
def test_the_order_may_be_that_of_the_seats() -> None:
    """D7: where markers went back at the end of the round, there is no other order."""
    state = with_ready(second_round(activate_by_markers=False), ada=(36,), babbage=(40,))
    state = with_table(state, order=("babbage", "ada"))
    assert played(match.subroutine_phase(state), 14, 12, 36, 40)[2].startswith("Ada activates")


@rule("LB-22", "LB-23", editions=BOTH)
def test_nothing_is_activated_in_the_first_round(edition: str) -> None:
    state = with_ready(moment(edition), ada=(36,))
    assert len(played(match.subroutine_phase(state), 14, 12)) == 2


@rule("LB-23", editions=BOTH)
def test_what_is_completed_now_can_be_activated_in_the_next_round(edition: str) -> None:
    state = moment(edition, {"ada": 35, "babbage": 55}, targets={"ada": 36})
    told = played(match.resolution_phase(one_row(state, "A1+")))
    assert (seat(told).ready, seat(told).plan.active) == ((36,), ())
    later = played(match.begin_round(told.state, 2)).state
    assert "Ada activates subroutine 36." in played(match.subroutine_phase(later), 14, 12, 36)


def one_row(state: State, text: str) -> State:
    """The state when Ada has written this row."""
    program = Program.read(text)
    column = Column(state.player("ada").value, program.instructions)
    return state.with_sheet("ada", columns=(column,))


@rule("LB-45", editions=BOTH)
def test_active_subroutines_leave_the_game_at_the_end_of_the_round(edition: str) -> None:
    state = with_ready(second_round(edition), ada=(71,))
    state = played(match.subroutine_phase(state), 14, 12, 71).state
    told = played(match.resolution_phase(state))
    assert told == ["Ada returns used subroutines to the box: 71."]
    ada = seat(told)
    assert 71 not in (*ada.left, *ada.ready, *ada.plan.active)


@rule("LB-45", editions=BOTH)
def test_what_a_subroutine_changed_ends_with_its_round(edition: str) -> None:
    state = with_ready(second_round(edition), ada=(71,))
    state = played(match.subroutine_phase(state), 14, 12, 71).state
    state = played(match.resolution_phase(state)).state
    assert state.player("ada").plan.rows == 7
    told = played(match.begin_round(state, 3))
    assert told == ["Round 3 of 4."]
    assert (seat(told).plan.rows, seat(told).plan.targets) == (5, ())


# Reset -----------------------------------------------------------------------------------------


def reset(state: State, words: str = "+-3 +-4 +-6 +-7 +-9") -> Told:
    return played(match.reset_phase(with_pile(state, "C", words)))


@rule("LB-25", editions=BOTH)
def test_the_last_value_is_carried_on(edition: str) -> None:
    told = reset(second_round(edition))
    assert told[:2] == ["Ada starts the round with 38.", "Babbage starts the round with 18."]


@rule("LB-25", "LB-22")
def test_what_a_subroutine_made_of_the_register_stays() -> None:
    state = with_ready(moment(registers={"ada": 55, "menabrea": 18}, number=2), menabrea=(38,))
    state = played(match.subroutine_phase(state), 14, 16, 38).state
    assert "Menabrea starts the round with 30." in reset(state)


@rule("LB-26", editions=BOTH)
def test_the_patrons_of_the_last_round_are_discarded(edition: str) -> None:
    told = reset(second_round(edition, patrons={18: "music stars", 75: "maps steam"}))
    assert told.state.patrons == ()
    assert [card.number for card in told.state.table.deck.discard_pile] == [18, 75]


@rule("LB-26", editions=BOTH)
def test_all_markers_are_taken_anew(edition: str) -> None:
    state = with_table(replace(second_round(edition), patrons=()), deck=Deck(patrons()))
    told = played(match.program_phase(state), Program(), Program())
    assert told[1:] == [
        "Ada has written 0 lines and takes marker 1.",
        "Babbage has written 0 lines and takes marker 2.",
    ]


@rule("LB-27", "LB-11")
@cases(
    "engine, row",
    ("A +-1\nB +-10", "C"),
    ("A +-1\nB +-10\nC +-3 +-4 +-6 +-7", "D"),
    ("A +-1\nB +-10\nC +-3\nD +-13", "E"),
)
def test_four_tokens_fill_the_highest_empty_row(engine: str, row: str) -> None:
    state = with_pile(second_round(engine=engine), row, "+-13 x/4 swap +-17 +-19")
    told = played(fill_row(state))
    assert told == [f"Row {row} is filled: +-13, x/4, swap, +-17."]
    assert str(told.state.engine).splitlines()[-1].split() == [row, "+-13", "x/4", "swap", "+-17"]
    assert list(map(str, told.state.table.pile(row))) == ["+-19"]


@rule("LB-27")
def test_one_set_token_a_row_in_the_japanese_rules() -> None:
    """The one that came later is drawn again, alone, and goes under the pile."""
    told = reset(second_round(), "=8 +-3 =90 +-4 +-6 +-7")
    assert told[2:] == [
        "Too many components set a value. These are drawn again: =90.",
        "Row C is filled: =8, +-3, +-4, +-6.",
    ]
    assert list(map(str, told.state.table.pile("C"))) == ["+-7", "=90"]


@rule("LB-27")
def test_two_set_tokens_a_row_in_the_english_rules() -> None:
    told = reset(second_round("english"), "=8 +-3 =90 +-4 +-6")
    assert told[2:] == ["Row C is filled: =8, +-3, =90, +-4."]


@rule("LB-27")
def test_with_three_all_are_shuffled_and_drawn_again_in_the_english_rules() -> None:
    """This test's shuffle turns the order round."""
    told = reset(second_round("english"), "=8 =33 =90 +-4 +-6 x/3 +-7 +-9")
    assert told[2:] == [
        "Too many components set a value. These are drawn again: =8, =33, =90, +-4.",
        "Row C is filled: +-9, +-7, x/3, +-6.",
    ]


@rule("LB-27", "LB-5")
def test_all_rows_are_filled_from_one_stock_in_the_english_rules() -> None:
    engine = "A +-1\nB +-10\nC +-3"
    told = reset(second_round("english", engine=engine), "+-3 +-4 +-6 +-7 +-9")
    assert told[2:] == ["Row D is filled: +-3, +-4, +-6, +-7."]


@rule("LB-11", "LB-27", editions=BOTH)
def test_printed_rows_are_never_filled_with_tokens(edition: str) -> None:
    """Also in a match whose engine has fewer components than are printed."""
    setup = Setup(edition=edition, components={"A1": "+-1"}, players=("ada", "babbage"))
    strategies = {name: at_random(name) for name in setup.players}
    told = Match(lovelace.GAME, setup, 1, strategies).trace.story().splitlines()
    filled = [says.partition(" is filled: ") for says in told if "is filled" in says]
    assert [row for row, _, _ in filled] == ["Row C", "Row D", "Row E"]
    assert all(len(tokens.split(", ")) == 4 for _, _, tokens in filled)


@rule("LB-11", editions=BOTH)
def test_without_tokens_a_row_stays_empty(edition: str) -> None:
    assert played(fill_row(second_round(edition))) == []


@rule("LB-27")
@cases("pile, row", ("=8 =33 =90 =14 +-3", "=14, =90, =33, +-3"), ("=8 =33 =90", "=8, =33, =90"))
def test_when_there_are_hardly_others_more_set_tokens_lie_in_a_row(pile: str, row: str) -> None:
    """Drawing again would never come to an end."""
    laid = reset(second_round("english"), pile)[-1].removeprefix("Row C is filled: ")
    assert {*laid.rstrip(".").split(", ")} == {*row.split(", ")}


@rule("LB-27")
def test_a_full_engine_stays_as_it_is() -> None:
    engine = "\n".join(f"{row} +-1" for row in "ABCDE")
    assert played(fill_row(second_round(engine=engine))) == []


@rule("LB-28", editions=BOTH)
def test_without_a_valid_row_the_value_stays(edition: str) -> None:
    state = one_row(moment(edition, fills_in=False), "A1+ 57, A1+ 58")
    told = played(match.resolution_phase(state), "leave")
    assert seat(told).value == 55
    assert "Ada loses line 1 and all lines below it." in told


# Program ---------------------------------------------------------------------------------------


@rule("LB-29", editions=BOTH)
@cases("players, number", (2, 5), (3, 6), (4, 7))
def test_three_more_patrons_than_players(edition: str, players: int, number: int) -> None:
    names = ("ada", "babbage", "somerville", "menabrea")[:players]
    state = with_table(moment(edition, dict.fromkeys(names, 55)), deck=Deck(patrons()))
    after = played(match.program_phase(state), *[Program()] * players).state
    assert [each.number for each in after.patrons] == [each.number for each in patrons()[:number]]


def test_a_subroutine_is_a_card_of_its_character() -> None:
    assert subroutines("ada")[71].effect == "more-rows"
