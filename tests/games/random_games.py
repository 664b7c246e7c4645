"""Games that chance plays: one driver for all of them.

Each game's own file says what must hold after every event, and what its games must show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, Decision
from teachkit.core.run.events import Event, Frame
from teachkit.core.run.trace import frames_of
from teachkit.games import game

from ..thorough import THOROUGH

Check = Callable[[Any, Event, Any], None]
"""Asserts what must hold: called with the state before an event, the event, the state after."""

ANY_ORDER = ("calamitron", "lovelace")  # the order of simultaneous answers matters in these games
DAILY = 24  # games of each series that are played every day …
MOST = 100  # … and at most, where something that must happen has not happened yet


def events_in(*modules: ModuleType) -> set[type[Event]]:
    """Return the events that these modules define or import, but for classes that others share."""
    things = [thing for module in modules for thing in vars(module).values()]
    found = {thing for thing in things if isinstance(thing, type) and issubclass(thing, Event)}
    return found - {base for thing in found for base in thing.__bases__}


def played_by_chance(
    name: str, setup: Any, seed: int, turn_limit: int | None = None
) -> Iterator[Frame]:
    """Yield the frames of a game up to its end, or to the first one of turn `turn_limit`."""
    chance = Chance(seed)

    def answers(decisions: tuple[Decision, ...], state: Any) -> list[Answer]:
        left, given = list(decisions), []
        while left:
            decision = chance.pick(left) if name in ANY_ORDER else left[0]
            left.remove(decision)
            given.append(chance.answer(decision))
        return given

    for frame in frames_of(game(name).play(setup), setup.state(), answers):
        yield frame
        table = frame.state.table
        if turn_limit and table and table.turn >= turn_limit:
            return


def watched(
    name: str, setup: Any, seed: int, check: Check, turn_limit: int | None = None
) -> Iterator[Event]:
    """Yield the events of a game after checking each. The game ends or reaches its turn limit."""
    before = setup.state()
    for event, after in played_by_chance(name, setup, seed, turn_limit):
        check(before, event, after)
        yield event
        before = after
    if type(event).__name__ == "Ended":
        assert game(name).outcome(before)
    else:
        assert turn_limit
        assert before.table.turn >= turn_limit


def kind(event: Event) -> set[Any]:
    """Return what most events show: that such an event happens."""
    return {type(event)}


@dataclass(frozen=True, kw_only=True)
class Series:
    """Games of one edition; the number of a set-up is the seed of its game.

    Thorough tests play them all. Others play those of `first`, which show much together, then the
    first ones, and more only as long as something that must happen is missing.
    """

    game: str
    setups: Sequence[Any]
    check: Check
    first: Sequence[int]
    must: Set[Any]  # happen
    seldom: Set[Any] = frozenset()  # happen in hundreds of games, but not in few
    never: Set[Any] = frozenset()  # happen
    shows: Callable[[Event], set[Any]] = kind
    turn_limit: int | None = None

    def play(self) -> None:
        """Play the games, check every event, and see that all happens that must happen."""
        must = self.must if THOROUGH else self.must - self.seldom
        first = [] if THOROUGH else [*self.first, *range(DAILY)]
        others = range(len(self.setups) if THOROUGH else MOST)
        happened: set[Any] = set()
        for number, seed in enumerate([*first, *others]):
            if not THOROUGH and number >= len(first) and must <= happened:
                break
            setup = self.setups[seed]
            for event in watched(self.game, setup, seed, self.check, self.turn_limit):
                happened |= self.shows(event)
        assert must - happened == set()
        assert not self.never & happened
