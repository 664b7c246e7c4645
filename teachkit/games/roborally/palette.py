"""The palette: everything that a factory floor of RoboRally can hold."""

from __future__ import annotations

from itertools import chain, combinations

from teachkit.core.data import Table
from teachkit.core.game.palette import Mark, Palette, Place, Thing, named_things
from teachkit.games.roborally.board_files import LEGEND, MOST_BEAMS, NUMBERS, drawn
from teachkit.games.roborally.cards import PRIORITIES
from teachkit.games.roborally.pieces import COLOURS, REGISTERS
from teachkit.games.roborally.setup import BOARD, Setup
from teachkit.games.roborally.state import State

TITLES = (
    "Red robot", "Green robot", "Blue robot", "Yellow robot", "Orange robot", "Purple robot",
    "White robot", "Cyan robot",
)  # fmt: skip
_SUBSETS = chain.from_iterable(combinations(REGISTERS, count) for count in REGISTERS)
_TIMES = tuple(dict.fromkeys(["1 3 5", "2 4", *(" ".join(map(str, each)) for each in _SUBSETS)]))
_NUMBERS = tuple(map(str, NUMBERS))
_BEAMS = tuple(map(str, range(1, MOST_BEAMS + 1)))
_TURNS = tuple(zip(PRIORITIES["left"], PRIORITIES["right"], strict=True))


def _words(kind: str) -> list[str]:
    return [word.strip() for word in kind.split(",") if word.strip() != "floor"]


def _drawn(start: Table) -> Table:
    """Draw the board of `start` if it is named, has a dock, or has its flags in a list."""
    if not {"board", "dock", "flags"} & {*start}:
        return start
    board = Setup(**{key: start[key] for key in BOARD if key in start}).read_board()
    rest = {key: each for key, each in start.items() if key not in BOARD}
    fields = {key: each for key, each in drawn(board).items() if each and key != "flags"}
    for number, square in enumerate(board.flags, 1):
        fields = PALETTE.painted(fields, Mark("flag", str(square), str(number)))
    return rest | fields


def _fields_of(state: State) -> Table:
    robots = {each.name: f"{each.square} {each.facing.value}" for each in state.active}
    return drawn(state.board) | {"robots": robots}


PALETTE = Palette(
    things=(
        Thing("pit", "Pit", "o", "floor", "pit",
              fills=("tile", "wrench", "start", "flag", "robot")),
        Thing("belt", "Conveyor belt", "b", "floor", "belt-{side}", Place.HEADING, fills=("tile",)),
        Thing("express belt", "Express belt", "e", "floor", "express-{side}", Place.HEADING,
              fills=("tile",)),
        Thing("gear", "Gear", "g", "floor", "gear-{detail}", details=("right", "left"),
              fills=("tile",)),
        Thing("wrench", "Wrench", "t", "floor", "wrench", fills=("wrench",)),
        Thing("hammer", "Wrench and hammer", "h", "floor", "hammer", fills=("wrench",)),
        Thing("start", "Start square", "s", "floor", "start-{detail}", details=_NUMBERS,
              numbered=True, fills=("start",)),
        Thing("flag", "Flag", "f", "floor", "flag-{detail}", details=_NUMBERS, numbered=True,
              fills=("flag",)),
        Thing("wall", "Wall", "w", "walls", place=Place.EDGE),
        Thing("pusher", "Pusher", "p", "pushers", "{detail}", Place.EDGE, _TIMES, needs="wall"),
        Thing("laser", "Laser", "l", "lasers", "{detail}", Place.EDGE, _BEAMS, True, needs="wall"),
        *named_things(COLOURS, TITLES, "12345678", key="robots", place=Place.HEADING, single=True,
                      fills=("robot",)),
    ),
    names=("robots",),
    tables=("floor",),
    legend=LEGEND,
    words=_words,
    first={"robots": {"red": "a1 east"}},
    drawn=_drawn,
    fields_of=_fields_of,
    mirrored_words={
        "left": "right",
        "right": "left",
        **{f"left {left}": f"right {right}" for left, right in _TURNS},
        **{f"right {right}": f"left {left}" for left, right in _TURNS},
    },
)  # fmt: skip
