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
    """The rules of an edition. The last fields settle points that the printed text leaves open."""

    instructions: tuple[str, ...] = _ALL
    most: int | None = 6  # the most instructions in a program
    recovery: int = 3  # instructions that run after standing up
    catastrophes: int = 3  # the number that loses the game
    upgrades_each: int = 2
    limited: bool = True  # instructions are limited by the type of the retro
    playable: bool = False  # can be played as a match
    boss: bool = False  # a match has the Bossbot
    minion: bool = False  # a match has the Minionbot
    crates: bool = True  # a match has crates
    types: tuple[str, ...] = ()  # the types whose rogue cards may be drawn; (): all
    rogues: int = 0  # the number placed in a match; 0: as many as there are arrows
    rounds: int = 0  # the rogues win after this many; 0: no limit
    timer: int = 60  # seconds for programming; 0: programming is not timed
    boss_required: bool = False  # the win also requires that no extra rogue is left
    may_decline: bool = True  # a player may choose not to program a bot beside the retro
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
