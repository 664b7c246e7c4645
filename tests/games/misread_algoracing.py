"""Misreadings of the rover and its cards, each with a board that shows it and one that does not."""

from __future__ import annotations

from typing import Any

from .misread import Case, Silent

FIELD = ". . .\n. . .\n. . ."
HILLY = ". . .\n. # .\n. . ."


COMPASS = {"edition": "compass"}
OTHER = {"rovers": {"green": "b2 north"}}
# An idea, the red rover and its program, its end by the idea and by the rules; a rover and a
# program for which both agree; and the board, if it is not an empty field.
TABLE: list[tuple[Any, ...]] = [
    ("from the viewer's side", "b2 south", "left, forward", "a2 west", "c2 east",
     ("b2 north", "left, forward")),
    ("turns also drive", "b2 north", "left", "a2 west", "b2 west", ("a2 north", "left")),
    ("turns also drive", "b2 north", "u-turn", "b1 south", "b2 south", ("b2 north", "forward")),
    ("compass for relative", "b2 west", "left", "b2 west", "b2 south", ("b2 north", "left")),
    ("compass for relative", "b2 south", "right, forward", "c2 east", "a2 west",
     ("b2 north", "right, forward")),
    ("slides to the side", "b2 north", "left, forward", "a3 north", "a2 west",
     ("b2 north", "forward")),
    ("slides to the side", "b2 north", "right", "c2 north", "b2 east", ("b2 north", "u-turn")),
    ("left and right mixed up", "b2 north", "left", "b2 east", "b2 west",
     ("b2 north", "left, left")),
    ("heading forgotten", "b2 north", "left, forward", "a2 north", "a2 west",
     ("b2 north", "left, right")),
    ("turns ignored", "b2 north", "left, forward", "b3 north", "a2 west",
     ("b2 north", "left, right")),
    ("a turn for one card only", "b1 north", "left, forward, forward", "a2 north", "a1 west",
     ("b2 north", "left")),
    ("forward crosses", "a2 east", "forward", "b2 east", "a2 east", ("a1 east", "forward"),
     {"floor": HILLY}),
    ("forward crosses", "a1 north", "forward, forward", "a3 north", "a1 north",
     ("a1 east", "forward"), {"walls": ["a1 north"]}),
    ("jump as forward", "a2 east", "jump", "a2 east", "b2 east", ("a1 east", "jump"),
     {"floor": HILLY}),
    ("jump goes two squares", "a1 east", "jump", "c1 east", "b1 east", ("b1 east", "jump")),
    ("blocked turns round", "c1 east", "forward", "c1 west", "c1 east", ("b1 east", "forward")),
    ("rovers push", "a2 east", "forward", "b2 east", "a2 east", ("a1 east", "forward"), OTHER),
    ("all forward is one step", "a1 east", "all-forward", "b1 east", "c1 east",
     ("b1 east", "all-forward")),
    ("all forward past samples", "a1 east", "all-forward", "c1 east", "b1 east",
     ("b1 east", "all-forward"), {"samples": {"b1": "yellow"}}),
    ("forward all the way", "a1 east", "forward", "c1 east", "b1 east", ("b1 east", "forward")),
    ("u-turn as a quarter turn", "a1 east", "u-turn", "a1 north", "a1 west", ("a1 east", "left")),
    ("own square counted", "a1 east", "forward, forward", "b1 east", "c1 east",
     ("a1 east", "forward, left, forward")),
    ("east and west mixed up", "b2 north", "east, north", "a3 north", "c3 north",
     ("b2 north", "east, west, south"), COMPASS),
    ("north and south mixed up", "b2 north", "south", "b3 north", "b1 south",
     ("b2 north", "east"), COMPASS),
    ("relative for compass", "b2 south", "east", "a2 west", "c2 east",
     ("b2 north", "east"), COMPASS),
    ("compass cards only turn", "a2 north", "east, east", "a2 east", "c2 east",
     ("b3 north", "north"), COMPASS),
    ("compass cards turn first", "a2 north", "east, east", "b2 east", "c2 east",
     ("b2 north", "north"), COMPASS),
]  # fmt: skip


def board(rover: str, about: dict[str, Any] = {}) -> dict[str, Any]:  # noqa: B006
    """Return the board of a row, with the red rover at this place."""
    return {"floor": FIELD, **about, "rovers": {"red": rover, **about.get("rovers", {})}}


SHOWN = [
    Case(idea, program, board(rover, *about), truth, believed)
    for idea, rover, program, believed, truth, _, *about in TABLE
]
SILENT: list[Silent] = [
    (idea, program, board(rover, *about)) for idea, _, _, _, _, (rover, program), *about in TABLE
]
