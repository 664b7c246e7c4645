"""The palette: the components that the cells of an engine can hold."""

from __future__ import annotations

from teachkit.core.data import Table
from teachkit.core.game.palette import Palette, Thing
from teachkit.games.lovelace.cards import printed_engine
from teachkit.games.lovelace.components import CELLS, MOST, Engine

_DIVISORS = tuple(map(str, range(1, MOST + 1)))
_NUMBERS = (*_DIVISORS, "0")
TITLES = {
    "+-": "Add or subtract", "+": "Add", "-": "Subtract",
    "x/": "Multiply or divide", "x": "Multiply", "/": "Divide",
    "+-x/": "Calculate in every way", "=": "Set the number",
    "swap": "Swap the digits", "copy-tens": "Copy the tens", "copy-units": "Copy the units",
}  # fmt: skip


def _drawn(start: Table) -> Table:
    """List the components of `start` by cell; without the field, the printed ones are there."""
    printed = printed_engine().in_cells
    match written := start.get("components"):
        case dict():
            return start
        case list():
            engine = {cell: printed[cell] for cell in written if cell in printed}
        case _:
            engine = Engine.read(written).in_cells if written else printed
    return start | {"components": {cell: str(each) for cell, each in engine.items()}}


PALETTE = Palette(
    things=tuple(
        Thing(f"component {sign}", title, letter, "components", f"{sign}{{detail}}",
              details=() if "s" in sign else _DIVISORS if "/" in sign else _NUMBERS,
              fills=("cell",))
        for (sign, title), letter in zip(TITLES.items(), "a+-mx/e=stu", strict=True)
    ),
    tables=("components",),
    first={"value": 10, "components": {"A1": "+-1"}},
    drawn=_drawn,
    fields_of=lambda state: {
        "components": {cell: str(component) for cell, component in state.engine.components}
    },
    cells=CELLS,
)  # fmt: skip
