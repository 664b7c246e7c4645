"""The editions: the printed game, and our own variants for teaching."""

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
    """The rules of an edition, with settings for cases that the printed rules leave open.

    Attributes:
        most: The largest number of instructions in a program.
        recovery: The number of instructions that a retro may run after standing up.
        catastrophes: The number of face-up catastrophes that loses the game.
        upgrades_each: The number of upgrades that each player draws in a match.
        limited: Whether the type of a retro limits its special instructions.
        boss: Whether a match has the Bossbot.
        minion: Whether a match has the Minionbot.
        crates: Whether a match has crates.
        types: The types whose rogue cards may be drawn. By default, all types may.
        rogues: The number of rogues in a match, or 0 for as many as there are arrows.
        rounds: The number of rounds after which the rogues win, or 0 for no limit.
        timer: The number of seconds for programming, or 0 for no limit.
        boss_required: Whether the players must also remove the extra rogues to win.
        may_decline: Whether a player may choose not to program a bot next to the retro.
    """

    instructions: tuple[str, ...] = _ALL
    most: int | None = 6
    recovery: int = 3
    catastrophes: int = 3
    upgrades_each: int = 2
    limited: bool = True
    playable: bool = False  # whether the edition can be played as a match
    boss: bool = False
    minion: bool = False
    crates: bool = True
    types: tuple[str, ...] = ()
    rogues: int = 0
    rounds: int = 0
    timer: int = 60
    boss_required: bool = False
    may_decline: bool = True
    card_by_card: bool = False  # whether retros in an exercise take turns after each instruction

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
"""The fields that a set-up may change, with their allowed values. Editions fix the others."""

STANDARD = Rules("standard", "The whole game", playable=True)
_TEACHING = replace(STANDARD, playable=False)
TURNS = replace(
    _TEACHING,
    name="turns",
    title="Retros take turns card by card (not in the board game)",
    card_by_card=True,
)
DRIVE = replace(
    _TEACHING,
    name="drive",
    title="Driving and pushing without limits (not in the board game)",
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
