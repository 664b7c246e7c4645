"""What a game tells those who plan: what a state is worth, and what an answer leads to.

What a state is worth is an opinion, and no rule of the game; strategies may have a better one.
What an answer leads to is always asked of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from teachkit.core.language.program import Program
from teachkit.core.run.flow import Decision, Flow


class Foresight(Protocol):
    """What a game tells a player on its own. A module may be one.

    `worth` is how good a state is for a player. `candidates` are the answers worth a try, each
    of them possible, few enough to try them all; where there are very many, they are made by
    keeping the `width` best beginnings. `later` is what an answer leads to by the rules, as far
    as it is this player's own doing; what others and chance would say is asked on the way.

    `guessed` is a state that the view may be of: chance deals what is hidden. `onward` is how the
    game goes on from where `later` has led, until this player has had another turn.
    """

    def worth(self, state: Any, player: str) -> float: ...
    def candidates(self, view: Any, decision: Decision, width: int = 4) -> Iterable[Any]: ...
    def later(self, view: Any, decision: Decision, answer: Any) -> Flow[Any]: ...
    def guessed(self, view: Any, player: str) -> Flow[Any]: ...
    def onward(self, state: Any, player: str) -> Flow[Any]: ...


class Teamwork(Protocol):
    """What a game tells players who win or lose together. A module may be one.

    `worth` is how good a state is for a player, `order` in which order programs run this round,
    and `ahead` plays the round as far as programs are known.
    """

    def worth(self, state: Any, player: str) -> float: ...
    def order(self, state: Any) -> tuple[str, ...]: ...
    def ahead(self, state: Any, programs: Mapping[str, Program]) -> Flow[Any]: ...
