"""How the machine and its cards are misread, the commonest idea first.

Whatever somebody believes of a row, a component works it out: with another number printed on it,
another operator, or from another number in the register.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from teachkit.core.game.game import Game, Misreading
from teachkit.core.game.misreadings import ByCard, CardRule, by_program, happens, remembering
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.events import Frame
from teachkit.core.run.flow import Flow
from teachkit.core.run.trace import Trace
from teachkit.games.lovelace.components import MOST, Component, Engine, part
from teachkit.games.lovelace.events import RegisterSet
from teachkit.games.lovelace.goals import placed
from teachkit.games.lovelace.state import State

Printed = Callable[[Component, str, str], Component]
Value = Callable[[Component, str, int], int | None]

_OF_THE_OTHER_PLACE = {1: 10, 2: 20, 5: 50, 10: 1, 20: 2, 50: 5}
_OPPOSITE = {"+": "-", "-": "+"}


def printed(read: Printed) -> CardRule:
    """Something else is read on a cell: `read(component, operator, cell)`."""

    def rule(game: Game, state: State, player: str, card: Instruction) -> Flow[Any]:
        cell, operator = part(card.name)
        component = state.engine.in_cells.get(cell)
        if not component:
            return (yield from game.perform(state, player, card))
        component = read(component, operator, cell)
        return (yield from _with(game, state, player, cell, component, operator))

    return rule


def worked_out(value: Value) -> CardRule:
    """A row gives another number, `value(component, operator, before)`; `None`: the right one."""

    def rule(game: Game, state: State, player: str, card: Instruction) -> Flow[Any]:
        cell, operator = part(card.name)
        component, before = state.engine.in_cells.get(cell), state.player(player).value
        other = value(component, operator, before) if component else None
        if other is None:
            return (yield from game.perform(state, player, card))
        return (yield from _becomes(game, state, player, cell, other))

    return rule


def _with(
    game: Game, state: State, player: str, cell: str, component: Component, operator: str
) -> Flow[Any]:
    """A row as it would be with this component in its cell."""
    engine = Engine.of({**state.engine.in_cells, cell: component})
    card = Instruction(f"{cell}{operator}")
    after = yield from game.perform(replace(state, engine=engine), player, card)
    return replace(after, engine=state.engine)


def _becomes(game: Game, state: State, player: str, cell: str, value: int) -> Flow[Any]:
    """The register shows this number now, whether or not it fits."""
    if 0 <= value <= MOST:
        component = Component("set", ("set",), value)
        return (yield from _with(game, state, player, cell, component, "set"))
    before = state.player(player).value
    state = placed(state, player, str(value))
    yield Frame(RegisterSet(player, before, value), state)
    return state


def rounded_up(component: Component, operator: str, before: int) -> int | None:
    """From a half on it counts for one more."""
    if operator != "/":
        return None
    return component.result("/", before + component.number // 2)


def what_remains(component: Component, operator: str, before: int) -> int | None:
    """The remainder is taken for what dividing gives."""
    if operator != "/":
        return None
    return before - component.result("x", component.result("/", before))


def without_end(component: Component, operator: str, before: int) -> int | None:
    """The register takes any number, with three digits or below 0."""
    after = component.result(operator, before)
    return None if 0 <= after <= MOST else after


def cut_off(component: Component, operator: str, before: int) -> int | None:
    """The register stops at its first or its last number."""
    after = component.result(operator, before)
    return None if 0 <= after <= MOST else min(max(after, 0), MOST)


def round_again(component: Component, operator: str, before: int) -> int | None:
    """Behind the last number comes the first one again, as on a clock."""
    after = component.result(operator, before)
    return None if 0 <= after <= MOST else after % (MOST + 1)


def one_digit_stays(component: Component, operator: str, before: int) -> int | None:
    """There is nothing to swap in a number of one digit."""
    return before if operator == "swap" and before < 10 else None


def other_sign(component: Component, operator: str, before: int) -> int | None:
    """Plus becomes minus."""
    return -before if operator == "swap" else None


def no_carry(component: Component, operator: str, before: int) -> int | None:
    """Each digit is worked out alone, and nothing is carried to the next."""
    if operator not in ("+", "x"):
        return None
    digits = divmod(before, 10)
    add = divmod(component.number, 10) if operator == "+" else (component.number,) * 2
    tens, units = (replace(component, number=number).result(operator, digit) % 10
                   for number, digit in zip(add, digits, strict=True))  # fmt: skip
    return 10 * tens + units


def smaller_from_larger(component: Component, operator: str, before: int) -> int | None:
    """In each place the smaller digit is taken from the larger one."""
    if operator != "-":
        return None
    tens, units = (abs(replace(component, number=number).result("-", digit))
                   for number, digit in zip(divmod(component.number, 10), divmod(before, 10),
                                            strict=True))  # fmt: skip
    return 10 * tens + units


def wrong_way_round(component: Component, operator: str, before: int) -> int | None:
    """The number on the cell stands first: 10 − 55, 2 ÷ 20."""
    if operator not in ("-", "/") or not before:
        return None
    return replace(component, number=before).result(operator, component.number)


def other_place(component: Component, operator: str, cell: str) -> Component:
    """Ones are taken for tens, and tens for ones."""
    if operator not in _OPPOSITE:
        return component
    number = _OF_THE_OTHER_PLACE.get(component.number, component.number)
    return replace(component, number=number)


def column_for_number(component: Component, operator: str, cell: str) -> Component:
    """The digit in the cell's name is taken for the number on it."""
    return replace(component, number=int(cell[1])) if component.number else component


