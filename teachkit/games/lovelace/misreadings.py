"""Misreadings of the machine and its cards, most common first.

A misreading runs a line as if the component had a different number or operator, or as if the
register held a different number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from operator import truediv
from typing import Any, TypeAlias

from msgspec.structs import replace

from teachkit.core.game.game import Game, Misreading, Read
from teachkit.core.game.misreadings import ByCard, CardRule, happens, remembering
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame
from teachkit.core.run.trace import Trace
from teachkit.games.lovelace.components import ARITHMETIC, MOST, OPERATORS, Component, Engine, part
from teachkit.games.lovelace.events import RegisterSet
from teachkit.games.lovelace.state import State

Result: TypeAlias = Callable[[Component, str, int], int | None]
Printed: TypeAlias = Callable[[Component, str, str], tuple[Component, str]]

_OF_THE_OTHER_PLACE = {1: 10, 2: 20, 5: 50, 10: 1, 20: 2, 50: 5}
_OPPOSITE = {"+": "-", "-": "+"}
_SMALLER = {"x": "+", "/": "-"}
_EXACT: Mapping[str, Callable[[Any, int], Any]] = {**ARITHMETIC, "/": truediv}

# Kinds of misreadings --------------------------------------------------------------------------


def results(result: Result, *operators: str) -> Read:
    """Return a misreading in which lines with one of `operators` have wrong results.

    `result(component, operator, before)`, where `before` is the value of the register, returns the
    wrong result, or `None` if the learner gets the line right. If a wrong result is outside 0 to
    99, later lines with other operators calculate with it, too.
    """

    def rule(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
        cell, operator = part(card.name)
        component, before = state.engine.in_cells.get(cell), state.player(player).value
        other = None
        if not component or operator not in component.operators:
            return (yield from game.perform(state, player, card))
        if operator in operators:
            other = result(component, operator, before)
        elif not 0 <= before <= MOST:
            other = _toward_zero(component, operator, before)
        if other is None:
            return (yield from game.perform(state, player, card))
        return (yield from _becomes(game, state, player, cell, other))

    return ByCard(rule)


def out_of_range(change: Callable[[int], int]) -> Read:
    """Return a misreading in which a result outside 0 to 99 becomes `change(result)`.

    No line is skipped because of its result.
    """

    def result(component: Component, operator: str, before: int) -> int | None:
        after = _toward_zero(component, operator, before)
        return None if 0 <= after <= MOST else change(after)

    return results(result, *OPERATORS)


def _toward_zero(component: Component, operator: str, before: int) -> int:
    """Return the result of `operator`, with quotients rounded toward zero: −63 ÷ 2 is −31."""
    return int(before / component.number) if operator == "/" else component.result(operator, before)


def printed(read: Printed) -> Read:
    """Return a misreading of what is printed in the cells and on the cards.

    A line runs with the component and the operator that `read(component, operator, cell)` returns.
    """

    def rule(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
        cell, operator = part(card.name)
        component = state.engine.in_cells.get(cell)
        if not component:
            return (yield from game.perform(state, player, card))
        return (yield from _with(game, state, player, cell, *read(component, operator, cell)))

    return ByCard(rule)


def _with(
    game: Game[State], state: State, player: str, cell: str, component: Component, operator: str
) -> Flow[State]:
    """Run the line with `cell` and `operator` as if `component` were in the cell."""
    engine = Engine.of({**state.engine.in_cells, cell: component})
    card = Instruction(f"{cell}{operator}")
    after = yield from game.perform(replace(state, engine=engine), player, card)
    return replace(after, engine=state.engine)


def _becomes(game: Game[State], state: State, player: str, cell: str, value: int) -> Flow[State]:
    """Set the register to `value`, even if that is outside 0 to 99."""
    if 0 <= value <= MOST:
        component = Component("set", ("set",), value)
        return (yield from _with(game, state, player, cell, component, "set"))
    before = state.player(player).value
    state = state.with_value(player, value)
    yield Frame(RegisterSet(player, before, value), state)
    return state


# Ideas -----------------------------------------------------------------------------------------


def rounded_up(component: Component, operator: str, before: int) -> int:
    """Return the quotient rounded to the nearest integer, with halves rounded up."""
    return component.result("/", before + component.number // 2)


def one_digit_stays(component: Component, operator: str, before: int) -> int | None:
    """Return a one-digit `before` unchanged, as if it could not be swapped; otherwise, `None`."""
    return before if before < 10 else None


def times_first(game: Game[State], state: State, program: Program) -> Trace | None:
    """Run `program` as if × multiplied only the number just added, as in 55 + 10 × 2.

    Return the trace, or `None` if no multiplication follows an addition or subtraction.
    """
    row = list(program.body)
    for place, (card, times) in enumerate(pairwise(row)):
        if not (isinstance(card, Instruction) and isinstance(times, Instruction)):
            continue
        adds, cell = part(card.name).operator in _OPPOSITE, part(times.name).cell
        component = state.engine.in_cells.get(cell)
        if adds and component and part(times.name).operator == "x":
            row[place + 1 : place + 2] = [card] * (component.number - 1)
            return happens(game, state, Program(tuple(row)))
    return None


def from_the_first_number() -> CardRule:
    """Return a rule that starts every line from the register's value at the program's start."""
    first: list[str] = []

    def rule(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
        first.append(game.whereabouts(state, player))
        return game.perform(game.placed(state, player, first[0]), player, card)

    return rule


def other_place(component: Component, operator: str, cell: str) -> tuple[Component, str]:
    """Confuse units and tens when adding and subtracting, as in +10 instead of +1."""
    if operator in _OPPOSITE:
        number = _OF_THE_OTHER_PLACE.get(component.number, component.number)
        component = replace(component, number=number)
    return component, operator


def column_for_number(component: Component, operator: str, cell: str) -> tuple[Component, str]:
    """Take the column of `cell` for the number of `component`, if it has a number."""
    number = int(cell[1]) if component.number else 0
    return replace(component, number=number), operator


def times_as_plus(component: Component, operator: str, cell: str) -> tuple[Component, str]:
    """Take ×2 for +2, and ÷2 for −2."""
    if operator not in _SMALLER:
        return component, operator
    return replace(component, operators=("+", "-")), _SMALLER[operator]


def no_carry(component: Component, operator: str, before: int) -> int:
    """Return the result of calculating tens and units separately, without carrying."""
    numbers = divmod(component.number, 10) if operator == "+" else (component.number,) * 2
    tens, units = _by_digit(component, operator, before, numbers)
    return 10 * (tens % 10) + units % 10


def _by_digit(
    component: Component, operator: str, before: int, numbers: tuple[int, int]
) -> Iterator[int]:
    """Yield the result for the tens digit of `before`, then the result for the units digit.

    `numbers` are the component's numbers for the tens digit and the units digit.
    """
    for number, digit in zip(numbers, divmod(before, 10), strict=True):
        yield replace(component, number=number).result(operator, digit)


def smaller_from_larger(component: Component, operator: str, before: int) -> int:
    """Return the result of subtracting the smaller digit from the larger one in each place."""
    tens, units = map(abs, _by_digit(component, "-", before, divmod(component.number, 10)))
    return 10 * tens + units


def nothing_lost() -> CardRule:
    """Return a rule that keeps the fraction dropped by a division and adds it in the next line.

    The register does not show the fraction.
    """
    dropped = Fraction(0)

    def rule(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
        nonlocal dropped
        cell, operator = part(card.name)
        component = state.engine.in_cells.get(cell)
        value, dropped = state.player(player).value + dropped, Fraction(0)
        if component and operator in _EXACT:
            exact = _EXACT[operator](value, component.number)
            fits = 0 <= exact <= MOST
            dropped = (exact if fits else value) % 1
            if fits:
                return (yield from _becomes(game, state, player, cell, int(exact)))
        return (yield from game.perform(state, player, card))

    return rule


def remainder(component: Component, operator: str, before: int) -> int:
    """Return the remainder of the division, which the learner takes for the result."""
    return before - component.result("x", component.result("/", before))


def wrong_way_round(component: Component, operator: str, before: int) -> int | None:
    """Return the result with the operands reversed, such as 10 − 55 or 2 ÷ 20.

    Return `None` if the register holds 0, because division by 0 has no result.
    """
    if not before:
        return None
    return _toward_zero(replace(component, number=before), operator, component.number)


def plus_and_minus(game: Game[State], state: State, player: str, card: Instruction) -> Flow[State]:
    """Run a plus as a minus, and a minus as a plus."""
    cell, operator = part(card.name)
    return game.perform(state, player, Instruction(f"{cell}{_OPPOSITE.get(operator, operator)}"))


MISREADINGS = (
    Misreading("rounded up", "Division drops the remainder. The result is never rounded up.",
               "lesson 10", results(rounded_up, "/")),
    Misreading("one digit is not swapped",
               "A one-digit number has a 0 in front: swap turns 05 into 50.",
               "lesson 10", results(one_digit_stays, "swap")),
    Misreading("only what was added is multiplied",
               "The whole number in the register is multiplied, not only the part you added.",
               "lesson 03", times_first),
    Misreading("from the first number", "Each line starts with the number from the line above.",
               "lesson 03", remembering(from_the_first_number)),
    Misreading("three digits",
               "A line is skipped if its result has three digits or is below 0.",
               "lesson 10", out_of_range(lambda result: result)),
    Misreading("stops at the end",
               "If a result does not fit, it does not become 99. The line is skipped.",
               "lesson 10", out_of_range(lambda result: min(max(result, 0), MOST))),
    Misreading("wraps round",
               "If a result does not fit, the line is skipped. Numbers never restart at 0.",
               "lesson 10", out_of_range(lambda result: result % (MOST + 1))),
    Misreading("tens and units mixed",
               "Adding 10 changes the tens digit. Adding 1 changes the units digit.",
               "lesson 10", printed(other_place)),
    Misreading("column for number",
               "A4 is a place: row A, column 4. The number is printed on the component.",
               "lesson 10", printed(column_for_number)),
    Misreading("nothing carried", "Ten ones make one ten. Carry it over to the tens.",
               "lesson 10; digits worked out alone: Brown & Burton 1978",
               results(no_carry, "+", "x")),
    Misreading("smaller from larger",
               "Always subtract the bottom digit, even if it is larger than the top one.",
               "lesson 10; Brown & Burton 1978", results(smaller_from_larger, "-")),
    Misreading("nothing is lost",
               "A remainder that was dropped does not come back when you multiply.",
               "lesson 11", remembering(nothing_lost)),
    Misreading("times as plus", "Times 2 doubles the number. Plus 2 only adds 2.",
               "lesson 03", printed(times_as_plus)),
    Misreading("remainder for result",
               "Dividing tells you how many times a number fits, not what is left over.",
               "lesson 11", results(remainder, "/")),
    Misreading("operands the wrong way round", "The register comes first: 55 − 10, not 10 − 55.",
               "lesson 10", results(wrong_way_round, "-", "/")),
    Misreading("swap as a change of sign",
               "Swap changes the order of the digits. It does not make the number negative.",
               "lesson 10", results(lambda component, operator, before: -before, "swap")),
    Misreading("plus and minus mixed",
               "Look at the symbol after the place: + adds and − subtracts.",
               "lesson 10", ByCard(plus_and_minus)),
)  # fmt: skip
