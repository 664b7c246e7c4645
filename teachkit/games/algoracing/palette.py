"""The palette: everything that a board of Algoracing can hold."""

from __future__ import annotations

from teachkit.core.data import Table
from teachkit.core.game.palette import Floor, Listed, Named, Palette, Piled, Place, Thing
from teachkit.games.algoracing.board import LEGEND, drawn
from teachkit.games.algoracing.editions import COLOURS, SAMPLE_TYPES
from teachkit.games.algoracing.setup import Setup

_FLOOR = (
    Thing("mark", "Mark for a sample", "m"),
    Thing("hill", "Hill", "h", fills=("height",)),
    Thing("high hill", "High hill", "i", fills=("height",)),
)
TITLES = {
    "base": ("Red base", "Green base", "Blue base", "Yellow base"),
    "rover": ("Red rover", "Green rover", "Blue rover", "Yellow rover"),
    "sample": ("Yellow sample", "Blue sample", "Green sample", "Purple sample"),
}
_BASES = {
    colour: Thing(f"{colour} base", title, key, single=True, fills=("base",))
    for colour, title, key in zip(COLOURS, TITLES["base"], "5678", strict=True)
}
_ROVERS = {
    colour: Thing(f"{colour} rover", title, key, Place.HEADING, single=True, fills=("rover",))
    for colour, title, key in zip(COLOURS, TITLES["rover"], "rgby", strict=True)
}
_SAMPLES = {
    colour: Thing(f"{colour} sample", title, key)
    for colour, title, key in zip(SAMPLE_TYPES, TITLES["sample"], "1234", strict=True)
}


def _words(kind: str) -> list[str]:
    """Return the names of the things in `kind`, a description such as `high hill mark`."""
    words = kind.split()
    hill = ["high hill" if "high" in words else "hill"] if {"hill", "high"} & {*words} else []
    return [*hill, *(["mark"] if "mark" in words else [])]


def _drawn(start: Table) -> Table:
    return dict(drawn(Setup(board=start["board"]).read_board()))


PALETTE = Palette(
    layers=(
        Floor(_FLOOR, LEGEND, {each.name: (each.name, "", "") for each in _FLOOR}, _words),
        Listed("walls", Thing("wall", "Wall", "w", Place.EDGE)),
        Listed("lifts", Thing("elevator", "Elevator", "e", Place.EDGE)),
        Named("bases", _BASES),
        Piled("samples", _SAMPLES),
        Named("rovers", _ROVERS),
    ),
    first={"rovers": {"red": "a1 east"}},
    drawn_fields=_drawn,
    squares=("labs",),
    programs=("programs", "algorithm", "hands", "covered", "draw_pile", "discard_pile"),
    pieces=("rovers",),
    owned=("programs", "hands", "carries", "delivered", "waiting"),
    mirrored_words={"left": "right", "right": "left", "east": "west", "west": "east"},
    turned_words={"north": "east", "east": "south", "south": "west", "west": "north"},
)
