"""Watches: counters carried along by a search to decide checks on what happens during a run.

A search sees only states, not events, so each state carries a note for each such check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from teachkit.core.game.foresight import Foresight, Rounds
from teachkit.core.game.game import Game, Sensors
from teachkit.core.language.instructions import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Flow, Frame, frames_of
from teachkit.core.run.walk import Skipped
from teachkit.exercises.judging.checks import is_at
from teachkit.exercises.model.file import CheckLine
from teachkit.play.search import UnfitError

WATCHES = ("never_skips", "skips", "passes", "keeps_off")
"""The checks on the events of a run that a search can decide from the frames of each card."""


class Watch(NamedTuple):
    """A counter that decides a check by counting the cards whose frames satisfy `happens`.

    The current count, called a note, is stored with each state, and starts at `first`. The check
    passes if the final count is `wanted`. If `is_least` is true, more would do, so counting stops
    there.
    """

    happens: Callable[[Sequence[Frame]], bool]
    wanted: int
    first: int = 0
    is_least: bool = False

    def after(self, note: int, frames: Sequence[Frame]) -> int:
        """Return the note after a card that produced `frames`, given the `note` before the card."""
        if self.is_least and note == self.wanted:
            return note
        return note + self.happens(frames)


def watch_for(line: CheckLine, game: Game, player: str, start: object) -> Watch:
    """Return the watch that decides the check in `line` for a start."""
    where = line.facts.get("where")

    def passes(frames: Sequence[Frame]) -> bool:
        return any(is_at(game, frame.state, player, where) for frame in frames)

    def skips(frames: Sequence[Frame]) -> bool:
        return any(isinstance(frame.event, Skipped) for frame in frames)

    if line.check in ("never_skips", "skips"):
        return Watch(skips, wanted_note(line))
    first = is_at(game, start, player, where)
    return Watch(passes, wanted_note(line), first, is_least=line.check == "passes")


def wanted_note(line: CheckLine) -> int:
    """Return the final note with which the check in `line` passes."""
    return 1 if line.check == "passes" else int(line.facts.get("times", 0))


class Noted(NamedTuple):
    """A state of a watched game: the game's own `state`, and the current note of each watch."""

    state: Any
    notes: tuple[int, ...]


def watched(game: Game, watches: Sequence[Watch], is_first: bool) -> Game[Noted]:
    """Return a copy of `game`, for a search, in which states carry the notes of `watches`.

    If `is_first` is true, the search begins at the exercise's first start, and cards that the
    game's rules do not allow raise `UnfitError`.
    """

    def perform(noted: Noted, player: str, instruction: Instruction) -> Flow[Noted]:
        state = noted.state
        if is_first and game.problems(state, player, Program((instruction,))):
            raise UnfitError
        return noting(noted, game.perform(state, player, instruction))

    def finish(noted: Noted, player: str) -> Flow[Noted]:
        return noting(noted, game.finish(noted.state, player))

    def noting(before: Noted, flow: Flow[object]) -> Flow[Noted]:
        """Yield the last frame of `flow` with the notes after it, and return that frame's state.

        Raise `UnfitError` if a check can no longer pass.
        """
        frames = tuple(frames_of(flow, before.state))
        pairs = zip(watches, before.notes, strict=True)
        notes = tuple(watch.after(note, frames) for watch, note in pairs)
        if any(note > watch.wanted for note, watch in zip(notes, watches, strict=True)):
            raise UnfitError
        if not frames:
            return before
        after = Noted(frames[-1].state, notes)
        yield Frame(frames[-1].event, after)
        return after

    return replace(
        game,
        perform=perform,
        finish=finish,
        sensors=_unnoted_sensors(game.sensors),
        foresight=Foresight(rounds=_unnoted_rounds(game.foresight.rounds)),
    )


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
