"""Editions: the printed one, and some of our own for teaching."""

from __future__ import annotations

from dataclasses import dataclass, replace

from teachkit.core.game.game import Rules as CommonRules
from teachkit.core.game.setups import Options
from teachkit.games.calamitron.bots import rogue_types

_BASIC = ("forward", "forward-2", "left", "right")
_LOADER = ("forward-3", "back-2", "u-turn", "shove")
_ALL = (*_BASIC, *_LOADER, "tractor", "forcer", "program")


@dataclass(frozen=True)
class Rules(CommonRules):
    """An edition. The last fields are readings of points that the printed text leaves open."""

    instructions: tuple[str, ...] = _ALL
    most: int | None = 6  # instructions in a program
    recovery: int = 3  # instructions after standing up
    catastrophes: int = 3  # that lose the game
    upgrades_each: int = 2
    limited: bool = True  # by the type of the retro
    playable: bool = False  # as a match
    boss: bool = False  # in a match
    minion: bool = False  # in a match
    crates: bool = True  # in a match
    types: tuple[str, ...] = ()  # the rogue cards that are drawn from; (): all
    rogues: int = 0  # how many are placed in a match; 0: as many as there are arrows
    rounds: int = 0  # after which the rogues have won; 0: no limit
    timer: int = 60  # seconds for programming; 0: nobody looks at the clock
    boss_required: bool = False  # for the win, with the minion
    may_decline: bool = True  # to program a bot that stands beside
    card_by_card: bool = False  # in an exercise retros take turns after each instruction

    __hash__ = CommonRules.__hash__


_COUNT = range(1, 100)
OPTIONS: Options = {
    "most": _COUNT,
    "recovery": range(100),
    "catastrophes": _COUNT,
    "upgrades_each": range(100),
    "limited": None,
    "boss": None,
    "minion": None,
    "crates": None,
    "types": rogue_types(),
    "rogues": range(100),
    "rounds": range(1000),
    "timer": range(3600),
    "boss_required": None,
    "may_decline": None,
}
"""The fields that a set-up may change; the others make an edition what it is."""

STANDARD = Rules("standard", "The whole game", playable=True)
_TEACHING = replace(STANDARD, published=False, playable=False)
TURNS = replace(
    _TEACHING,
    name="turns",
    title="Retros take turns card by card (not in the board game)",
    card_by_card=True,
)
DRIVE = replace(
    _TEACHING,
    name="drive",
    title="Driving and pushing, as much as you like (not in the board game)",
    instructions=(*_BASIC, "forward-3", "back-2", "u-turn"),
    limited=False,
    most=None,
)
LOOPS = replace(
    DRIVE,
    name="loops",
    title="Driving with loops (not in the board game)",
    loops=tuple(range(2, 10)),
    nested=True,
)
SENSORS = replace(
    LOOPS,
    name="sensors",
    title="While and if with sensors (not in the board game)",
    instructions=_ALL,
    sensors=True,
)

EDITIONS = {rules.name: rules for rules in (STANDARD, TURNS, DRIVE, LOOPS, SENSORS)}
