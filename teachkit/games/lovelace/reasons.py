"""Why a row does nothing, or may not be written: the same words for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from teachkit.games.lovelace.components import MOST, Component, number_in
from teachkit.games.lovelace.pieces import Player
from teachkit.words import say, translate

SIGNS = {"+": "+", "-": "−", "x": "×", "/": "÷"}


def called(player: str) -> str:
    """How sentences name a player."""
    return translate(player).capitalize()


def sum_of(operator: str, value: int, number: int) -> str:
    """The arithmetic of a row, without its result: `55 + 20`."""
    return f"{value} {SIGNS[operator]} {number}"


@dataclass(frozen=True, slots=True)
class NoComponent:
    """There is nothing in the cell."""

    cell: str

    def __str__(self) -> str:
        return say("no component lies on {cell}", cell=self.cell)


@dataclass(frozen=True, slots=True)
class NoOperator:
    """The component does not offer this operator; `printed` is what it shows."""

    cell: str
    operator: str
    printed: str

    def __str__(self) -> str:
        return say('{cell} shows {printed}, not "{operator}"',
                   cell=self.cell, printed=self.printed, operator=self.operator)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Jam:
    """A subroutine of somebody else has put the component out of use."""

    cell: str

    def __str__(self) -> str:
        return say("{cell} is jammed in this round", cell=self.cell)


@dataclass(frozen=True, slots=True)
class OutOfRange:
    """The result is not a two-digit number. [LB-19]"""

    kind: ClassVar[str] = "range"
    operator: str
    before: int
    number: int
    after: int

    def __str__(self) -> str:
        arithmetic = sum_of(self.operator, self.before, self.number)
        return say("{arithmetic} is {after}, and only 0 to {most} fit",
                   arithmetic=arithmetic, after=self.after, most=MOST)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WrongValue:
    """The value that was written is not the result."""

    kind: ClassVar[str] = "value"
    written: str
    after: int

    def __str__(self) -> str:
        return say("the result is {after}, not {written}", after=self.after, written=self.written)


@dataclass(frozen=True, slots=True)
class NoValue:
    """The row was not finished: there is no value behind it. [LB-34]"""

    def __str__(self) -> str:
        return say("no value is written behind this row")


@dataclass(frozen=True, slots=True)
class Void:
    """A row above was wrong. [D13]"""

    def __str__(self) -> str:
        return say("this row does not count after the mistake above")


def hindrance(
    component: Component | None, player: Player, cell: str, operator: str
) -> NoComponent | NoOperator | Jam | None:
    """Why this operator of a cell cannot be used now; `None` if it can. [LB-11, LB-13]

    `component` is what lies there.
    """
    if component is None:
        return NoComponent(cell)
    if cell in player.plan.jammed:
        return Jam(cell)
    if operator not in component.operators:
        return NoOperator(cell, operator, str(component))
    return None


def mistake_in(
    component: Component, operator: str, before: int, after: int, written: str | None, must: bool
) -> OutOfRange | WrongValue | NoValue | None:
    """What is wrong with a row that was written: its result, or the value behind it."""
    if not 0 <= after <= MOST:
        return OutOfRange(operator, before, component.number, after)
    if written is None:
        return NoValue() if must else None
    if number_in(written) != after:
        return WrongValue(written, after)
    return None
