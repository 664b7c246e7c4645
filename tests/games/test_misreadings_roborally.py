"""Test each wrong idea of RoboRally on a board where it shows, and on one where it does not."""

from __future__ import annotations

from typing import Any

from teachkit.core.run.trace import Trace
from teachkit.core.run.walk import Started
from teachkit.games.roborally import MISREADINGS
from tests.games.misread import Case, Silent, happened, seen

LINE = ". . . . .\n. . . . .\n. . . . ."
MEETING = {"floor": LINE, "robots": {"red": "b2 east", "green": "d2 west"}}
ROW = {"floor": LINE, "robots": {"red": "b2 east", "green": "c2 north", "blue": "d2 north"}}
BELTS = {"edition": "factory", "floor": ". > v .\n. . v .\n. . . .", "robots": {"red": "a3 east"}}
EXPRESS = {"edition": "factory", "floor": ". >> >> > .", "robots": {"red": "a1 east"}}
GEAR = {"edition": "factory", "floor": ". > gl .", "robots": {"red": "a1 east"}}
RING = {
    "floor": "> v\n^ <",
    "robots": {"red": "a2 east", "green": "b2 south", "blue": "b1 west", "yellow": "a1 north"},
}
TWO_BELTS = {"floor": "> . <\n. . .", "robots": {"red": "a2 east", "green": "c2 west"}}
TURNING = {"edition": "factory", "floor": LINE, "robots": {"red": "c3 south"}}
PUSHER = {
    "edition": "factory", "floor": ". . .\n. . .\n. gr .", "robots": {"red": "b2 east"},
    "walls": ["b2 north"], "pushers": ["b2 south 1 3 5"],
}  # fmt: skip


def others(board: dict[str, Any], **programs: str) -> dict[str, Any]:
    """Return a board on which others have these cards."""
    return {"edition": "unarmed", **board, "programs": programs}


WALL = others(MEETING) | {"walls": ["c2 east"]}
RIDE = {"edition": "factory", "floor": "> > .", "robots": {"red": "a1 north"}}

SHOWN = [
    Case("the others forgotten", "move-1 550", others(MEETING, green="move-1 490"),
         "b2 east", "c2 east"),
    Case("lowest number first", "move-1 550", others(MEETING, green="move-1 490"),
         "b2 east", "c2 east"),
    Case("in order of seats", "move-1 550", others(MEETING, green="move-1 660"),
         "c2 east", "b2 east"),
    Case("drives through robots", "move-1 550", others(MEETING, green="move-1 490"),
         "b2 east", "c2 east"),
    Case("robots do not give way", "move-2 670", others(MEETING), "d2 east", "c2 east"),
    Case("walls overlooked", "move-2 670", WALL, "c2 east", "d2 east"),
    Case("a push turns", "move-1 550", others(MEETING, green="move-1 490"), "b2 east", "b2 west"),
    Case("pushes only one", "move-2 670", others(ROW), "d2 east", "b2 east"),
    Case("belts forgotten", "move-1", BELTS, "c3 south", "b3 east"),
    Case("express like any belt", "move-1", EXPRESS, "d1 east", "c1 east"),
    Case("bends do not turn", "move-1", BELTS, "c3 south", "c3 east"),
    Case("gears do not turn", "move-1", GEAR, "c1 north", "c1 east"),
    Case("riders look along the belt", "left", RIDE, "b1 west", "b1 east"),
    Case("belts push", "u-turn 10", others(TWO_BELTS), "a2 west", "b2 west"),
    Case("belts one by one", "u-turn 10", others(RING), "b2 north", "a2 west"),
    Case("belts before cards", "move-1", BELTS, "c3 south", "b3 east"),
    Case("belts carry ahead", "right", BELTS | {"robots": {"red": "b3 east"}},
         "c3 west", "b2 south"),
    Case("pushers stand still", "left", PUSHER, "b1 east", "b2 north"),
    Case("gears before pushers", "left", PUSHER, "b1 east", "b1 north"),
    Case("express belts last", "left", EXPRESS | {"floor": ". > >> >> ."} |
         {"robots": {"red": "b1 east"}}, "c1 north", "d1 north"),
    Case("program by program", "move-1 500, move-1 510",
         others(MEETING, green="move-1 600, move-1 610"), "c2 east", "b2 east"),
    Case("registers mixed", "move-1 490, move-1 660",
         others(MEETING, green="move-1 600, left 90"), "d2 east", "c2 east"),
    Case("from the viewer's side", "left", TURNING, "c3 east", "c3 west"),
    Case("turns also drive", "left", TURNING, "c3 east", "d3 east"),
    Case("heading forgotten", "left", TURNING, "c3 east", "c3 south"),
    Case("turns ignored", "left, move-1", TURNING, "d3 east", "c2 south"),
    Case("compass for relative", "left", TURNING, "c3 east", "c3 west"),
    Case("left and right mixed up", "right", TURNING, "c3 west", "c3 east"),
    Case("a U-turn is a quarter", "u-turn", TURNING, "c3 north", "c3 west"),
]  # fmt: skip


