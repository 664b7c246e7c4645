"""What can happen in the game, in the past tense; `str(event)` is what the learner reads."""

from __future__ import annotations

from teachkit.core.run.flow import Event
from teachkit.games.lovelace.reasons import called, sum_of
from teachkit.words import say, say_many, translate

_FROM = {
    "swap": ("units", "tens"),
    "copy-tens": ("tens", "tens"),
    "copy-units": ("units", "units"),
}


class Computed(Event, frozen=True):
    """A row was worked out. `kind` is the component's, `number` what is printed on it."""

    player: str
    cell: str
    operator: str
    kind: str
    number: int
    before: int
    after: int

    @property
    def came_from(self) -> tuple[str, str]:
        """Which digit of `before` each digit of `after` is, tens first; empty: it is a new one.

        >>> Computed("ada", "B4", "swap", "swap", 0, 37, 73).came_from
        ('units', 'tens')
        """
        return _FROM.get(self.kind, ("", ""))

    @property
    def changed(self) -> tuple[bool, bool]:
        """Whether the tens digit changed, and whether the units digit did."""
        before, after = f"{self.before:02}", f"{self.after:02}"
        return before[0] != after[0], before[1] != after[1]

    def __str__(self) -> str:
        before, after = f"{self.before:02}", f"{self.after:02}"
        match self.kind:
            case "swap":
                return say("The digits change places: {before} becomes {after}.",
                           before=before, after=after)  # fmt: skip
            case "copy-tens":
                return say("The tens digit is copied to the units: {before} becomes {after}.",
                           before=before, after=after)  # fmt: skip
            case "copy-units":
                return say("The units digit is copied to the tens: {before} becomes {after}.",
                           before=before, after=after)  # fmt: skip
            case "set":
                return say("The register is set to {after}.", after=self.after)
        arithmetic = sum_of(self.operator, self.before, self.number)
        if self.operator == "/" and self.before % self.number:
            return say("{arithmetic} = {after}, the remainder is dropped.",
                       arithmetic=arithmetic, after=self.after)  # fmt: skip
        return f"{arithmetic} = {self.after}."


class Announced(Event, frozen=True):
    """A player announced the value of a row in a match. [LB-35]"""

    player: str
    row: int
    value: int

    def __str__(self) -> str:
        return say("{player} announces {value:02} in row {row}.",
                   player=called(self.player), value=self.value, row=self.row)  # fmt: skip


class Hit(Event, frozen=True):
    """A number that an exercise wants was announced."""

    player: str
    number: int

    def __str__(self) -> str:
        return say("{number:02} is one of the targets.", number=self.number)


class TookArea(Event, frozen=True):
    """A player scored one of a patron's areas. [LB-38]"""

    player: str
    number: int
    area: str

    def __str__(self) -> str:
        return say("{player} wins {area} from patron {number:02}.",
                   player=called(self.player), area=translate(self.area),
                   number=self.number)  # fmt: skip


class Failed(Event, frozen=True):
    """A patron had no area to give: an experiment that failed. [LB-38]"""

    player: str
    number: int

    def __str__(self) -> str:
        return say("{player} ticks Σ: patron {number:02} gives no area.",
                   player=called(self.player), number=self.number)  # fmt: skip


class GaveNothing(Event, frozen=True):
    """A patron gives this player nothing. [LB-40, LB-41]"""

    player: str
    number: int

    def __str__(self) -> str:
        return say("Patron {number:02} gives {player} nothing this time.",
                   player=called(self.player), number=self.number)  # fmt: skip


class Completed(Event, frozen=True):
    """A player announced the number of the own target. [LB-36]"""

    player: str
    number: int

    def __str__(self) -> str:
        return say("{player} completes subroutine {number:02}.",
                   player=called(self.player), number=self.number)  # fmt: skip


class Declined(Event, frozen=True):
    """A player did not want to complete the own target."""

    player: str
    number: int

    def __str__(self) -> str:
        return say("{player} leaves subroutine {number:02} for later.",
                   player=called(self.player), number=self.number)  # fmt: skip


class Rewarded(Event, frozen=True):
    """Something was scored with a component of row C, D or E. [LB-42]"""

    player: str
    row: str

    def __str__(self) -> str:
        return say("{player} ticks track {row} for its component.",
                   player=called(self.player), row=self.row)  # fmt: skip


class TrackFull(Event, frozen=True):
    """There was no box left to tick. [LB-43]"""

    player: str

    def __str__(self) -> str:
        return say("{player} has no box left to tick there.", player=called(self.player))


class Voided(Event, frozen=True):
    """A mistake was not debugged; the rest of the program does not count. [LB-44]"""

    player: str
    row: int

    def __str__(self) -> str:
        return say("From row {row} on, nothing of {player} counts in this round.",
                   player=called(self.player), row=self.row)  # fmt: skip


class Debugged(Event, frozen=True):
    """A player ticked a debug box and wrote the program anew from the mistake on. [LB-44]"""

    player: str
    row: int
    rows: int

    def __str__(self) -> str:
        return say_many("{player} debugs from row {row} on and writes {number} row.",
                        "{player} debugs from row {row} on and writes {number} rows.",
                        self.rows, player=called(self.player), row=self.row)  # fmt: skip
