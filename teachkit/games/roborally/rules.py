"""The rules of an edition: its numbers, and the functions in which editions differ."""

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
"""A function that plays one part of a round or of a register."""


@dataclass(frozen=True)
class Rules(CommonRules, Generic[State]):
    """The rules of one edition. The defaults are those of 2005.

    Three fields are keyed by the names of held cards: `effects`; `worth`, the points of damage that
    discarding a card prevents; and `charges`, the initial number of charges. `lay_away` puts a held
    card on its discard pile. `opening` plays everything before the first round, and `phases` are
    the parts of a round in order. `questions` are rules that begin by asking one player, so that a
    strategy can try their answers. `watched` plays a register and may then score it, `over` returns
    the outcome, `points` returns the points of each player, and `read_extra` reads the edition's
    own part of the table. All differences between editions are in these fields; no other code
    checks the edition. [RR-25]

    Attributes:
        flags: The number of flags on the board that are used.
        lives: The number of lives that each robot has.
        one_flag_per_turn: Whether a robot touches at most one flag in a round.
        virtual_start: Whether all robots start on one square, as in the rules of 1994.
        points_to_win: The number of points that wins, or 0 if points do not decide.
        time_up: The round in which time runs out, before one more round, or 0 for no limit.
        sees_all_ways: Whether robots see in all directions, instead of only ahead.
    """

    instructions: tuple[str, ...] = field(default=NAMES, repr=False)
    playable: bool = True
    priorities: bool = True  # whether each card must be written with its priority
    robots_shoot: bool = True  # whether robots have lasers [RR-22]
    flags: int = 3
    lives: int = 3
    one_flag_per_turn: bool = True
    virtual_start: bool = False
    points_to_win: int = 0
    time_up: int = 0
    sees_all_ways: bool = False
    robots_first: bool = False  # whether robots' shots, by priority, hit before lasers on walls
    options: tuple[str, ...] = field(default=(), repr=False)
    effects: Mapping[str, Moments[State]] = field(default_factory=dict, repr=False, compare=False)
    worth: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    charges: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    lay_away: Callable[[State, str], State] | None = field(default=None, repr=False, compare=False)
    opening: Callable[[State, tuple[str, ...]], Flow[State]] = field(
        kw_only=True, repr=False, compare=False
    )
    phases: tuple[Phase[State], ...] = field(default=(), repr=False, compare=False)
    questions: tuple[Callable[[State, str], Flow[State]], ...] = field(
        default=(), repr=False, compare=False
    )
    watched: Callable[[Flow[State]], Flow[State]] = field(
        default=lambda register: register, repr=False, compare=False
    )
    read_extra: Callable[[dict[str, Any]], Any] | None = field(
        default=None, repr=False, compare=False
    )
    over: Callable[[State], Outcome | None] = field(kw_only=True, repr=False, compare=False)
    points: Callable[[State], dict[str, int]] = field(kw_only=True, repr=False, compare=False)

    __hash__ = CommonRules.__hash__

    def __reduce__(self) -> tuple[Callable[..., Rules[State]], tuple[Any, ...]]:
        """Pickle an edition by its name and options, since its functions cannot be pickled."""
        return _edition, (self.name, {name: getattr(self, name) for name in OPTIONS})


PRINTED: dict[str, Rules] = {}
"""The editions by name, for unpickling; the module `editions` fills this dictionary."""


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
"""The fields that a set-up may change, with their allowed values."""
