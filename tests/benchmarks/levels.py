"""The levels on which searches are measured: nine by nine squares, hills, walls, three samples.

They are like levels that teachers set: the samples are far apart, none is on the way to another,
and the best program is found only after most reachable positions have been searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from teachkit.core.language.program import Program
from teachkit.exercises.model.exercise import Exercise
from tests.exercises.making import made

PLAIN = ("forward", "left", "right")
ALL = (*PLAIN, "jump", "all-forward")

COURTYARD = """
. . . . . . . . .
. . . # # # . . .
. . . # . . . . .
. . . # . . # . .
. # . . . . # . .
. # . . . . # . .
. # # # . . . . .
. . . . . . . . .
. . . . . . . . .
"""
COURTYARD_WALLS = ("e1 north", "f1 north", "b8 east", "g3 north")
HILLS = """
. . . . . . . . .
. # # . . . . . .
. # # . . . . H .
. . . . . . . # .
. . . . # . . . .
. . . # # . . . .
. . . . . . . . .
. . # . . . . # .
. . . . . . . . .
"""
HILL_WALLS = ("d2 north", "e2 north", "f2 north", "c6 east", "c7 east", "g4 east", "g5 east")
ROOMS = """
. . # . . . # . .
. . # . . . # . .
. . . . . . . . .
# # . . H . . # #
. . . . # . . . .
# # . . . . . # #
. . . . . . . . .
. . # . . . # . .
. . # . . . # . .
"""
SMALL = """
. . . . . .
. # # . . .
. # # . . .
. . . # # .
. . . # # .
. . . . . .
"""


def final(game: Any, state: Any, programs: Mapping[str, Program]) -> Any:
    """Return the state after these programs, played by the rules and without chance."""
    for sent in game.resolve(state, programs):
        state = sent.state
    return state


def level(
    floor: str,
    rover: str,
    samples: Sequence[str],
    cards: Sequence[str] = ALL,
    walls: Sequence[str] = (),
    lab: str = "",
    home: str = "",
) -> Exercise:
    """Return an exercise: collect all samples, deliver them if there is a `lab`, go `home`.

    It is built again on each call, so that nothing about it is cached.
    """
    start: dict[str, Any] = {
        "floor": floor,
        "rovers": {"red": rover},
        "samples": dict.fromkeys(samples, "blue"),
        "walls": list(walls),
        "bases": {"red": lab} if lab else {},
    }
    check = "delivers" if lab else "collects"
    checks: list[dict[str, Any]] = [{"check": check, "samples": min(3, len(samples))}]
    checks += [{"check": "stands_on", "square": home}] if home else []
    return made("level", text="Collect.", cards=list(cards), starts=[start], checks=checks)


def delivery(cards: Sequence[str] = ALL) -> Exercise:
    """Return the task of the board game itself: fetch three samples and deliver them to the lab."""
    return level(COURTYARD, "a1 north", ["b3", "f6", "i9"], cards, COURTYARD_WALLS, lab="e3")


def round_trip() -> Exercise:
    return level(HILLS, "a1 east", ["h8", "a9", "i1"], ALL, HILL_WALLS, home="a1")


def four_rooms() -> Exercise:
    return level(ROOMS, "e2 north", ["a1", "i9", "a9"], (*PLAIN, "jump"), home="e2")


def open_hills(number: int, cards: Sequence[str] = ALL) -> Exercise:
    """Return an exercise to collect the first `number` of three samples on the hills."""
    return level(HILLS, "a1 east", ["h8", "a9", "i1"][:number], cards, HILL_WALLS)


def crowded() -> Exercise:
    """Return an exercise with five samples on the large board, of which any three are delivered."""
    samples = ["b3", "f6", "i9", "i1", "a9"]
    return level(COURTYARD, "a1 north", samples, ALL, COURTYARD_WALLS, lab="e3")


def small() -> Exercise:
    return level(SMALL, "a1 north", ["f6"], ALL, ["a3 north"], lab="f1")
