"""Test mistakes in Lovelace & Babbage. [LB-44]"""

from __future__ import annotations

from typing import Any

import pytest

from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.errors import AnswerError
from teachkit.games import lovelace
from teachkit.games.lovelace.programs import write_rows
from teachkit.games.lovelace.resolution import debug
from teachkit.games.lovelace.state import Column, State

from .machines import BOTH, moment, resolved, seat
from .rules import cases, rule


def own_arithmetic(edition: str, **facts: Any) -> State:
    return moment(edition, fills_in=False, **facts)


@rule("LB-44", "LB-28", editions=BOTH)
def test_without_debugging_the_row_and_all_below_are_void(edition: str) -> None:
    told = resolved(own_arithmetic(edition), {"ada": "A1+ 56, B2+ 77, A1+ 78"}, "leave")
    assert told[2:] == [
        "Skipped: the result is 76, not 77.",
        "Ada loses line 2 and all lines below it.",
    ]
    ada = seat(told)
    assert (ada.value, ada.sheet.debugs) == (56, 0)
    assert ada.sheet.columns[-1].values == (56,)


@rule("LB-44", editions=BOTH)
def test_debugging_ticks_a_box_and_replaces_the_rows_from_the_mistake_on(edition: str) -> None:
    anew = Program.read("B2+ 76, A1- 75")
    state = own_arithmetic(edition, patrons={75: "music stars"})
    told = resolved(state, {"ada": "A1+ 56, B2+ 77, A1+ 78"}, "debug", anew, "music")
    assert "Ada debugs from line 2 on and writes 2 lines." in told
    ada = seat(told)
    assert (ada.value, ada.sheet.debugs) == (75, 1)
    assert ada.sheet.columns[-1].values == (56, 76, 75)


@rule("LB-44", editions=BOTH)
def test_the_new_row_counts_before_the_others_go_on(edition: str) -> None:
    programs = {"ada": "A1+ 57", "babbage": "A1+ 56"}
    told = resolved(own_arithmetic(edition), programs, "debug", Program.read("A1- 54"))
    announced = [says for says in told if "announces" in says]
    assert announced == ["Ada announces 54 in line 1.", "Babbage announces 56 in line 1."]


@rule("LB-44", editions=BOTH)
def test_there_are_two_debug_boxes(edition: str) -> None:
    answers = ("debug", Program.read("A1+ 58"), "debug", Program.read("A1+ 59"))
    told = resolved(own_arithmetic(edition), {"ada": "A1+ 57"}, *answers)
    assert seat(told).sheet.debugs == 2
    assert told[-1] == "Ada loses line 1 and all lines below it."


@rule("LB-44", editions=BOTH)
def test_without_a_mistake_nobody_is_asked(edition: str) -> None:
    assert seat(resolved(own_arithmetic(edition), {"ada": "A1+ 56, A1+ 57"})).value == 57


@rule("LB-44", "LB-19", editions=BOTH)
def test_a_result_out_of_range_can_be_debugged_too(edition: str) -> None:
    told = resolved(own_arithmetic(edition), {"ada": "A4x 10"}, "debug", Program.read("A1+ 56"))
    assert seat(told).value == 56


@rule("LB-44")
@cases("debug_for, program", (("range",), "A1+ 57"), (("value",), "A4x 10"))
def test_an_edition_may_allow_to_debug_one_kind_of_mistake(debug_for: Any, program: str) -> None:
    """D11: each text names one of the two."""
    told = resolved(own_arithmetic("english", debug_for=debug_for), {"ada": program})
    assert told[-1] == "Ada loses line 1 and all lines below it."


@rule("LB-44", "LB-14", editions=BOTH)
def test_rows_that_were_announced_have_used_their_components(edition: str) -> None:
    """Each component may be used only once, also in rows that are written again."""
    state = own_arithmetic(edition, reuse=False)
    wrong = {"ada": "A1+ 56, B2+ 77"}
    with pytest.raises(AnswerError, match="Line 1: A1 is already used"):
        resolved(state, wrong, "debug", Program.read("A1+ 57"))
    assert seat(resolved(state, wrong, "debug", Program.read("B2+ 76"))).value == 76


@pytest.mark.parametrize("seed", range(20))
def test_chance_does_not_use_them_again_either(seed: int) -> None:
    state = own_arithmetic("japanese", reuse=False)
    question = write_rows(state, "ada", Program.read("A1+ 56, B2- 36").instructions)
    assert question.problem(question.compose(Chance(seed).pick)) is None


@rule("LB-44", "LB-21")
def test_who_debugs_sees_no_more_than_before() -> None:
    """Neither the piles nor a target that lies face down."""
    state = own_arithmetic("english", targets={"babbage": 24})
    (question,) = next(debug(state.with_sheet("ada", columns=(Column(55),)), "ada", 1))
    assert question.view == lovelace.GAME.seen_by(question.view, "ada")
    assert question.view.player("babbage").plan.targets == (None,)


@rule("LB-44", "LB-31", editions=BOTH)
def test_what_is_written_anew_fits_into_the_rows_that_are_left(edition: str) -> None:
    anew = Program.read("A1+ 57")
    told = resolved(own_arithmetic(edition), {"ada": "A1+ 56, A1+ 99"}, "debug", anew)
    assert seat(told).value == 57
    state = told.state.with_plan("ada", rows=1)
    with pytest.raises(AnswerError, match="Remove line 2"):
        resolved(state, {"ada": "A1+ 99"}, "debug", Program.read("A1+ 58, A1+ 59"))
