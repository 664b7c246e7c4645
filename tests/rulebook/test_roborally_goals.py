"""Test each of the 26 secret goals of RoboRally's variant, met and just missed. [RV-13]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from teachkit.core.run.flow import frames_of
from teachkit.games.roborally.pieces import REGISTERS
from teachkit.games.roborally.turns import all_registers
from teachkit.games.roborally.variant.events import GoalMet
from teachkit.games.roborally.variant.state import SECRET_GOALS

from .factories import start
from .rules import cases, rule

ROAD = ". . . . . . . . . ."
YARD = ". . .\n. . .\n. . ."


@dataclass(frozen=True)
class Turn:
    """A whole turn: what lies in the five registers of each robot, `" , left 70, , , "`."""

    floor: str
    cards: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


def turn(floor: str, cards: str = "", **facts: Any) -> Turn:
    """These cards are red's, which starts on a1 and looks north; others wait where they are."""
    return Turn(floor, {"red": cards}, {"red": "a1 north"} | facts)


def both(floor: str, met: str, missed: str, **facts: Any) -> tuple[Turn, Turn]:
    """Two turns that differ in red's cards only: with the first ones it meets its goal."""
    return turn(floor, met, **facts), turn(floor, missed, **facts)


def goals_met(told: Turn, goal: str) -> list[str]:
    """The goals that red meets in this turn, with this one in its hand."""
    names = [name for name in ("red", "green", "blue") if name in told.facts]
    rows = {name: told.cards.get(name, "").split(",") for name in names}
    registers = {
        name: [text.strip() for text in (*row, *[""] * (len(REGISTERS) - len(row)))]
        for name, row in rows.items()
    }
    seats = [{"name": name} for name in names]
    seats[0] |= {"goal": goal, "home": "a1"}
    facts = {"edition": "variant", "turn": 1, "registers": registers, "extra": {"seats": seats}}
    state = start(told.floor, **facts, **told.facts)
    frames = frames_of(all_registers(state), state)
    met = [frame.event for frame in frames if isinstance(frame.event, GoalMet)]
    return [event.goal for event in met if event.robot == "red"]


EAST: dict[str, Any] = {"red": "a1 east"}
BESIDE: dict[str, Any] = EAST | {"green": "b1 north"}
SLOW = {"green": "right 80, right 100, right 120, right 140, right 160"}
IN_YARD = {"red": "a1 north", "green": "b2 north"}

CASES: dict[str, tuple[Turn, Turn]] = {
    "Bulldozer": (turn(ROAD, "move-3 790", **BESIDE), turn(ROAD, "move-2 670", **BESIDE)),
    "Big Shove": (
        turn(ROAD, "move-2 670", **BESIDE),
        turn(ROAD, "move-1 490, move-1 500", **BESIDE),
    ),
    "Sharpshooter": both(ROAD, ", , , u-turn 10", ", , u-turn 10", **EAST, green="c1 north"),
    "Crossfire": (
        turn(ROAD, red="c1 north", green="a1 east", blue="e1 west"),
        turn(ROAD, red="c1 north", green="a1 east", blue="e1 east"),
    ),
    "Shuttlecock": (
        Turn(ROAD, {"green": "move-3 790"}, {"red": "b1 north", "green": "a1 east"}),
        Turn(ROAD, {"green": "move-2 670"}, {"red": "b1 north", "green": "a1 east"}),
    ),
    "Demolition": (
        turn(ROAD, "move-1 490", red="b1 west", green="a1 north"),
        turn(ROAD, "move-1 490", red="c1 west", green="b1 north"),
    ),
    "Good Company": both(YARD, ", , , , move-2 670", ", , , move-2 670", green="b1 north"),
    "Stand-Off": (turn(ROAD, **EAST, green="b1 west"), turn(ROAD, **BESIDE)),
    "Hermit": both(YARD, "", ", , , , move-1 490", green="b2 north"),
    "Passenger": (turn("> > > > > ."), turn("> > > > . .")),
    "Express Ticket": (turn(">> >> >> >> >> >> ."), turn(">> >> . . . . .")),
    "Merry-Go-Round": both("gr .", ", , move-1 490", ", move-1 490"),
    "Winding Road": (turn("> v\n^ <", red="a2 north"), turn("> v\n. .", red="a2 north")),
    "Sunburn": both(". . .\n. . .", ", , move-1 490", ", move-1 490", red="c1 north",
                    walls=["a1 west"], lasers=["a1 east"]),
    "Hard Head": (
        turn(ROAD, "move-1 490, move-2 670", red="a1 east", walls=["a1 east"]),
        turn(ROAD, "move-1 490, left 70, move-2 670", red="a1 east", walls=["b1 east"]),
    ),
    "Edge Walker": (turn(YARD), turn(YARD, ", , , , move-1 490", red="a2 east")),
    "Daredevil": both(". . .\n. . .\n. o .", ", , , move-2 670", ", , move-2 670"),
    "Workshop Visit": (
        turn(". w .", ", , , , move-1 490", red="a1 east"),
        turn(". w .", ", , , , move-1 490", red="b1 east"),
    ),
    "Flag Keeper": both("f1 .", ", , move-1 490", ", move-1 490", red="a1 east"),
    "Commuter": (turn("> > > > > > ."), turn("> > > > > . .")),
    "Long March": both(ROAD, "move-3 790, move-3 800, move-3 810",
                       "move-3 790, move-3 800, move-2 670", **EAST),
    "Crayfish": both(ROAD, "back-up 430, back-up 440", "back-up 430, move-1 490", red="d1 east"),
    "Dizzy": (
        turn(ROAD, "left 70, right 80, u-turn 10, left 90"),
        turn(ROAD, "left 70, right 80, u-turn 10, move-1 490", red="a1 north"),
    ),
    "Early Bird": (
        Turn(YARD, {"red": "right 420, right 400, right 380, right 360, left 70", **SLOW}, IN_YARD),
        Turn(YARD, {"red": "right 420, right 400, right 380, left 90, left 70", **SLOW}, IN_YARD),
    ),
    "Round Trip": both(ROAD, "move-1 490, , , , back-up 430",
                       "move-1 490, , , back-up 430, move-1 500", **EAST),
    "Scarred Survivor": (turn(ROAD, damage={"red": 6}), turn(ROAD, damage={"red": 5})),
}  # fmt: skip


def test_each_secret_goal_is_shown_here() -> None:
    assert list(CASES) == list(SECRET_GOALS)
    assert len(CASES) == 26


@rule("RV-13")
@cases("goal", *CASES)
def test_a_secret_goal_is_met_or_just_missed(goal: str) -> None:
    """By what happens in one turn; with another goal in its hand nobody is told."""
    met, missed = CASES[goal]
    assert goals_met(met, goal) == [goal]
    assert goals_met(missed, goal) == []


@rule("RV-13")
def test_what_must_be_so_at_the_end_of_a_turn_counts_then_only() -> None:
    """It stood on the wrench before, and has left it."""
    assert goals_met(turn(". w .", "move-1 490, , , , move-1 500", **EAST), "Workshop Visit") == []
