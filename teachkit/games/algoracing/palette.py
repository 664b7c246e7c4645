"""The palette: everything that a board of Algoracing can hold."""

from __future__ import annotations

from teachkit.core.data import Table
from teachkit.core.game.palette import Floor, Listed, Named, Palette, Piled, Place, Thing
from teachkit.games.algoracing.board import LEGEND, drawn
from teachkit.games.algoracing.setup import Setup

_FLOOR = (
    Thing("mark", "Mark for a sample", "m"),
    Thing("hill", "Hill", "h", fills=("height",)),
    Thing("high hill", "High hill", "i", fills=("height",)),
)
_BASES = {
    "red": Thing("red base", "Red base", "5", single=True, fills=("base",)),
    "green": Thing("green base", "Green base", "6", single=True, fills=("base",)),
    "blue": Thing("blue base", "Blue base", "7", single=True, fills=("base",)),
    "yellow": Thing("yellow base", "Yellow base", "8", single=True, fills=("base",)),
}
_SAMPLES = {
    "yellow": Thing("yellow sample", "Yellow sample", "1"),
    "blue": Thing("blue sample", "Blue sample", "2"),
    "green": Thing("green sample", "Green sample", "3"),
    "purple": Thing("purple sample", "Purple sample", "4"),
}
_ROVERS = {
    "red": Thing("red rover", "Red rover", "r", Place.HEADING, single=True, fills=("rover",)),
    "green": Thing("green rover", "Green rover", "g", Place.HEADING, single=True, fills=("rover",)),
    "blue": Thing("blue rover", "Blue rover", "b", Place.HEADING, single=True, fills=("rover",)),
    "yellow": Thing(
        "yellow rover", "Yellow rover", "y", Place.HEADING, single=True, fills=("rover",)
    ),
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
