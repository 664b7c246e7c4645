"""A player that runs a sandboxed strategy, and passes if the strategy gives no valid answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from teachkit.core.run.decisions import Decision
from teachkit.core.run.flow import first
from teachkit.core.strings import cut
from teachkit.exercises.running.results import Result, shown
from teachkit.exercises.running.strategy_games import PLAY, BrokeOffError, Player, Seat
from teachkit.exercises.running.troubles import Stopped
from teachkit.play.tournament import Pass
from teachkit.words import say

PASSING = "pass"  # the name of the option to pass, in games that have this option
CALL = f"{PLAY}(…)"
MOST_KEPT = 3  # passes stored for the report, each with a different cause
LONGEST = 300


class Sandboxed(Player, Protocol):
    """The protocol of players that also report whether their strategy changed its arguments."""

    has_changed: bool


class FallbackStrategy:
    """A learner's sandboxed strategy that passes instead of giving an invalid answer.

    `passes` maps the sentence that explains a cause to the first pass with this cause, for at most
    `MOST_KEPT` causes.
    """

    def __init__(self, player: Sandboxed, name: str, source: str, seat: Seat) -> None:
        self.player, self.name, self.source, self.seat = player, name, source, seat
        self.answered = self.passed = 0
        self.has_changed = False
        self.passes: dict[str, Pass] = {}

    def __call__(self, view: object, decision: Decision) -> Any:
        self.answered += 1
        try:
            return self.seat(view, decision)
        except BrokeOffError as error:
            self.passed += 1
            self._keep(why(error.result, self.source))
            return passing(decision)
        finally:
            self.has_changed = self.has_changed or self.player.has_changed

    def _keep(self, says: str) -> None:
        if says not in self.passes and len(self.passes) < MOST_KEPT:
            self.passes[says] = Pass(self.name, self.answered, says, *self.seat.asked)

    def remarks(self) -> Iterator[str]:
        """Yield a sentence about each harmless fault that the strategy's author should know of."""
        if self.seat.printed:
            yield say("It prints something, but nobody can read that in a tournament.")
        if self.has_changed:
            yield say(
                "It changes the view or the decision that it was given. They are copies, so "
                "this has no effect."
            )


def passing(decision: Decision) -> Any:
    """Return the option to pass if `decision` offers one, or else its first option."""
    for option in getattr(decision, "options", ()):
        if option == PASSING:
            return option
    return first(decision)


def why(result: Result, source: str) -> str:
    """Return a sentence that explains why `result` is not a valid answer."""
    if result.trouble != "answer":
        where = say("your code") if result.loading else CALL
        says = Stopped(result, where, PLAY, 2, source, ("later",)).says
    elif result.value is None:
        says = say("{call} returned nothing. It should return an answer.", call=CALL)
    else:
        says = say("It answered {value}. {reason}", value=shown(result.value), reason=result.reason)
    return cut(says, LONGEST)
