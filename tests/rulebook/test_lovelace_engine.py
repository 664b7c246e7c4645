"""Test the engine and each operation of Lovelace & Babbage. [LB-10 … LB-20]"""

from __future__ import annotations

import pytest

from teachkit.core.game.game import run
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.draw.lovelace import cards
from teachkit.errors import BoardError
from teachkit.games import lovelace
from teachkit.games.lovelace import Setup, vocabulary
from teachkit.games.lovelace.cards import printed_engine, tokens
from teachkit.games.lovelace.components import MOST, Component, Engine
from teachkit.games.lovelace.programs import usable

from .machines import BOTH, after, machine, story, values, wrong
from .rules import cases, refused, rule

# The board -------------------------------------------------------------------------------------


@rule("LB-10")
def test_cells_are_letters_and_digits() -> None:
    state = machine(engine="A . +-3 . .\nE . . . =7")
    assert [cell for cell, _ in state.engine.components] == ["A2", "E4"]
    assert after(state, "A2+, A2+, E4set, A2-") == 4


@rule("LB-10")
@cases("cell", "F1", "A5", "A0", "S1", "1A")
def test_there_are_no_other_cells(cell: str) -> None:
    with pytest.raises(BoardError, match="Places go from A1 to E4"):
        Setup(edition="machine", components={cell: "+-1"}).state()


@rule("LB-11", editions=BOTH)
def test_the_first_round_has_two_rows(edition: str) -> None:
    state = Setup(edition=edition).state()
    assert str(state.engine).splitlines() == [
        "A  +-1         +-2         +-5         x/2",
        "B  +-10        +-20        +-50        swap",
    ]
    assert wrong(state, "A1+, C1+") == ["Line 2: there is no component in C1."]


@rule("LB-11")
def test_a_cell_without_a_component_does_nothing() -> None:
    told = ["Skipped: there is no component in B1.", "55 + 1 = 56."]
    assert story(machine(engine="A +-1"), "B1+, A1+") == told


@rule("LB-12", editions=BOTH)
def test_what_is_printed_on_the_board(edition: str) -> None:
    printed = [str(component) for _, component in Setup(edition=edition).state().engine.components]
    assert sorted(printed) == ["+-1", "+-10", "+-2", "+-20", "+-5", "+-50", "swap", "x/2"]


@rule("LB-12")
def test_the_printed_components_reach_every_number_in_three_rows() -> None:
    reached = {55}
    for _ in range(3):
        reached |= {
            after
            for value in reached
            for _, component in printed_engine().components
            for operator in component.operators
            if 0 <= (after := component.result(operator, value)) <= MOST
        }
    assert reached == set(range(MOST + 1))


@rule("LB-13")
@cases(
    "printed, cards",
    ("+-7", ["A1+", "A1-"]),
    ("x/3", ["A1x", "A1/"]),
    ("+-x/2", ["A1+", "A1-", "A1x", "A1/"]),
    ("+11", ["A1+"]),
    ("-x4", ["A1-", "A1x"]),
    ("swap", ["A1swap"]),
    ("copy-tens", ["A1copy"]),
    ("=33", ["A1set"]),
)
def test_a_component_offers_what_is_printed_on_it(printed: str, cards: list[str]) -> None:
    state = machine(engine=f"A {printed}")
    assert [card.name for card in vocabulary(state)] == cards
    assert [str(card) for card in usable(state, state.players[0])] == cards


@rule("LB-13")
def test_another_operator_cannot_be_used() -> None:
    state = machine(engine="A +-1")
    assert wrong(state, "A1x") == ['Line 1: the component in A1 is +-1, which has no "x".']
    assert story(state, "A1x") == ['Skipped: the component in A1 is +-1, which has no "x".']


@rule("LB-13")
def test_the_cards_tell_what_lies_there() -> None:
    (add, _, copy, units, put) = vocabulary(machine(engine="A +-37 copy-tens copy-units =8"))
    assert (add.symbol, add.label) == ("+37", "Add 37 (A1)")
    assert (copy.symbol, copy.label) == ("→", "Copy the tens (A2)")
    assert (units.symbol, units.help) == ("←", "Replace the tens digit with the units digit.")
    assert (put.symbol, put.label, put.function) == ("=8", "Set to 8 (A4)", "a4_set")


@rule("LB-14", editions=BOTH)
def test_a_component_may_be_used_again(edition: str) -> None:
    state = machine(10, edition=edition)
    assert wrong(state, "B2+, B2+, B2+") == []
    assert after(state, "B2+, B2+, B2+") == 70


# What operations do ----------------------------------------------------------------------------


@rule("LB-15")
@cases(
    "row, sentence",
    ("B2+", "55 + 20 = 75."),
    ("A3-", "55 − 5 = 50."),
    ("A4/", "55 ÷ 2 = 27. The remainder is dropped."),
)
def test_arithmetic_is_told(row: str, sentence: str) -> None:
    assert story(machine(), row) == [sentence]


@rule("LB-15")
def test_multiplication_and_a_division_without_remainder() -> None:
    assert story(machine(24), "A4x, A4/") == ["24 × 2 = 48.", "48 ÷ 2 = 24."]


@rule("LB-15")
@pytest.mark.parametrize("value", range(MOST + 1))
def test_a_remainder_is_dropped(value: int) -> None:
    assert after(machine(value), "A4/") == value // 2


