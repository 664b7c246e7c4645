"""Test the programs and the player order of Lovelace & Babbage. [LB-14, LB-30 … LB-34]"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from itertools import starmap
from typing import Any

import pytest
from msgspec.structs import replace

from teachkit.core.language.instructions import Card, Instruction, InstructionSet
from teachkit.core.language.program import Program
from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, Unfinished
from teachkit.core.run.trace import record
from teachkit.errors import ProgramError
from teachkit.games import lovelace
from teachkit.games.lovelace.components import part
from teachkit.games.lovelace.editions import CHARACTERS
from teachkit.games.lovelace.match import program_phase
from teachkit.games.lovelace.programs import write_rows
from teachkit.games.lovelace.state import State

from .machines import BOTH, machine, moment, resolved, seat, story, values, wrong
from .rules import Told, cases, refused, rule


def handed_in(state: State, programs: Mapping[str, str | Unfinished]) -> Told:
    """The program phase when programs are handed in, in this order."""
    read = {
        name: Program.read(rows) if isinstance(rows, str) else rows
        for name, rows in programs.items()
    }
    trace = record(program_phase(state), state, lambda *_: list(starmap(Answer, read.items())))
    told = Told(trace.story().splitlines())
    told.state = trace.final
    return told


def three(edition: str) -> State:
    return moment(edition, {"ada": 55, "babbage": 40, "somerville": 10})


# Rows ------------------------------------------------------------------------------------------


@rule("LB-30")
def test_a_row_is_a_cell_an_operator_and_a_value() -> None:
    assert part("C2+") == ("C2", "+")
    program = Program.read("C2+ 61, B4swap 16, A1-", lovelace.GAME.instructions)
    assert program.instructions[0] == Instruction("C2+", ("61",))
    assert program.instructions[2] == Instruction("A1-")


@rule("LB-30")
def test_a_program_reads_as_python_too() -> None:
    text = "a1_add()\na4_multiply('54')\nb4_swap()"
    program = Program.from_python(text, lovelace.GAME.instructions)
    assert str(program) == "A1+, A4x 54, B4swap"
    assert program.to_python(lovelace.GAME.instructions) == text


@rule("LB-30", editions=BOTH)
def test_all_write_at_once_and_each_on_the_own_register(edition: str) -> None:
    told = handed_in(three(edition), {"ada": "A1+", "babbage": "A1+", "somerville": "A1+"})
    starts = [player.sheet.columns[-1].start for player in told.state.players]
    assert starts == [55, 40, 10]


@rule("LB-30", editions=BOTH)
def test_for_beginners_the_values_are_filled_in(edition: str) -> None:
    told = resolved(moment(edition), {"ada": "B2+, A3+ 80"})
    assert seat(told).sheet.columns[-1].values == (75, 80)


@rule("LB-30")
@cases("text", "A1+ 56", "B4swap 55", "A3- 50", "A3- 050")
def test_a_right_value_may_stand_behind_a_row(text: str) -> None:
    assert wrong(machine(), text) == []


@rule("LB-30")
@cases(
    "text, says",
    ("A1+ 57", "Line 1: the result is 56, not 57."),
    ("A1+, A1+ 60", "Line 2: the result is 57, not 60."),
    ("A1+ 156", 'Line 1: write a number from 0 to 99, not "156".'),
    ("A1+ many", 'Line 1: write a number from 0 to 99, not "many".'),
)
def test_a_wrong_value_is_told_to_a_beginner(text: str, says: str) -> None:
    assert wrong(machine(edition="japanese"), text) == [says]


@rule("LB-30", "LB-44")
def test_who_does_the_own_arithmetic_is_not_told() -> None:
    state = machine(edition="japanese", fills_in=False)
    assert wrong(state, "A1+ 57, A4x 14") == []
    assert wrong(state, "A1+ 157") == ['Line 1: write a number from 0 to 99, not "157".']


@rule("LB-31", editions=BOTH)
def test_five_rows_at_most(edition: str) -> None:
    five = ", ".join(["A1+"] * 5)
    assert wrong(machine(edition=edition), five) == []
    says = "Remove line 6. You may write only 5 lines."
    assert wrong(machine(edition=edition), f"{five}, A1+") == [says]


@rule("LB-31")
def test_a_start_may_allow_other_numbers_of_rows() -> None:
    assert wrong(machine(row_limit=1), "A1+, A1+") == ["Remove line 2. You may write only 1 line."]
    assert wrong(machine(row_limit=7), ", ".join(["A1+"] * 7)) == []


@rule("LB-31")
def test_all_that_is_wrong_is_told_and_each_names_its_row() -> None:
    assert wrong(machine(row_limit=2), "C1+, A1x, A1+") == [
        "Remove line 3. You may write only 2 lines.",
        "Line 1: there is no component in C1.",
        'Line 2: the component in A1 is +-1, which has no "x".',
    ]


@rule("LB-32", editions=BOTH)
def test_a_program_may_be_empty(edition: str) -> None:
    told = handed_in(three(edition), {"ada": "", "babbage": "A1+", "somerville": ""})
    assert "Ada has written 0 lines and takes marker 1." in told
    assert resolved(moment(edition), {"ada": "", "babbage": ""}) == []


@rule("LB-14")
def test_an_edition_may_forbid_to_use_a_component_again() -> None:
    state = machine()
    state = replace(state, rules=dataclasses.replace(state.rules, reuse=False))
    assert wrong(state, "A1+, A1-") == ["Line 2: A1 is already used."]
    assert wrong(state, "A1+, A2+") == []
    for seed in range(50):
        program = write_rows(state, "ada").compose(Chance(seed).pick)
        assert wrong(state, str(program)) == []


# Loops are not in the board game ---------------------------------------------------------------


@cases(
    "text, says",
    ("2x(A1+)", "This deck has no ×2 card."),
    ("2x(2x(A1+))", "This deck does not allow a loop inside a loop."),
    ("2x()", "A loop needs at least one card inside."),
    ("while on(A1+)", "This deck has no while or if."),
)
def test_the_board_game_has_no_loops(text: str, says: str) -> None:
    assert says in wrong(machine(), text)


def test_a_teaching_edition_has_loops() -> None:
    state = machine(edition="loops")
    assert wrong(state, "3x(2x(A1+), A2+)") == wrong(state, "5x(B1+)") == []
    assert values(state, "3x(A1+)") == [56, 57, 58]
    assert values(state, "5x(B1+)") == [65, 75, 85, 95, 95]


# Markers ---------------------------------------------------------------------------------------


@rule("LB-33", "LB-7", editions=BOTH)
def test_the_order_of_finishing_is_the_order_of_the_markers(edition: str) -> None:
    told = handed_in(three(edition), {"somerville": "A1+", "ada": "A1+, A1+", "babbage": ""})
    assert told[-3:] == [
        "Somerville has written 1 line and takes marker 1.",
        "Ada has written 2 lines and takes marker 2.",
        "Babbage has written 0 lines and takes marker 3.",
    ]
    assert told.state.table.order == ("somerville", "ada", "babbage")


@rule("LB-34", editions=BOTH)
def test_a_row_without_its_value_does_not_count(edition: str) -> None:
    """Nor does what is below it; nothing of it can be debugged."""
    told = resolved(moment(edition, fills_in=False), {"ada": "A1+ 56, A1+, A1+ 58"})
    assert told == [
        "55 + 1 = 56.",
        "Ada announces 56 in line 1.",
        "Skipped: no value is written after this line.",
        "Ada loses line 2 and all lines below it.",
    ]
    assert seat(told).value == 56


@rule("LB-30")
@cases("arguments", ("56", "57"), ("5.6",), ("560",), ("1" * 5000,), ("",))
def test_behind_a_row_stands_one_number(arguments: tuple[str, ...]) -> None:
    """However it was read: a match takes programs from strategies and from saves."""
    program = Program((Instruction("A1+", arguments),))
    says = write_rows(machine(edition="japanese", fills_in=False), "ada").problem(program)
    assert str(says).startswith("Line 1: write a number from 0 to 99, not")


@rule("LB-34")
def test_an_unfinished_program_may_be_handed_in() -> None:
    """A program is used as it is when time is up."""
    state = machine(edition="japanese", fills_in=False)
    assert wrong(state, "A1+ 56, A1+") == []
    says = "Skipped: no value is written after this line."
    assert story(state, "A1+ 56, A1+")[-1] == says


@rule("LB-34", editions=BOTH)
def test_who_is_not_finished_follows_in_seat_order_left_of_the_first(edition: str) -> None:
    """However the unfinished programs come in; their rows count as they stand."""
    state = moment(edition, dict.fromkeys(CHARACTERS, 55))
    answers = {
        "babbage": Unfinished(Program()),
        "somerville": "A1+",
        "ada": Unfinished(Program.read("A1+, A1+")),
        "menabrea": Unfinished(Program()),
    }
    told = handed_in(state, answers)
    assert told[-4:] == [
        "Somerville has written 1 line and takes marker 1.",
        "Time is up. Menabrea has written 0 lines and takes marker 2.",
        "Time is up. Ada has written 2 lines and takes marker 3.",
        "Time is up. Babbage has written 0 lines and takes marker 4.",
    ]
    assert told.state.table.order == ("somerville", "menabrea", "ada", "babbage")
    assert len(seat(told).sheet.columns[-1].rows) == 2


@rule("LB-34", editions=BOTH)
def test_when_nobody_is_finished_the_first_seat_is_the_first(edition: str) -> None:
    answers = dict.fromkeys(("somerville", "babbage", "ada"), Unfinished(Program()))
    assert handed_in(three(edition), answers).state.table.order == ("ada", "babbage", "somerville")


@rule("LB-34")
def test_an_unfinished_program_is_saved_and_judged_like_any_other() -> None:
    question = write_rows(machine(), "ada")
    unfinished = Unfinished(Program.read("A1+, B2+"))
    assert question.from_json(question.to_json(unfinished)) == unfinished
    assert question.problem(unfinished) is None
    assert (
        question.problem(Unfinished(Program.read("A1x")))
        == 'Line 1: the component in A1 is +-1, which has no "x".'
    )


# Programs by chance ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_a_program_by_chance_may_always_be_written(seed: int) -> None:
    for fills_in in (True, False):
        view = machine(seed, edition="japanese", fills_in=fills_in)
        decision = write_rows(view, "ada")
        assert decision.problem(decision.compose(Chance(seed).pick)) is None


def test_no_rows_are_made_up_where_none_is_possible() -> None:
    decision = write_rows(machine(99, engine="A +1"), "ada")
    assert decision.compose(lambda options: options[-1]) == Program()


# Arguments that may be left out ----------------------------------------------------------------


def test_a_card_may_have_an_argument_that_can_be_left_out() -> None:
    deck = InstructionSet([Card("C2+", "+", "Add", "", arguments=((),), optional=1)])
    for text in ("C2+", "C2+ 61"):
        assert str(Program.read(text, deck)) == text
    assert 'Put a comma after "C2+"' in refused(ProgramError, Program.read, "C2+ 61 62", deck)


def test_an_argument_that_is_needed_may_not_be_left_out() -> None:
    choices: Any = (("left", "right"), ("soon",))
    deck = InstructionSet([Card("shove", "→", "Shove", "", arguments=choices, optional=1)])
    assert Program.read("shove left", deck)
    with pytest.raises(ProgramError, match='After "shove", write one of: left / right'):
        Program.read("shove", deck)
    with pytest.raises(ProgramError, match='After "shove", write one of: soon'):
        Program.read("shove left later", deck)
