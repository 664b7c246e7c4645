"""Random games: one driver for all of them.

Each game's own test says what must hold after every event, and which events must occur.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from teachkit.core.run.chance import Chance
from teachkit.core.run.decisions import Answer, Decision
from teachkit.core.run.flow import Event, Frame
from teachkit.games import game

from ..flows import frames_while_running
from ..thorough import THOROUGH

Check = Callable[[Any, Event, Any], None]
"""Asserts what must hold: called with the state before an event, the event, the state after."""

ANY_ORDER = ("calamitron", "lovelace")  # in these games, the order of simultaneous answers matters
DAILY = 24  # games of each series in daily tests
MOST = 100  # the limit of further games, if a required event has not occurred


def events_in(*modules: ModuleType) -> set[type[Event]]:
    """Return the events that these modules define or import, but for classes that others share."""
    things = [thing for module in modules for thing in vars(module).values()]
    found = {thing for thing in things if isinstance(thing, type) and issubclass(thing, Event)}
    return found - {base for thing in found for base in thing.__bases__}


def played_by_chance(
    name: str, setup: Any, seed: int, turn_limit: int | None = None
) -> Iterator[Frame]:
    """Yield the frames of a random game to its end, or until turn `turn_limit` begins."""
    chance = Chance(seed)

    def answers(decisions: tuple[Decision, ...], state: Any) -> list[Answer]:
        left, given = list(decisions), []
        while left:
            decision = chance.pick(left) if name in ANY_ORDER else left[0]
            left.remove(decision)
            given.append(chance.answer(decision))
        return given

    for frame in frames_while_running(game(name).play(setup), setup.state(), answers):
        yield frame
        table = frame.state.table
        if turn_limit and table and table.turn >= turn_limit:
            return


def watched(
    name: str, setup: Any, seed: int, check: Check, turn_limit: int | None = None
) -> Iterator[Event]:
    """Yield the events of a game after checking each; the game must end or reach its turn limit."""
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
    """Return the type of an event, which is what most events must show."""
    return {type(event)}


@dataclass(frozen=True, kw_only=True)
class Series:
    """Games of one edition; the index of a set-up is the seed of its game.

    Thorough tests play all of them. Others play those in `first`, which show many events, then the
    first ones, and more only while a required event is missing.
    """

    game: str
    setups: Sequence[Any]
    check: Check
    first: Sequence[int]
    must: Set[Any]  # events that must occur
    seldom: Set[Any] = frozenset()  # events that must occur in hundreds of games, but not in a few
    never: Set[Any] = frozenset()  # events that must not occur
    shows: Callable[[Event], set[Any]] = kind
    turn_limit: int | None = None

    def play(self) -> None:
        """Play the games, check every event, and assert that all required events occur."""
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
