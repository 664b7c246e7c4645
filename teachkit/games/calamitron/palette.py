"""The palette: everything that a board of Calamitron can hold."""

from __future__ import annotations

from dataclasses import replace

from teachkit.core.board.grid import picture, squares_of
from teachkit.core.data import Table
from teachkit.core.game.palette import Palette, Place, Thing, named_things
from teachkit.games.calamitron.board import LEGEND, Board, load_scenario
from teachkit.games.calamitron.bots import COLOURS, retro_types, types
from teachkit.games.calamitron.state import State

TITLES = ("Red retro", "Green retro", "Blue retro", "Yellow retro")
_NUMBERS = tuple(map(str, range(1, 10)))
_ROGUES = {name: kind for name, kind in types().items() if kind.rogue}


def _drawn(start: Table) -> Table:
    if not start.get("board"):
        return start
    fields = _fields(load_scenario(start["board"]).board)
    return {name: each for name, each in start.items() if name != "board"} | fields


def _fields(board: Board) -> Table:
    """Return the fields of a start that draw `board`."""
    signs = {kind: sign for sign, kind in LEGEND.items()}
    squares = squares_of(board.width, board.height)
    return {
        "floor": picture({square: signs[board.at(square)] for square in squares}) + "\n",
        "walls": board.wall_texts,
        "doors": replace(board, walls=board.doors).wall_texts,
        "arrows": [f"{square} {facing.value}" for square, facing in board.arrows],
    }


def _fields_of(state: State) -> Table:
    retros = (bot for bot in state.retros if not bot.out)
    return _fields(state.board) | {
        "crates": list(map(str, state.crates)),
        "filled": list(map(str, state.filled)),
        "rogues": {bot.name: f"{bot.square} {bot.facing.value}" for bot in state.rogues},
        "retros": {bot.name: f"{bot.type} {bot.square} {bot.facing.value}" for bot in retros},
    }


PALETTE = Palette(
    things=(
        Thing("pit", "Pit", "o", "floor", "pit", fills=("ground", "arrow")),
        Thing("exit", "Exit", "x", "floor", "exit", fills=("ground", "arrow", "rogue", "pit")),
        Thing("outside", "Outside", "u", "floor", "outside",
              fills=("ground", "arrow", "bot", "pit")),
        Thing("filled pit", "Filled pit", "i", "filled", fills=("arrow", "pit"), needs="pit"),
        Thing("wall", "Wall", "w", "walls", place=Place.EDGE, fills=("side",)),
        Thing("door", "Door", "d", "doors", place=Place.EDGE, fills=("side",)),
        Thing("arrow", "Arrow for a rogue", "a", "arrows", place=Place.HEADING, fills=("arrow",)),
        Thing("crate", "Crate", "c", "crates", fills=("bot",)),
        *(
            Thing(name, kind.title, kind.sign, "rogues", name if kind.extra else name + "-{detail}",
                  Place.HEADING, () if kind.extra else _NUMBERS, single=kind.extra,
                  numbered=not kind.extra, fills=("bot", "rogue"))
            for name, kind in _ROGUES.items()
        ),
        *named_things(COLOURS, TITLES, "1234", " {detail}", key="retros", place=Place.HEADING,
                      details=retro_types(), single=True, fills=("bot",)),
    ),
    names=("rogues", "retros"),
    tables=("floor",),
    legend=LEGEND,
    words=lambda kind: [] if kind == "floor" else [kind],
    first={"retros": {"red": "tread a1 east"}},
    drawn=_drawn,
    fields_of=_fields_of,
    mirrored_words={
        "left": "right", "right": "left", "pit_left": "pit_right", "pit_right": "pit_left",
    },
)  # fmt: skip
