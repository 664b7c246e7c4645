"""What an edition is: its numbers, and what its game is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from teachkit.core.game.options import Options
from teachkit.games.roborally.instructions import NAMES

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple", "white", "cyan")
"""The eight robots, in seat order."""

REGISTERS = (1, 2, 3, 4, 5)
MOST_DAMAGE = 10
LINES_OF_SIGHT = ("facing", "any")

Effect: TypeAlias = Callable[..., Any]
Effects: TypeAlias = Mapping[str, Mapping[str, Effect]]
"""By the name of a card that a robot may hold: what it does at which moment (`moments`)."""


@dataclass(frozen=True)
class Rules:
    """One edition. The defaults are those of 2005.

    `effects` is what cards that robots hold do, `worth` how much damage each keeps off when it is
    discarded, `charges` how many it comes with; `lay_away` knows the piles of an edition's own
    cards. `phases` are the parts of a turn in their order, `opening` what comes before the first
    one, `watched` what counts the frames of a register, `over` who has won, `points` what each
    has, `read_extra` what reads what else lies on the table. An edition with other ones is another
    tuple of functions, not a branch in the round.
    """

    name: str
    title: str
    published: bool = True
    instructions: tuple[str, ...] = field(default=NAMES, repr=False)
    loops: tuple[int, ...] = ()
    loop_cards: int | None = None
    nested: bool = False
    sensors: bool = False
    playable: bool = True
    priorities: bool = True  # or cards without a number will do
    robots_shoot: bool = True  # RR-22
    flags: int = 3  # how many of the board's flags are in the game
    lives: int = 3
    one_flag_per_turn: bool = True  # RR-25
    virtual_start: bool = False  # 1994: all start on one square
    points_to_win: int = 0  # in an edition with points
    time_up: int = 0  # the turn in which time is up; one more is played
    sees_all_ways: bool = False  # or ahead only, in questions of sight
    robots_first: bool = False  # of what is shot at once, by priority; then lasers on walls
    options: tuple[str, ...] = field(default=(), repr=False)
    effects: Effects = field(default_factory=dict, repr=False, compare=False)
    worth: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    charges: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    lay_away: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    opening: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    phases: tuple[Callable[..., Any], ...] = field(default=(), repr=False, compare=False)
    watched: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    read_extra: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    over: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    points: Callable[..., Any] | None = field(default=None, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[Any, ...]]:
        """An edition travels by its name: what it is made of stays where it is."""
        return _edition, (self.name, {name: getattr(self, name) for name in OPTIONS})


def _edition(name: str, chosen: Mapping[str, Any]) -> Rules:
    from teachkit.games.roborally.editions import EDITIONS  # they are made of rules

    return replace(EDITIONS[name], **chosen)


OPTIONS: Options = {
    "flags": range(1, 9),
    "lives": range(1, 10),
    "one_flag_per_turn": None,
    "virtual_start": None,
    "points_to_win": range(100),
    "time_up": range(10_000),
    "sees_all_ways": None,
}
"""The fields that a set-up may change; the others are what makes an edition."""
