"""Editions: their numbers, and the functions that define the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias

from teachkit.core.game.game import Outcome
from teachkit.core.game.game import Rules as CommonRules
from teachkit.core.game.setups import Options
from teachkit.core.run.flow import Flow, State
from teachkit.games.roborally.cards import NAMES
from teachkit.games.roborally.moments import Moments

Phase: TypeAlias = Callable[[State], Flow[State]]
"""A part of a turn or of a register."""


@dataclass(frozen=True)
class Rules(CommonRules, Generic[State]):
    """One edition. The defaults are those of 2005.

    `effects` are the effects of held cards, `worth` the damage that each prevents when discarded,
    and `charges` the initial charges of each; `lay_away` puts an edition's own card on its discard
    pile. `phases` are the parts of a turn in order, and `opening` comes before the first one.
    `watched` counts the frames of a register, `over` returns the winner, `points` everybody's
    points, and `read_extra` reads the edition's own part of the table. An edition that differs has
    different functions here, never a branch in the round.
    """

    instructions: tuple[str, ...] = field(default=NAMES, repr=False)
    playable: bool = True
    priorities: bool = True  # whether each card needs its number
    robots_shoot: bool = True  # robots have lasers [RR-22]
    flags: int = 3  # the number of the board's flags that are used
    lives: int = 3
    one_flag_per_turn: bool = True  # a robot touches at most one in a turn [RR-25]
    virtual_start: bool = False  # 1994: all robots start on one square
    points_to_win: int = 0  # the points that win; 0: points do not decide
    time_up: int = 0  # the turn in which time is up; one more is played
    sees_all_ways: bool = False  # whether questions of sight look in all directions, or only ahead
    robots_first: bool = False  # robots' shots hit first, by priority; then lasers on walls
    options: tuple[str, ...] = field(default=(), repr=False)
    effects: Mapping[str, Moments[State]] = field(default_factory=dict, repr=False, compare=False)
    worth: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    charges: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    lay_away: Callable[[State, str], State] | None = field(default=None, repr=False, compare=False)
    opening: Callable[[State, tuple[str, ...]], Flow[State]] | None = field(
        default=None, repr=False, compare=False
    )
    phases: tuple[Phase[State], ...] = field(default=(), repr=False, compare=False)
    watched: Callable[[State, Flow[State]], Flow[State]] | None = field(
        default=None, repr=False, compare=False
    )
    read_extra: Callable[[dict[str, Any]], Any] | None = field(
        default=None, repr=False, compare=False
    )
    over: Callable[[State], Outcome | None] | None = field(default=None, repr=False, compare=False)
    points: Callable[[State], dict[str, int]] | None = field(
        default=None, repr=False, compare=False
    )

    __hash__ = CommonRules.__hash__

    def __reduce__(self) -> tuple[Callable[..., Rules[State]], tuple[Any, ...]]:
        """Pickle an edition by its name, since its functions cannot be pickled."""
        return _edition, (self.name, {name: getattr(self, name) for name in OPTIONS})


PRINTED: dict[str, Rules] = {}
"""The editions by name, where unpickling finds them; `editions` fills it."""


def _edition(name: str, chosen: Mapping[str, Any]) -> Rules:
    return replace(PRINTED[name], **chosen)


OPTIONS: Options = {
    "flags": range(1, 9),
    "lives": range(1, 10),
    "one_flag_per_turn": None,
    "virtual_start": None,
    "points_to_win": range(100),
    "time_up": range(10_000),
    "sees_all_ways": None,
}
"""The fields that a set-up may change; the others define an edition."""
