"""The palette: everything that a board of Algoracing can hold."""

from __future__ import annotations

import re

from teachkit.core.data import Table
from teachkit.core.game.palette import Palette, Place, Thing, named_things
from teachkit.games.algoracing.board import LEGEND, drawn
from teachkit.games.algoracing.editions import COLOURS, SAMPLE_TYPES
from teachkit.games.algoracing.setup import Setup
from teachkit.games.algoracing.state import State

TITLES = {
    "base": ("Red base", "Green base", "Blue base", "Yellow base"),
    "sample": ("Yellow sample", "Blue sample", "Green sample", "Purple sample"),
    "rover": ("Red rover", "Green rover", "Blue rover", "Yellow rover"),
}


def _words(kind: str) -> list[str]:
    """Return the things in `kind`, a description such as `high hill mark`, in any order."""
    return re.findall("(?:high )?hill|mark", " ".join(sorted(kind.split())))


def _drawn(start: Table) -> Table:
    if not start.get("board"):
        return start
    fields = drawn(Setup(board=start["board"]).read_board())
    return {name: each for name, each in (start | fields).items() if each and name != "board"}


def _fields_of(state: State) -> Table:
    """Return the things on the board of `state`; all samples are alike, since some are hidden."""
    return drawn(state.board) | {
        "samples": {str(square): SAMPLE_TYPES[: len(lying)] for square, lying in state.samples},
        "bases": {base.owner: str(base.square) for base in state.bases},
        "rovers": {rover.name: f"{rover.square} {rover.facing.value}" for rover in state.rovers},
    }


PALETTE = Palette(
    things=(
        Thing("hill", "Hill", "h", "floor", "hill", fills=("height",)),
        Thing("high hill", "High hill", "i", "floor", "high hill", fills=("height",)),
        Thing("mark", "Mark for a sample", "m", "floor", "mark"),
        Thing("wall", "Wall", "w", "walls", place=Place.EDGE),
        Thing("elevator", "Elevator", "e", "lifts", place=Place.EDGE),
        *named_things(COLOURS, TITLES["base"], "5678", key="bases", single=True, fills=("base",)),
        *named_things(SAMPLE_TYPES, TITLES["sample"], "1234", key="samples"),
        *named_things(COLOURS, TITLES["rover"], "rgby", key="rovers", place=Place.HEADING,
                      single=True, fills=("rover",)),
    ),
    names=("bases", "rovers"),
    tables=("floor", "samples"),
    legend=LEGEND,
    words=_words,
    first={"rovers": {"red": "a1 east"}},
    drawn=_drawn,
    fields_of=_fields_of,
    mirrored_words={"left": "right", "right": "left", "east": "west", "west": "east"},
    turned_words={"north": "east", "east": "south", "south": "west", "west": "north"},
)  # fmt: skip
