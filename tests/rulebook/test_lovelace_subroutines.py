"""Test the subroutines of Lovelace & Babbage. Their effects are ours. [LB-2, LB-22]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from teachkit.core.language.program import Program
from teachkit.errors import AnswerError
from teachkit.games import lovelace
from teachkit.games.lovelace import vocabulary
from teachkit.games.lovelace.cards import Subroutine
from teachkit.games.lovelace.components import Component
from teachkit.games.lovelace.effects import EFFECTS, activate, twice
from teachkit.games.lovelace.foresight import wanted
from teachkit.games.lovelace.match import activate_subroutines, program_phase, seen_by
from teachkit.games.lovelace.programs import usable, write_rows
from teachkit.games.lovelace.state import State

from ..play.offers import aims, offers
from .machines import BOTH, moment, resolved, seat, with_ready, wrong
from .rules import Told, cases, played, refused, rule

THREE = {"ada": 38, "babbage": 18, "somerville": 5}


def use(effect: str, *choices: Any, state: State | None = None, **card: Any) -> Told:
    """Ada activates a card with this effect; the others are Babbage and Somerville."""
    state = state or moment(registers=THREE)
    return played(EFFECTS[effect].rule(state, "ada", Subroutine(99, effect, **card)), *choices)


@rule("LB-22", editions=BOTH)
def test_an_activated_subroutine_works_at_once(edition: str) -> None:
    state = with_ready(moment(edition, THREE, number=2), ada=(71,))
    told = played(activate(state, "ada", 71))
    assert told == ["Ada activates subroutine 71.", "Ada may write 7 lines this round."]
    assert (seat(told).ready, seat(told).plan.active) == ((), (71,))


@rule("LB-2", "LB-31")
def test_more_rows() -> None:
    told = use("more-rows", amount=2)
    assert told == ["Ada may write 7 lines this round."]
    six = ", ".join(["A1+"] * 6)
    assert wrong(told.state, six) == []
    assert wrong(told.state, six, "babbage") == ["Remove line 6. You may write only 5 lines."]


@rule("LB-2", "LB-31")
def test_fewer_rows() -> None:
    told = use("fewer-rows", amount=1)
    assert told == [f"{who} may write 4 lines this round." for who in ("Babbage", "Somerville")]
    assert seat(told).plan.rows == 5
    assert write_rows(told.state, "babbage").most == 4


@rule("LB-2", "LB-31")
def test_one_row_is_left_to_everybody() -> None:
    assert seat(use("fewer-rows", amount=9), "babbage").plan.rows == 1


@rule("LB-2")
def test_set_register() -> None:
    told = use("set-register", amount=30)
    assert told == ["Ada's register changes from 38 to 30."]
    assert [player.value for player in told.state.players] == [30, 18, 5]


@rule("LB-2", "LB-13")
def test_own_component() -> None:
    told = use("own-component", component="+-33")
    assert told == ["Ada has +-33 in S1 this round."]
    state = told.state
    assert wrong(state, "S1+") == []
    assert wrong(state, "S1+", "babbage") == ["Line 1: there is no component in S1."]
    assert seat(resolved(state, {"ada": "S1+, S1-, S1-"})).value == 5
    assert [card.label for card in vocabulary(state)][-2:] == ["Add 33 (S1)", "Subtract 33 (S1)"]


@rule("LB-2")
def test_different_own_components_have_cards_without_a_number() -> None:
    state = use("own-component", component="+-33").state
    state = state.with_plan("babbage", own=(Component.read("copy-tens"),))
    names = [card.name for card in vocabulary(state) if card.name.startswith("S1")]
    assert len(names) == 7
    assert vocabulary(state)["S1+"].label == "Add n (S1)"


@rule("LB-2")
def test_there_is_room_for_four_own_components() -> None:
    state = moment(registers=THREE)
    for _ in range(6):
        state = use("own-component", state=state, component="+-33").state
    assert len(state.player("ada").plan.own) == 4


@rule("LB-2", "LB-14")
def test_second_copy() -> None:
    """One row runs the component twice."""
    told = use("second-copy", "B2")
    assert told == ["Ada has +-40 in S1 this round."]
    assert seat(resolved(told.state, {"ada": "S1+"})).value == 78
    assert "Choose one of: A1, A2, A3, A4, B1, B2" in refused(AnswerError, use, "second-copy", "B4")


@rule("LB-2")
@cases(
    "printed, doubled",
    ("+-20", "+-40"), ("x/2", "x/4"), ("+-50", "None"), ("swap", "None"), ("+-x/3", "+-6"),
     ("=8", "None"), ("x/5", "x/25"), ("+7", "+14"),
)  # fmt: skip
def test_twice_is_what_two_in_a_row_do(printed: str, doubled: str) -> None:
    component = Component.read(printed)
    double = twice(component)
    assert str(double) == doubled
    for operator in double.operators if double else ():
        for value in range(100):
            once = component.result(operator, value)
            assert component.result(operator, once) == double.result(operator, value)


@rule("LB-2")
def test_second_copy_finds_nothing() -> None:
    told = use("second-copy", state=moment(registers=THREE, engine="A swap +-99"))
    assert told == ["Subroutine 99 has no effect this time."]


@rule("LB-2", "LB-38")
def test_mirror() -> None:
    told = use("mirror", state=moment(registers=THREE, patrons={84: "music stars"}))
    assert told == ["Patrons now also accept Ada's numbers with the digits swapped."]
    programs = {"ada": "B1+", "babbage": "B2+, B1+"}
    after = resolved(told.state, programs, "music")
    assert after.state.patrons[0].taken == (("ada", "music"),)


@rule("LB-2", "LB-38")
def test_a_mirrored_number_counts_once() -> None:
    state = moment("english", {"ada": 54}, {55: "music stars"})
    told = resolved(use("mirror", state=state).state, {"ada": "A1+"}, "stars")
    assert len(told.state.patrons[0].taken) == 1


@rule("LB-2", "LB-33")
def test_go_first_and_go_last() -> None:
    """This holds regardless of the order in which the players finish."""
    first = use("go-first").state.with_plan("babbage", place=0)
    told = use("send-back", "babbage", state=first)
    assert told == ["Babbage goes last this round."]
    state = told.state
    places = {player.name: player.plan.place for player in state.players}
    assert places == {"ada": -1, "babbage": 1, "somerville": 0}


@rule("LB-2", "LB-33")
def test_places_change_the_order_of_the_markers() -> None:
    state = use("go-first").state.with_plan("babbage", place=1)
    state = replace(state, players=tuple(reversed(state.players)))
    told = played(program_phase(state), Program(), Program(), Program())
    assert told.state.table.order == ("ada", "somerville", "babbage")


@rule("LB-2", "LB-21", "LB-36", editions=BOTH)
def test_second_target(edition: str) -> None:
    told = use("second-target", 49, state=moment(edition, THREE, targets={"ada": 36}))
    assert seat(told).plan.targets == (36, 49)
    hidden = seen_by(told.state, "babbage").player("ada").plan.targets
    assert hidden == ((None, None) if edition == "english" else (36, 49))
    assert seat(resolved(told.state, {"ada": "A2-, B1+, A2+, A1+"})).ready == (36, 49)
    assert len(aims(told.state, "ada")) == 2
    assert {36, 49} <= wanted(told.state, "ada")


@rule("LB-2", "LB-24")
def test_second_target_finds_nothing() -> None:
    state = moment(registers=THREE, targets={"ada": 36})
    state = state.with_player(replace(state.player("ada"), left=(36,)))
    assert use("second-target", state=state) == ["Subroutine 99 has no effect this time."]


@rule("LB-2", "LB-41", editions=BOTH)
def test_influence(edition: str) -> None:
    told = use("influence", "maps", state=moment(edition, THREE, number=2))
    assert told == ["Ada ticks maps."]
    assert seat(told).sheet.areas == ((2, "maps"),)
    again = ["music", "stars", "steam", "poems"]
    if edition == "english":
        with pytest.raises(AnswerError, match=", ".join(again)):
            use("influence", "maps", state=told.state)
    else:
        assert seat(use("influence", "maps", state=told.state)).sheet.ticks("maps") == 2


@rule("LB-2", "LB-11")
def test_jam() -> None:
    told = use("jam", "A4")
    assert told == ["Ada jams A4 for everyone else this round."]
    state = told.state
    assert wrong(state, "A4/") == []
    assert wrong(state, "A4/", "babbage") == ["Line 1: A4 is jammed this round."]
    assert "A4/" not in map(str, usable(state, state.player("babbage")))
    assert "jammed: A4" in str(state)


@rule("LB-2", "LB-16")
def test_scramble() -> None:
    told = use("scramble")
    assert told == [
        "Babbage's register changes from 18 to 81.",
        "Somerville's register changes from 05 to 50.",
    ]
    assert seat(told).value == 38


@rule("LB-2")
def test_reset_others() -> None:
    told = use("reset-others", amount=50)
    assert [player.value for player in told.state.players] == [38, 50, 50]


@rule("LB-22", "LB-51")
def test_an_edition_may_tick_the_track_when_activated() -> None:
    state = moment("english", THREE, number=2, ticked_when_activated=True)
    state = state.with_player(replace(state.player("ada"), ready=(71,)))
    assert seat(played(activate_subroutines(state, "ada"), 71)).sheet.track == 1


@rule("LB-38", "LB-40", "LB-41", editions=BOTH)
def test_what_is_on_offer_is_what_can_be_earned(edition: str) -> None:
    """The search is handed this; the rules above decide it."""
    state = moment(edition, THREE, {18: "music stars", 75: "maps steam"})
    times = 2 if edition == "english" else 1
    first, second = offers(state, "ada")
    assert wanted(state, "ada") == {18, 75}
    assert first == (frozenset({"18"}), ("music", "stars"), times)
    taken = state.with_patron(0, state.patrons[0].with_taken("babbage", "music"))
    assert offers(taken, "ada")[0] == (frozenset({"18"}), ("stars",), 1)
    own = state.with_patron(0, state.patrons[0].with_taken("ada", "music"))
    expected = [second] if edition == "japanese" else [(frozenset({"18"}), ("stars",), 1), second]
    assert offers(own, "ada") == expected
    assert wanted(own, "ada") == ({75} if edition == "japanese" else {18, 75})
    assert offers(use("mirror", state=state).state, "ada")[0][0] == {"18", "81"}
    assert wanted(use("mirror", state=state).state, "ada") == {18, 81, 75, 57}


def test_players_know_their_seats() -> None:
    assert lovelace.GAME.players(moment(registers=THREE)) == ("ada", "babbage", "somerville")


@rule("LB-2", "LB-38")
def test_with_mirror_the_number_itself_counts_too() -> None:
    state = use("mirror", state=moment(patrons={56: "music stars"})).state
    told = resolved(state, {"ada": "A1+"}, "music")
    assert told.state.patrons[0].taken == (("ada", "music"),)
