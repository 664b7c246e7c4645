"""Checks of the way for a search, which keeps a small number beside each state.

A search sees only states. So a check such as `passes` examines the frames of each card, and carries
the number that it needs along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.game.foresight import Foresight, Rounds
from teachkit.core.game.game import Game, Sensors
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame, frames_of
from teachkit.core.run.walk import Skipped
from teachkit.play.search import UnfitError

Note: TypeAlias = int
Visits: TypeAlias = Callable[[Any], bool]


class Watch(NamedTuple):
    """The notes of a check: the first, the next after a card's frames, and whether it is enough.

    A note is `None` if the check can no longer pass.
    """

    first: Note | None
    after: Callable[[Note, Sequence[Frame]], Note | None]
    is_enough: Callable[[Note], bool] = lambda note: True


def never_skips(visits: Visits, start: object) -> Watch:
    return Watch(0, lambda note, frames: None if _skipped(frames) else note)


def skips(visits: Visits, start: object, times: int) -> Watch:
    def count(note: Note, frames: Sequence[Frame]) -> Note | None:
        note += _skipped(frames)
        return note if note <= times else None

    return Watch(0, count, lambda note: note == times)


def passes(visits: Visits, start: object, where: str) -> Watch:
    def look(note: Note, frames: Sequence[Frame]) -> Note:
        return note or int(any(visits(frame.state) for frame in frames))

    return Watch(int(visits(start)), look, bool)


def keeps_off(visits: Visits, start: object, where: str) -> Watch:
    def look(note: Note, frames: Sequence[Frame]) -> Note | None:
        return None if any(visits(frame.state) for frame in frames) else note

    return Watch(None if visits(start) else 0, look)


def _skipped(frames: Sequence[Frame]) -> bool:
    return any(isinstance(frame.event, Skipped) for frame in frames)


WATCHES: Mapping[str, Callable[..., Watch]] = {
    watch.__name__: watch for watch in (never_skips, skips, passes, keeps_off)
}


def watch_for(
    name: str, game: Game, player: str, start: object, facts: Mapping[str, object]
) -> Watch:
    """Return the watch of this check for one start."""
    where = str(facts.get("where", ""))

    def visits(state: object) -> bool:
        place = game.whereabouts(state, player)
        return place == where or place.split()[0] == where

    return WATCHES[name](visits, start, **facts)


class Noted(NamedTuple):
    """A state, and the notes of each watch so far."""

    state: Any
    notes: tuple[Note | None, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class WatchedGame(Game[Noted]):
    """A game whose states carry notes, for a search."""

    watches: Sequence[Watch]

    def start(self, state: object) -> Noted:
        """Return the state with the first notes."""
        return Noted(state, tuple(watch.first for watch in self.watches))

    def are_enough(self, notes: tuple[Note | None, ...]) -> bool:
        """Return whether all checks pass if a program ends with these notes."""
        return all(
            note is not None and watch.is_enough(note)
            for watch, note in zip(self.watches, notes, strict=True)
        )


def watched(game: Game, watches: Sequence[Watch], is_first: bool) -> WatchedGame:
    """Return the game for a search, with the notes of these watches beside each state.

    If `is_first`, the rules also decide which cards are allowed: this is checked on the first start
    only.
    """

    def perform(noted: Noted, player: str, instruction: Instruction) -> Flow[Noted]:
        state = noted.state
        if is_first and game.problems(state, player, Program((instruction,))):
            raise UnfitError
        return noting(noted, game.perform(state, player, instruction))

    def finish(noted: Noted, player: str) -> Flow[Noted]:
        return noting(noted, game.finish(noted.state, player))

    def noting(before: Noted, flow: Flow[object]) -> Flow[Noted]:
        """Return the flow as one frame. Raise `UnfitError` if a check can no longer pass."""
        frames = tuple(frames_of(flow, before.state))
        notes = tuple(
            None if note is None else watch.after(note, frames)
            for watch, note in zip(watches, before.notes, strict=True)
        )
        if None in notes:
            raise UnfitError
        after = before
        if frames:
            after = Noted(frames[-1].state, notes)
            yield Frame(frames[-1].event, after)
        return after

    fields_of_game = {field.name: getattr(game, field.name) for field in fields(game)}
    changed = {
        "perform": perform,
        "finish": finish,
        "sensors": _unnoted_sensors(game.sensors),
        "foresight": Foresight(rounds=_unnoted_rounds(game.foresight.rounds)),
        "watches": watches,
    }
    return WatchedGame(**fields_of_game | changed)


def _unnoted_sensors(sensors: Sensors) -> Sensors[Noted]:
    def unnoted(ask: Callable[[Any, str], bool]) -> Callable[[Noted, str], bool]:
        return lambda noted, player: ask(noted.state, player)

    found = Sensors[Noted]()
    found.conditions = {name: unnoted(ask) for name, ask in sensors.conditions.items()}
    return found


def _unnoted_rounds(rounds: Rounds | None) -> Rounds[Noted] | None:
    if rounds is None:
        return None
    return Rounds(
        essence=lambda noted, player: Noted(rounds.essence(noted.state, player), noted.notes),
        alike=lambda noted, player, card: rounds.alike(noted.state, player, card),
        halves=lambda: None,  # notes are taken for a whole round
    )