@rule("LB-15", "LB-16")
@cases(
    "start, program, expected",
    (55, "B2+, A3+, A1+, B4swap, B2+", [75, 80, 81, 18, 38]),
    (55, "A1-, A4/, B1+", [54, 27, 37]),
    (55, "A4/, A1-", [27, 26]),
    (72, "A2-", [70]),
    (5, "B4swap", [50]),
)
def test_examples_that_are_published(start: int, program: str, expected: list[int]) -> None:
    assert values(machine(start), program) == expected


@rule("LB-16")
@cases("before, result", (37, 73), (55, 55), (50, 5), (5, 50), (0, 0))
def test_swap_lets_the_digits_change_places(before: int, result: int) -> None:
    assert after(machine(before), "B4swap") == result


@rule("LB-16")
def test_swap_twice_changes_nothing() -> None:
    assert [after(machine(value), "B4swap, B4swap") for value in range(100)] == list(range(100))


@rule("LB-16")
def test_swap_is_told_with_both_digits() -> None:
    assert story(machine(5), "B4swap") == ["The digits swap places: 05 becomes 50."]


@rule("LB-17")
@cases(
    "component, result, sentence",
    ("copy-tens", 33, "The tens digit replaces the units digit: 37 becomes 33."),
    ("copy-units", 77, "The units digit replaces the tens digit: 37 becomes 77."),
)
def test_the_token_says_which_digit_is_copied(component: str, result: int, sentence: str) -> None:
    state = machine(37, engine=f"A {component}")
    assert after(state, "A1copy") == result
    assert story(state, "A1copy") == [sentence]


@rule("LB-16", "LB-17")
@cases(
    "component, row, came_from",
    ("swap", "A1swap", ("units", "tens")),
    ("copy-tens", "A1copy", ("tens", "tens")),
    ("copy-units", "A1copy", ("units", "units")),
    ("+-1", "A1+", ("", "")),
    ("=33", "A1set", ("", "")),
)
def test_the_event_tells_which_digit_went_where(
    component: str, row: str, came_from: tuple[str, str]
) -> None:
    event = run(lovelace.GAME, machine(37, engine=f"A {component}"), row)[-1].event
    assert event.came_from == came_from


@rule("LB-18")
@cases("value", 0, 33, 55, 99)
def test_set_gives_its_number_whatever_was_there(value: int) -> None:
    state = machine(value, engine="A =33")
    assert after(state, "A1set") == 33
    assert story(state, "A1set") == ["The register is set to 33."]


@rule("LB-19", editions=BOTH)
@cases(
    "value, row, reason",
    (55, "A4x", "55 × 2 is 110, and the register only holds 0 to 99"),
    (3, "A3-", "3 − 5 is -2, and the register only holds 0 to 99"),
    (99, "A1+", "99 + 1 is 100, and the register only holds 0 to 99"),
)
def test_only_two_digits_fit(edition: str, value: int, row: str, reason: str) -> None:
    state = machine(value, edition=edition)
    assert wrong(state, row) == [f"Line 1: {reason}."]
    assert story(state, row) == [f"Skipped: {reason}."]
    assert after(state, row) == value


@rule("LB-19")
@cases("value, row, result", (98, "A1+", 99), (5, "A3-", 0))
def test_the_ends_of_the_range_belong_to_it(value: int, row: str, result: int) -> None:
    assert wrong(machine(value), row) == []
    assert after(machine(value), row) == result


@rule("LB-19")
def test_the_first_row_that_does_not_fit_is_named() -> None:
    says = "Line 3: 95 + 20 is 115, and the register only holds 0 to 99."
    assert wrong(machine(edition="japanese"), "B2+, B2+, B2+, B2+") == [says]


@rule("LB-19")
@cases("row", "A4x", "A1+ 57", "A1+ 560")
def test_in_an_exercise_such_a_row_may_be_written_and_the_rows_below_still_run(row: str) -> None:
    assert wrong(machine(), f"{row}, A1+") == []
    assert values(machine(), f"{row}, A1+") == [55, 56]


@rule("LB-19", "LB-44", editions=BOTH)
def test_in_the_printed_editions_the_rows_below_are_void(edition: str) -> None:
    says = "Skipped: lines after a mistake do not count."
    assert story(machine(edition=edition), "A4x, A1+")[1] == says


@rule("LB-20")
def test_no_component_divides_by_0() -> None:
    for text in ("x/0", "/0"):
        assert "divides by 0. Use a different number" in refused(BoardError, Component.read, text)
    assert all(
        token.number for pile in tokens().values() for token in pile if "/" in token.operators
    )


@cases("text", "", "7", "+", "+-100", "copy", "=x", "swap 3", "*2")
def test_what_is_no_component_is_told(text: str) -> None:
    with pytest.raises(BoardError, match=r"is not a component. Write \+-37, x/2, swap or =33\."):
        Component.read(text)


@rule("LB-13")
def test_a_token_has_the_colour_of_its_kind() -> None:
    words = ["+-3", "x/2", "swap", "copy-tens", "=33"]
    colours = ["white", "yellow", "green", "green", "blue"]
    for word, colour in zip(words, colours, strict=True):
        fills = [shape.fill for shape in cards.component(Component.read(word))]
        assert cards.SPRITES.colour(f"token-{colour}") in fills


def test_an_engine_reads_what_it_draws() -> None:
    for drawing in ("A +-1 . x/2 .", "B swap\nE . . . =9", "C copy-tens copy-units +-x/3 /7"):
        engine = Engine.read(drawing)
        assert Engine.read(str(engine)) == engine


def test_a_name_that_no_card_has_is_told() -> None:
    (problem,) = lovelace.GAME.problems(machine(), "ada", Program((Instruction("jump"),)))
    assert str(problem) == 'Line 1: there is no card "jump".'