STRAIGHT_ON = {"edition": "unarmed", "floor": LINE, "robots": {"red": "b2 east"}}
SILENT: list[Silent] = [
    *((idea.name, "move-2 670", STRAIGHT_ON) for idea in MISREADINGS),
    ("the others forgotten", "move-1 550", others(MEETING)),
    ("lowest number first", "move-1 550", others(ROW, green="left 90")),
    ("in order of seats", "move-1 660", others(MEETING, green="move-1 550")),
    ("drives through robots", "left 90", others(MEETING, green="left 110")),
    ("robots do not give way", "back-up 430", others(MEETING)),
    ("pushes only one", "move-2 670", others(MEETING)),
    ("a push turns", "move-1 550", others(MEETING, green="back-up 440")),
    ("walls overlooked", "back-up 430", WALL),
    ("belts push", "u-turn 10", others(RING)),
    ("belts one by one", "move-1", BELTS),
    ("bends do not turn", "left", RIDE),
    ("gears do not turn", "move-1", GEAR | {"robots": {"red": "b1 west"}}),
    ("express like any belt", "move-1", BELTS),
    ("pushers stand still", "move-1", PUSHER),
    ("gears before pushers", "move-1", PUSHER),
    ("from the viewer's side", "left", RIDE),
    ("compass for relative", "left", RIDE),
    ("a U-turn is a quarter", "left", RIDE),
]


def test_lasers_believed_to_shoot_first_miss_whom_a_belt_carries_into_the_beam() -> None:
    board = {"edition": "factory", "floor": ". v .\n. . .\n. . .", "robots": {"red": "b3 north"},
             "walls": ["a2 west"], "lasers": ["a2 east"]}  # fmt: skip
    misread = seen("roborally", "lasers before belts", board, "left")

    assert happened("roborally", board, "left").final.robot("red").damage == 1
    assert misread.final.robot("red").damage == 0


def test_flags_believed_to_come_first_are_touched_before_the_shot() -> None:
    board = {"edition": "factory", "floor": ". f1 .", "robots": {"red": "b1 north"},
             "walls": ["a1 west"], "lasers": ["a1 east"]}  # fmt: skip

    def order(trace: Trace) -> list[str]:
        events = [type(frame.event).__name__ for frame in trace]
        return [event for event in events if event in ("Shot", "TouchedFlag")]

    assert order(happened("roborally", board, "left")) == ["Shot", "TouchedFlag"]
    assert order(seen("roborally", "flags before lasers", board, "left")) == ["TouchedFlag", "Shot"]


def test_cards_of_all_robots_are_seen_in_the_order_that_is_believed() -> None:
    board = others(MEETING, green="move-1 600, left 90")

    def order(idea: str) -> list[str]:
        trace = seen("roborally", idea, board, "right 80, move-1 660")
        events = [frame.event for frame in trace if isinstance(frame.event, Started)]
        return [f"{event.actor} {event.step.card}" for event in events]

    assert order("a push turns") == ["green 1", "red 1", "red 2", "green 2"]
    assert order("lowest number first") == ["red 1", "green 1", "green 2", "red 2"]
    assert order("in order of seats") == ["red 1", "green 1", "red 2", "green 2"]
    assert order("program by program") == ["red 1", "red 2", "green 1", "green 2"]
    assert order("registers mixed") == ["red 2", "green 1", "green 2", "red 1"]
