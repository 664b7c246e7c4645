"""The engine: components in cells `A1` to `E4`, and the effect of their operators on a value.

A component is written in one word, as it is printed: `+-37`, `x/2`, `swap`, `copy-tens`,
`copy-units`, `=33`. The cells `S1` to `S4` hold components that one player has for a single round.
"""

from __future__ import annotations

import operator as arithmetic
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import NamedTuple

from msgspec import Struct

from teachkit.core.language.instructions import Instruction
from teachkit.core.strings import board_error, check_known

MOST = 99
CELL_WIDTH = 12
ROWS = "ABCDE"
TOKEN_ROWS = "CDE"
CELLS = tuple(f"{row}{column}" for row in ROWS for column in "1234")
OWN_CELLS = ("S1", "S2", "S3", "S4")
SIGNS = {"+": "+", "-": "−", "x": "×", "/": "÷", "swap": "⇄", "copy": "→", "set": "="}
"""Each operator, with the symbol that cards, tokens and sentences show for it."""
OPERATORS = tuple(SIGNS)
INSTRUCTION_NAMES = tuple(
    f"{cell}{operator}" for cell in (*CELLS, *OWN_CELLS) for operator in OPERATORS
)

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": arithmetic.add,
    "-": arithmetic.sub,
    "x": arithmetic.mul,
    "/": arithmetic.floordiv,
}
_COPIES = {"copy-tens": (11, 0), "copy-units": (0, 11)}
_PRINTED = re.compile(
    r"(?P<operators>[-+x/]{1,4}|=)(?P<number>[0-9]{1,2})|swap|copy-(?:tens|units)"
)
_WRITTEN = re.compile("0?[0-9]{1,2}")


class Component(Struct, frozen=True):
    """A component of the engine: the operators printed on it, and its number.

    >>> Component.read("+-37").result("-", 55)
    18
    >>> Component.read("copy-tens").result("copy", 37)
    33
    """

    kind: str
    operators: tuple[str, ...]
    number: int = 0

    @classmethod
    def read(cls, text: str) -> Component:
        """Return the component written as `text`. Raise `BoardError` if there is none.

        >>> Component.read("=33").kind, Component.read("x/2").operators
        ('set', ('x', '/'))
        """
        match = _PRINTED.fullmatch(text)
        if not match:
            raise board_error(
                '"{text}" is not a component. Write +-37, x/2, swap or =33.', text=text
            )
        if not match["operators"]:
            return cls(text, (text.partition("-")[0],))
        number = int(match["number"])
        if match["operators"] == "=":
            return cls("set", ("set",), number)
        operators = tuple(sorted(set(match["operators"]), key=OPERATORS.index))
        if number == 0 and "/" in operators:
            raise board_error('"{text}" divides by 0. Use a different number.', text=text)
        return cls("arithmetic", operators, number)

    def result(self, operator: str, value: int) -> int:
        """Return the register's value after `operator` is applied to `value`. [LB-15 … LB-18]

        The result may be outside 0 to 99.
        """
        if operator in ARITHMETIC:
            return ARITHMETIC[operator](value, self.number)
        if operator == "set":
            return self.number
        if operator == "swap":
            return digits_swapped(value)
        tens, units = divmod(value, 10)
        of_tens, of_units = _COPIES[self.kind]
        return of_tens * tens + of_units * units

    def __str__(self) -> str:
        if self.kind == "set":
            return f"={self.number}"
        if self.kind == "arithmetic":
            return f"{''.join(self.operators)}{self.number}"
        return self.kind


class Engine(Struct, frozen=True, cache_hash=True, dict=True):
    """An engine: pairs of a cell and its component. `str(engine)` is a drawing of the cells."""

    components: tuple[tuple[str, Component], ...] = ()

    @classmethod
    def read(cls, picture: str) -> Engine:
        """Return the engine drawn in `picture`, which has a line of text for each row of cells.

        A line contains the letter of the row and a word for each cell, which is `.` if the cell is
        empty. Raise `BoardError` if a row is drawn twice or a word is not a component.

        >>> print(Engine.read("A +-1 . x/2"))
        A  +-1         .           x/2         .
        """
        cells: dict[str, Component] = {}
        drawn: set[str] = set()
        for row, *words in filter(None, map(str.split, picture.splitlines())):
            if row in drawn:
                raise board_error("Row {row} is drawn twice. Draw each row once.", row=row)
            drawn.add(row)
            for column, word in enumerate(words, 1):
                if word != ".":
                    cells[f"{row}{column}"] = Component.read(word)
        return cls.of(cells)

    @classmethod
    def of(cls, cells: Mapping[str, Component]) -> Engine:
        """Return an engine with the components in `cells`.

        Raise `BoardError` for a cell that is not on the board.
        """
        check_cells(cells)
        return cls(tuple(sorted(cells.items())))

    @cached_property
    def in_cells(self) -> dict[str, Component]:
        return dict(self.components)

    @property
    def empty_row(self) -> str | None:
        """The letter of the uppermost empty row for tokens; `None` if all are filled. [LB-11]"""
        filled = {cell[0] for cell, _ in self.components}
        return next((row for row in TOKEN_ROWS if row not in filled), None)

    def with_row(self, row: str, components: Iterable[Component]) -> Engine:
        """Return a copy of the engine with `components` in `row`, from its first cell on."""
        new = {f"{row}{column}": component for column, component in enumerate(components, 1)}
        return Engine.of({**self.in_cells, **new})

    def __str__(self) -> str:
        lines = []
        for row in ROWS:
            words = [str(self.in_cells.get(f"{row}{column}", ".")) for column in "1234"]
            if set(words) != {"."}:
                cells = "".join(word.ljust(CELL_WIDTH) for word in words)
                lines.append(f"{row}  {cells.rstrip()}")
        return "\n".join(lines)


def check_cells(cells: Iterable[str]) -> None:
    """Raise `BoardError` if a name in `cells` is not that of a cell on the board. [LB-10]"""
    check_known('There is no place "{name}". Places go from A1 to E4.', cells, CELLS)


def digits_swapped(value: int) -> int:
    """Return `value` with its two digits swapped, as if 5 were written 05. [LB-16]

    >>> digits_swapped(5)
    50
    """
    return 10 * (value % 10) + value // 10


class Part(NamedTuple):
    """The two parts of an instruction's name: a cell, and the operator that is used."""

    cell: str
    operator: str


@cache
def part(name: str) -> Part:
    """Split the name of an instruction into its cell and its operator.

    >>> part("B4swap")
    Part(cell='B4', operator='swap')
    """
    return Part(name[:2], name[2:])


def written_behind(instruction: Instruction) -> str | None:
    """Return the value that a player wrote after `instruction`, or `None`."""
    return instruction.arguments[0] if instruction.arguments else None


def number_in(written: str) -> int | None:
    """Return the number from 0 to 99 in the text `written`, or `None` for any other text.

    >>> number_in("7"), number_in("07"), number_in("7.5"), number_in("107")
    (7, 7, None, None)
    """
    return int(written) if _WRITTEN.fullmatch(written) else None