def times_as_plus(game: Game, state: State, player: str, card: Instruction) -> Flow[Any]:
    """×2 is read as +2, and ÷2 as −2."""
    cell, operator = part(card.name)
    component = state.engine.in_cells.get(cell)
    if operator not in ("x", "/") or not component:
        return (yield from game.perform(state, player, card))
    component = replace(component, operators=("+", "-"))
    operator = "+" if operator == "x" else "-"
    return (yield from _with(game, state, player, cell, component, operator))


def plus_and_minus(game: Game, state: State, player: str, card: Instruction) -> Flow[Any]:
    """Plus and minus of a cell are taken for each other."""
    cell, operator = part(card.name)
    return game.perform(state, player, Instruction(f"{cell}{_OPPOSITE.get(operator, operator)}"))


def from_the_first_number() -> CardRule:
    """Each row is worked out from the number that was there before the first one."""
    first: list[str] = []

    def rule(game: Game, state: State, player: str, card: Instruction) -> Flow[Any]:
        first.append(game.whereabouts(state, player))
        return game.perform(game.placed(state, player, first[0]), player, card)

    return rule


def nothing_lost() -> CardRule:
    """What dividing drops comes back when the same cell multiplies next."""
    dropped: dict[str, int] = {}

    def rule(game: Game, state: State, player: str, card: Instruction) -> Flow[Any]:
        cell, operator = part(card.name)
        component, before = state.engine.in_cells.get(cell), state.player(player).value
        again = dropped.pop(cell, 0)
        dropped.clear()
        if component and operator == "x" and again:
            after = component.result("x", before) + again
            return (yield from _becomes(game, state, player, cell, after))
        if component and operator == "/":
            dropped[cell] = what_remains(component, operator, before) or 0
        return (yield from game.perform(state, player, card))

    return rule


def times_first(game: Game, state: State, program: Program) -> Trace | None:
    """Only what was just added is multiplied, as 55 + 10 × 2 would have it."""
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


def upward(program: Program) -> Program:
    """The rows are taken from the last to the first."""
    return Program(program.body[::-1])


MISREADINGS = (
    Misreading("rounded up", "Dividing drops the remainder: it is never rounded up.",
               "lesson 09", ByCard(worked_out(rounded_up))),
    Misreading("one digit is not swapped", "One digit has a 0 before it: swap makes 05 into 50.",
               "lesson 09", ByCard(worked_out(one_digit_stays))),
    Misreading("only what was added is multiplied",
               "All that is in the register is multiplied, not only what was added.",
               "lesson 03", times_first),
    Misreading("from the first number", "Each row goes on from the number of the row above.",
               "lesson 03", remembering(from_the_first_number)),
    Misreading("three digits", "A row is skipped where its number has three digits or is below 0.",
               "lesson 09", ByCard(worked_out(without_end))),
    Misreading("stops at the end", "A row that does not fit is skipped; it does not stop at 99.",
               "lesson 09", ByCard(worked_out(cut_off))),
    Misreading("wraps round", "A row that does not fit is skipped; nothing wraps round.",
               "lesson 09", ByCard(worked_out(round_again))),
    Misreading("tens and units mixed",
               "Adding 10 changes the tens digit, adding 1 the units digit.",
               "lesson 09", ByCard(printed(other_place))),
    Misreading("column for number", "A4 is a place: row A, column 4. Its number is printed on it.",
               "lesson 09", ByCard(printed(column_for_number))),
    Misreading("nothing carried", "Ten ones make one more ten: carry it to the tens.",
               "lesson 09; digits worked out alone: Brown & Burton 1978",
               ByCard(worked_out(no_carry))),
    Misreading("smaller from larger", "The lower digit is taken away, also where it is the larger.",
               "lesson 09; Brown & Burton 1978", ByCard(worked_out(smaller_from_larger))),
    Misreading("nothing is lost", "What dividing drops does not come back by multiplying.",
               "lesson 10", remembering(nothing_lost)),
    Misreading("times as plus", "Times 2 takes the number twice; plus 2 only adds 2.",
               "lesson 03", ByCard(times_as_plus)),
    Misreading("remainder for result", "Dividing tells how often it fits, not what remains.",
               "lesson 10", ByCard(worked_out(what_remains))),
    Misreading("operands the wrong way round", "The register comes first: 55 − 10, not 10 − 55.",
               "lesson 09", ByCard(worked_out(wrong_way_round))),
    Misreading("swap as a change of sign", "Swap changes the places of the digits, not a sign.",
               "lesson 09", ByCard(worked_out(other_sign))),
    Misreading("plus and minus mixed", "The sign behind the place counts: + adds, − takes away.",
               "lesson 09", ByCard(plus_and_minus)),
    Misreading("rows upward", "The uppermost row comes first; then go down row by row.",
               "lesson 10", by_program(upward)),
)  # fmt: skip
