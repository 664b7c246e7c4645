"""The palette: everything that a board of Calamitron can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from teachkit.core.board.grid import picture, squares_of
from teachkit.core.data import Table
from teachkit.core.game.palette import (
    Floor,
    Listed,
    Mark,
    Named,
    Palette,
    Place,
    Thing,
    with_field,
)
from teachkit.games.calamitron.board import LEGEND, load_scenario
from teachkit.games.calamitron.bots import COLOURS, retro_types, types

_FLOOR = (
    Thing("pit", "Pit", "o", fills=("ground", "bot", "arrow")),
    Thing("filled pit", "Filled pit", "i", fills=("ground", "arrow")),
    Thing("exit", "Exit", "x", fills=("ground", "rogue", "arrow")),
    Thing("outside", "Outside", "u", fills=("ground", "bot", "arrow")),
)
TITLES = ("Red retro", "Green retro", "Blue retro", "Yellow retro")
_RETROS = {
    colour: Thing(
        f"{colour} retro", title, key, Place.HEADING, retro_types(), single=True, fills=("bot",)
    )
    for colour, title, key in zip(COLOURS, TITLES, "1234", strict=True)
}
_NUMBERS = tuple(map(str, range(1, 10)))
_ROGUES = {
    name: Thing(
        name,
        kind.title,
        kind.sign,
        Place.HEADING,
        () if kind.extra else _NUMBERS,
        single=kind.extra,
        numbered=not kind.extra,
        fills=("bot", "rogue"),
    )
    for name, kind in types().items()
    if kind.rogue
}


class _Ground(Floor):
    """The drawing, in which a pit on a square in the field `filled` is a filled pit."""

    def read(self, start: Table) -> Iterator[Mark]:
        for mark in super().read(start):
            is_filled = mark.thing == "pit" and mark.where in start.get("filled", ())
            yield Mark("filled pit", mark.where) if is_filled else mark

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        filled = [mark.where for mark in marks if mark.thing == "filled pit"]
        pits = [Mark("pit", mark.where) if mark.where in filled else mark for mark in marks]
        return super().write(with_field(start, "filled", filled), pits)


def _drawn(start: Table) -> Table:
    board = load_scenario(start["board"]).board
    signs = {kind: sign for sign, kind in LEGEND.items()}
    kinds = {square: board.at(square) for square in squares_of(board.width, board.height)}
    return {
        "floor": picture({square: signs[kind] for square, kind in kinds.items()}),
        "walls": board.wall_texts,
        "doors": replace(board, walls=board.doors).wall_texts,
        "arrows": [f"{square} {facing.value}" for square, facing in board.arrows],
    }


PALETTE = Palette(
    layers=(
        _Ground(_FLOOR, LEGEND, {kind: (kind, "", "") for kind in ("pit", "exit", "outside")}),
        Listed("walls", Thing("wall", "Wall", "w", Place.EDGE, fills=("side",))),
        Listed("doors", Thing("door", "Door", "d", Place.EDGE, fills=("side",))),
        Listed("arrows", Thing("arrow", "Arrow for a rogue", "a", Place.HEADING, fills=("arrow",))),
        Listed("crates", Thing("crate", "Crate", "c", fills=("bot",))),
        Named("rogues", _ROGUES),
        Named("retros", _RETROS),
    ),
    first={"retros": {"red": "tread a1 east"}},
    drawn_fields=_drawn,
    programs=("programs",),
    pieces=("retros", "rogues"),
    owned=("programs", "stunned", "before", "after"),
    mirrored_words={
        "left": "right",
        "right": "left",
        "pit_left": "pit_right",
        "pit_right": "pit_left",
    },
)
