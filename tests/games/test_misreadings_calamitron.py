"""Test each wrong idea of Calamitron on a board where it shows, and on one where it does not."""

from __future__ import annotations

from teachkit.games.calamitron import MISREADINGS
from teachkit.games.calamitron.events import RogueBegan
from tests.games.misread import Case, Silent, end, happened, seen

FLOOR = ". . . . . .\n. . . . . .\n. . . . . .\n. . . . . ."
BOTH = {"floor": FLOOR, "retros": {"red": "tread b2 east", "green": "tread c2 west"},
        "programs": {"green": "forward, forward"}}  # fmt: skip
ASIDE = BOTH | {"retros": {"red": "tread b2 east", "green": "tread d1 north"}}
CROSSING = BOTH | {"retros": {"red": "tread b2 east", "green": "tread c1 north"}}
TURNS = CROSSING | {"edition": "turns"}
HACKER = {"floor": FLOOR, "retros": {"red": "nano b2 north", "green": "tread c2 south"}}
NANO = {"floor": FLOOR, "retros": {"red": "nano b2 east"}, "rogues": {"servo-1": "c2 north"}}
ALONE = {"edition": "drive", "floor": FLOOR, "retros": {"red": "tread c3 south"}}
VISE = {"floor": FLOOR, "retros": {"red": "tread d3 north"}, "rogues": {"vise-1": "b3 east"},
        "after": ["vise-1"]}  # fmt: skip
AROUND = VISE | {"retros": {"red": "tread d4 north"}, "rogues": {"vise-1": "b4 north"}}
PIT = {"edition": "drive", "floor": ".\nO", "retros": {"red": "tread a2 south"}}
CALL = "program green, forward, program nobody, forward"

SHOWN = [
    Case("the other forgotten", "forward, forward", BOTH, "b2 east", "d2 east"),
    Case("rogues forgotten", "left", VISE, "f3 west", "d3 west"),
    Case("whole programs for turns", "forward, forward", TURNS, "d3 east", "d2 east"),
    Case("turns for whole programs", "forward, forward", CROSSING, "d2 east", "d3 east"),
    Case("a Nanobot pushes", "forward", NANO, "b2 east", "c2 east"),
    Case("a push turns", "forward, forward", BOTH, "b2 east", "b2 west"),
    Case("walls overlooked", "forward", ALONE | {"walls": ["c3 south"]}, "c3 south", "c2 south"),
    Case("the call overlooked", CALL, HACKER, "b3 north", "b4 north"),
    Case("a call without end", CALL, HACKER, "b3 north", "b2 north"),
    Case("as if alone", "forward", NANO, "b2 east", "c2 east"),
    Case("forward-2 as two cards", "forward-2", NANO, "d2 east", "b2 east"),
    Case("a Visebot turns at bots", "left", VISE, "f3 west", "d3 west"),
    Case("turning costs a square", "left", AROUND, "f4 west", "e4 west"),
    Case("rogues first", "forward", VISE, "d4 north", "f4 north"),
    Case("the other first", "forward, forward", BOTH, "b2 east", "c2 east"),
    Case("from the viewer's side", "left", ALONE, "c3 east", "c3 west"),
    Case("turns also drive", "left", ALONE, "c3 east", "d3 east"),
    Case("heading forgotten", "left", ALONE, "c3 east", "c3 south"),
    Case("turns ignored", "left, forward", ALONE, "d3 east", "c2 south"),
    Case("compass for relative", "left", ALONE, "c3 east", "c3 west"),
    Case("left and right mixed up", "right", ALONE, "c3 west", "c3 east"),
]


STRAIGHT_ON = {"edition": "drive", "floor": FLOOR, "retros": {"red": "tread b2 east"}}
CORNER = ALONE | {"floor": ". .\n. O", "retros": {"red": "tread b2 south"}}
SILENT: list[Silent] = [
    *((idea.name, "forward, forward", STRAIGHT_ON) for idea in MISREADINGS),
    ("the other forgotten", "forward", BOTH | {"programs": {"green": "left"}}),
    ("rogues forgotten", "left", VISE | {"rogues": {"vise-1": "a1 east"}}),
    ("whole programs for turns", "forward, forward", CROSSING),
    ("turns for whole programs", "forward, forward", TURNS),
    ("a Nanobot pushes", "forward", NANO | {"rogues": {"servo-1": "d3 north"}}),
    ("a push turns", "forward", ASIDE),
    ("walls overlooked", "forward", ALONE | {"walls": ["c3 west"]}),
    ("the call overlooked", CALL, HACKER | {"walls": ["b2 east"]}),
    ("as if alone", "forward", NANO | {"rogues": {"servo-1": "d3 north"}}),
    ("forward-2 as two cards", "forward-2", NANO | {"rogues": {"servo-1": "d3 north"}}),
    ("a Visebot turns at bots", "left", VISE | {"retros": {"red": "tread d1 north"}}),
    ("turning costs a square", "left", VISE),
    ("the other first", "forward", ASIDE),
    ("from the viewer's side", "left", ALONE | {"retros": {"red": "tread c3 north"}}),
    ("compass for relative", "left", ALONE | {"retros": {"red": "tread c3 north"}}),
    ("compass for relative", "forward, left", CORNER),
]


def test_rogues_are_seen_in_the_order_that_is_believed() -> None:
    places = ("d5 west", "b2 north", "a4 south", "e2 north")
    rogues = {f"servo-{number}": place for number, place in enumerate(places, 1)}
    floor = "\n".join([". . . . ."] * 5)
    board = ALONE | {"edition": "standard", "floor": floor, "rogues": rogues, "after": ["servo"]}
    board["retros"] = {"red": "tread a1 east"}

    def order(idea: str) -> list[str]:
        events = [frame.event for frame in seen("calamitron", idea, board, "left") or ()]
        return [event.bot[-1] for event in events if isinstance(event, RogueBegan)]

    assert order("heading forgotten") == ["2", "3", "1", "4"]
    assert order("rogues by number") == ["1", "2", "3", "4"]
    assert order("rogues by distance") == ["2", "3", "4", "1"]
    assert order("rogues against the clock") == ["2", "4", "1", "3"]
    assert order("rogues forgotten") == []


def test_everybodys_turns_are_misread_not_the_learners_alone() -> None:
    """Green, who looks south, turns to its left, and so pushes red to another square."""
    retros = {"red": "tread e3 north", "green": "tread d3 south"}
    board = TURNS | {"retros": retros, "programs": {"green": "left, forward"}}
    misread = seen("calamitron", "from the viewer's side", board, "left")

    assert end("calamitron", happened("calamitron", board, "left")) == "f3 west"
    assert end("calamitron", misread) == "e3 west"
