"""The palette: the components that the cells of an engine can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from teachkit.core.data import Table
from teachkit.core.game.palette import Mark, Palette, Thing, with_field
from teachkit.games.lovelace.cards import printed_engine
from teachkit.games.lovelace.components import CELLS, MOST, OWN_CELLS, Component, Engine

_DIVISORS = tuple(map(str, range(1, MOST + 1)))
_NUMBERS = (*_DIVISORS, "0")
_COMPONENTS = (
    Thing("component +-", "Add or subtract", "a", details=_NUMBERS, fills=("cell",)),
    Thing("component +", "Add", "+", details=_NUMBERS, fills=("cell",)),
    Thing("component -", "Subtract", "-", details=_NUMBERS, fills=("cell",)),
    Thing("component x/", "Multiply or divide", "m", details=_DIVISORS, fills=("cell",)),
    Thing("component x", "Multiply", "x", details=_NUMBERS, fills=("cell",)),
    Thing("component /", "Divide", "/", details=_DIVISORS, fills=("cell",)),
    Thing("component +-x/", "Calculate in every way", "e", details=_DIVISORS, fills=("cell",)),
    Thing("component swap", "Swap the digits", "s", fills=("cell",)),
    Thing("component copy-tens", "Copy the tens", "t", fills=("cell",)),
    Thing("component copy-units", "Copy the units", "u", fills=("cell",)),
    Thing("component =", "Set the number", "=", details=_NUMBERS, fills=("cell",)),
)


class _Cells:
    """The engine in the field `components`, and the components of the first player in `seats`.

    Components that are not things of the palette are kept, and are not marks.
    """

    things = _COMPONENTS

    def read(self, start: Table) -> Iterator[Mark]:
        for cell, text in (
            _engine(start) | dict(zip(OWN_CELLS, _own(start), strict=False))
        ).items():
            if mark := _mark(cell, text):
                yield mark

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        kept = {cell: text for cell, text in _engine(start).items() if not _mark(cell, text)}
        placed = {mark.where: mark.thing.split()[1] + mark.detail for mark in marks}
        engine = {cell: text for cell, text in placed.items() if cell not in OWN_CELLS}
        own = [placed[cell] for cell in OWN_CELLS if cell in placed]
        seats, name = start.get("seats", {}), _player(start)
        seat = with_field(seats.get(name, {}), "own", own)
        return with_field(start, "seats", with_field(seats, name, seat)) | {
            "components": kept | engine
        }


def _player(start: Table) -> str:
    return str(start.get("players", ("ada",))[0])


def _own(start: Table) -> list[str]:
    return list(start.get("seats", {}).get(_player(start), {}).get("own", ()))


def _engine(start: Table) -> dict[str, str]:
    """Return the words that are written on the components of the engine, by cell."""
    printed = {cell: str(each) for cell, each in printed_engine().components}
    written = start.get("components", printed)
    if isinstance(written, str):
        return {cell: str(each) for cell, each in Engine.read(written).components}
    return written if isinstance(written, dict) else {cell: printed[cell] for cell in written}


def _mark(cell: str, text: str) -> Mark | None:
    """Return the mark for a component, or `None` if the palette does not have it."""
    component = Component.read(text)
    is_numbered = component.kind in ("arithmetic", "set")
    signs = "=" if component.kind == "set" else "".join(component.operators)
    name = f"component {signs if is_numbered else component.kind}"
    known = any(name == thing.name for thing in _COMPONENTS)
    return Mark(name, cell, str(component.number) if is_numbered else "") if known else None


PALETTE = Palette(
    layers=(_Cells(),),
    first={"value": 10, "components": {"A1": "+-1"}},
    named=(),
    cells=(*CELLS, *OWN_CELLS),
)
