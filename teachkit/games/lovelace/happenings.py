"""What can happen around the engine: rounds, subroutines, markers, points."""

from __future__ import annotations

from teachkit.core.run.flow import Event
from teachkit.games.lovelace.reasons import called
from teachkit.words import say, say_many, translate


class RoundBegan(Event, frozen=True):
    """A round began; rounds are counted from 1. [LB-1]"""

    number: int
    of: int

    def __str__(self) -> str:
        return say("Round {number} of {of}.", number=self.number, of=self.of)


class TargetChosen(Event, frozen=True):
    """A player laid out the subroutine to aim at; `None` lies face down. [LB-21]"""

    player: str
    number: int | None

    def __str__(self) -> str:
        if self.number is None:
            return say("{player} lays a target face down.", player=called(self.player))
        return say("{player} aims at subroutine {number:02}.",
                   player=called(self.player), number=self.number)  # fmt: skip


class Activated(Event, frozen=True):
    """A completed subroutine was activated. [LB-22]"""

    player: str
    number: int

    def __str__(self) -> str:
        return say("{player} activates subroutine {number:02}.",
                   player=called(self.player), number=self.number)  # fmt: skip


class RegisterSet(Event, frozen=True):
    """A register was changed, but not by a program."""

    player: str
    before: int
    after: int

    def __str__(self) -> str:
        return say("The register of {player} changes from {before:02} to {after:02}.",
                   player=called(self.player), before=self.before, after=self.after)  # fmt: skip


class RowsChanged(Event, frozen=True):
    """A player may write more or fewer rows than usual."""

    player: str
    rows: int

    def __str__(self) -> str:
        return say_many("{player} may write {number} row in this round.",
                        "{player} may write {number} rows in this round.",
                        self.rows, player=called(self.player))  # fmt: skip


class Equipped(Event, frozen=True):
    """A player has a component of the own for this round."""

    player: str
    cell: str
    component: str

    def __str__(self) -> str:
        return say("{player} has {component} on {cell} in this round.",
                   player=called(self.player), component=self.component,
                   cell=self.cell)  # fmt: skip


class Jammed(Event, frozen=True):
    """Nobody else may use a component in this round."""

    player: str
    cell: str

    def __str__(self) -> str:
        return say("{player} jams {cell} for everybody else in this round.",
                   player=called(self.player), cell=self.cell)  # fmt: skip


class Mirrored(Event, frozen=True):
    """Patrons take a player's numbers with the digits changed round, too."""

    player: str

    def __str__(self) -> str:
        return say("Patrons read the numbers of {player} from both sides.",
                   player=called(self.player))  # fmt: skip


class Placed(Event, frozen=True):
    """A player goes first, or last, whoever is finished first."""

    player: str
    is_first: bool

    def __str__(self) -> str:
        player = called(self.player)
        if self.is_first:
            return say("{player} goes first in this round.", player=player)
        return say("{player} goes last in this round.", player=player)


class Influenced(Event, frozen=True):
    """A player gained an area without a patron."""

    player: str
    area: str

    def __str__(self) -> str:
        return say("{player} ticks {area}.",
                   player=called(self.player), area=translate(self.area))  # fmt: skip


class HadNoEffect(Event, frozen=True):
    """A subroutine had nothing to work on."""

    player: str
    number: int

    def __str__(self) -> str:
        return say("Subroutine {number:02} finds nothing to work on.", number=self.number)


class Carried(Event, frozen=True):
    """The last value of a round became the first of the next. [LB-25]"""

    player: str
    value: int

    def __str__(self) -> str:
        return say("{player} starts from {value:02}.",
                   player=called(self.player), value=self.value)  # fmt: skip


class RowFilled(Event, frozen=True):
    """Four components were laid into a row of the engine. [LB-27]"""

    row: str
    components: tuple[str, ...]

    def __str__(self) -> str:
        components = ", ".join(self.components)
        return say("Row {row} is filled: {components}.", row=self.row, components=components)


class Redrawn(Event, frozen=True):
    """There were too many components that set a value; some were drawn again. [LB-27]"""

    components: tuple[str, ...]

    def __str__(self) -> str:
        return say("Too many set a value; drawn again: {components}.",
                   components=", ".join(self.components))  # fmt: skip


class TurnedUp(Event, frozen=True):
    """Patrons were turned face up. [LB-29]"""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        numbers = ", ".join(f"{number:02}" for number in self.numbers)
        return say("These patrons wait: {numbers}.", numbers=numbers)


class Finished(Event, frozen=True):
    """A player finished the program, or had no more time, and took a marker. [LB-33, LB-34]"""

    player: str
    marker: int
    rows: int
    in_time: bool = True

    def __str__(self) -> str:
        if not self.in_time:
            return say_many("Time is up: {player} takes marker {marker} with {number} row.",
                            "Time is up: {player} takes marker {marker} with {number} rows.",
                            self.rows, player=called(self.player),
                            marker=self.marker)  # fmt: skip
        return say_many("{player} takes marker {marker} with {number} row.",
                        "{player} takes marker {marker} with {number} rows.",
                        self.rows, player=called(self.player), marker=self.marker)  # fmt: skip


class Removed(Event, frozen=True):
    """Subroutines that were active left the game. [LB-45]"""

    player: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        numbers = ", ".join(f"{number:02}" for number in self.numbers)
        return say("{player} returns to the box: {numbers}.",
                   player=called(self.player), numbers=numbers)  # fmt: skip


class Scored(Event, frozen=True):
    """What a player's sheet is worth at the end. [LB-46 … LB-53]"""

    player: str
    areas: int
    sigmas: int
    subroutines: int
    bonuses: int
    debugs: int
    total: int

    def __str__(self) -> str:
        return say(
            "{player}: areas {areas}, Σ {sigmas}, subroutines {subroutines}, "
            "tracks {bonuses}, debugging {debugs}: {total} points.",
            player=called(self.player), areas=self.areas, sigmas=self.sigmas,
            subroutines=self.subroutines, bonuses=self.bonuses, debugs=self.debugs,
            total=self.total,
        )  # fmt: skip


class Ended(Event, frozen=True):
    """The game is over."""

    reason: str

    def __str__(self) -> str:
        return self.reason
