"""The palette: everything that a factory floor of RoboRally can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from teachkit.core.board.squares import FACINGS
from teachkit.core.data import Table
from teachkit.core.game.palette import (
    Floor,
    Listed,
    Mark,
    Named,
    Palette,
    Part,
    Place,
    Thing,
    with_field,
)
from teachkit.games.roborally.board_files import LEGEND, MOST_BEAMS, NUMBERS, drawn
from teachkit.games.roborally.cards import PRIORITIES
from teachkit.games.roborally.pieces import COLOURS, REGISTERS
from teachkit.games.roborally.setup import FACTS, Setup

NAMED = ("board", "dock")
DRAWING = ("floor", "legend", "walls", "pushers", "lasers", "flags")
_TURNS = PRIORITIES["left"], PRIORITIES["right"]
_BEAMS = tuple(map(str, range(1, MOST_BEAMS + 1)))
_NUMBERS = tuple(map(str, NUMBERS))
_CHOSEN = (chosen for count in REGISTERS for chosen in combinations(REGISTERS, count))
_USUAL = ("1 3 5", "2 4")
_REGISTERS = tuple(dict.fromkeys([*_USUAL, *(" ".join(map(str, each)) for each in _CHOSEN)]))
_FLOOR = (
    Thing("pit", "Pit", "o", fills=("tile", "wrench", "start", "flag", "robot")),
    Thing("belt", "Conveyor belt", "b", Place.HEADING, fills=("tile",)),
    Thing("express belt", "Express belt", "e", Place.HEADING, fills=("tile",)),
    Thing("gear", "Gear", "g", details=("right", "left"), fills=("tile",)),
    Thing("wrench", "Wrench", "t", fills=("wrench",)),
    Thing("hammer", "Wrench and hammer", "h", fills=("wrench",)),
    Thing("start", "Start square", "s", details=_NUMBERS, numbered=True, fills=("start",)),
    Thing("flag", "Flag", "f", details=_NUMBERS, numbered=True, fills=("flag",)),
)
_PARTS: dict[str, Part] = {
    **{f"belt-{facing.value}": ("belt", facing.value, "") for facing in FACINGS},
    **{f"express-{facing.value}": ("express belt", facing.value, "") for facing in FACINGS},
    **{f"gear-{side}": ("gear", "", side) for side in ("left", "right")},
    **{kind: (kind, "", "") for kind in ("pit", "wrench", "hammer")},
    **{f"{kind}-{each}": (kind, "", each) for kind in ("start", "flag") for each in _NUMBERS},
}
TITLES = (
    "Red robot", "Green robot", "Blue robot", "Yellow robot", "Orange robot", "Purple robot",
    "White robot", "Cyan robot",
)  # fmt: skip
_ROBOTS = {
    colour: Thing(f"{colour} robot", title, key, Place.HEADING, single=True, fills=("robot",))
    for colour, title, key in zip(COLOURS, TITLES, "12345678", strict=True)
}
_LEFT_AND_RIGHT = {
    **{f"left {one}": f"right {other}" for one, other in zip(*_TURNS, strict=True)},
    **{f"right {other}": f"left {one}" for one, other in zip(*_TURNS, strict=True)},
    "left": "right",
    "right": "left",
}


class _Factory(Floor):
    """The drawing, with the flags from the field `flags` if a start has that field."""

    def read(self, start: Table) -> Iterator[Mark]:
        listed = start.get("flags", ())
        drawn = super().read(start)
        yield from (mark for mark in drawn if not (listed and mark.thing == "flag"))
        yield from (Mark("flag", square, str(number)) for number, square in enumerate(listed, 1))

    def write(self, start: Table, marks: Sequence[Mark]) -> Table:
        return super().write(with_field(start, "flags", ()), marks)


def _words(kind: str) -> list[str]:
    return [word.strip() for word in kind.split(",")]


def _drawn(start: Table) -> Table:
    own = {key: start[key] for key in (*NAMED, *DRAWING) if key in start}
    return drawn(Setup(**own).read_board())


PALETTE = Palette(
    layers=(
        _Factory(_FLOOR, LEGEND, _PARTS, _words),
        Listed("walls", Thing("wall", "Wall", "w", Place.EDGE)),
        Listed("pushers", Thing("pusher", "Pusher", "p", Place.EDGE, _REGISTERS, needs="wall")),
        Listed("lasers", Thing("laser", "Laser", "l", Place.EDGE, _BEAMS, needs="wall"), "1"),
        Named("robots", _ROBOTS),
    ),
    first={"robots": {"red": "a1 east"}},
    drawn_fields=_drawn,
    named=NAMED,
    squares=("archives",),
    programs=("programs", "locked", "registers", "hands", "held", "draw_pile", "discard_pile"),
    pieces=("robots",),
    owned=(
        *("programs", "locked", "registers", "hands", "damage", "reached", "archives", "lives"),
        *("held", *FACTS),
    ),
    mirrored_words=_LEFT_AND_RIGHT,
)
