"""The events of the game, and the reasons for skipping a line.

Events are named in the past tense; `str(event)` is the sentence that the learner reads. A reason is
the part of a sentence that explains why a line was `Skipped` or may not be written.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from teachkit.core.run.flow import Event, called
from teachkit.games.lovelace.components import MOST, SIGNS
from teachkit.games.lovelace.editions import OTHER
from teachkit.words import translate


def in_digits(numbers: tuple[int, ...]) -> str:
    """Return `numbers` as text, each with two digits.

    >>> in_digits((5, 18))
    '05, 18'
    """
    return ", ".join(f"{number:02}" for number in numbers)


def sum_of(operator: str, value: int, number: int) -> str:
    """Return the calculation of a line as text, without its result.

    >>> sum_of("-", 55, 20)
    '55 − 20'
    """
    return f"{value} {SIGNS[operator]} {number}"


PlayerName = Annotated[str, called]
Area = Annotated[str, translate]
Numbers = Annotated[tuple[int, ...], in_digits]
Words = Annotated[tuple[str, ...], ", ".join]


class PlayerEvent(Event, frozen=True):
    """The base class of events in which a player did something or was affected."""

    player: PlayerName


class NumberEvent(PlayerEvent, frozen=True):
    """The base class of events with a player and the `number` of a target, patron or subroutine."""

    number: int


# Programs --------------------------------------------------------------------------------------

SENTENCES = {
    "swap": "The digits swap places: {before:02} becomes {after:02}.",
    "copy-tens": "The tens digit replaces the units digit: {before:02} becomes {after:02}.",
    "copy-units": "The units digit replaces the tens digit: {before:02} becomes {after:02}.",
    "set": "The register is set to {after}.",
}
_FROM = {
    "swap": ("units", "tens"),
    "copy-tens": ("tens", "tens"),
    "copy-units": ("units", "units"),
}


class Computed(PlayerEvent, frozen=True):
    """A line computed a new value. `kind` and `number` are those of the component in `cell`."""

    cell: str
    operator: str
    kind: str
    number: int
    before: int
    after: int

    @property
    def came_from(self) -> tuple[str, str]:
        """The sources, in `before`, of the tens and the units digit of `after`.

        Each source is `tens` or `units`, or empty if the digit was calculated.

        >>> Computed("ada", "B4", "swap", "swap", 0, 37, 73).came_from
        ('units', 'tens')
        """
        return _FROM.get(self.kind, ("", ""))

    def __str__(self) -> str:
        if self.kind in SENTENCES:
            return self.worded(SENTENCES[self.kind])
        arithmetic = sum_of(self.operator, self.before, self.number)
        if self.operator == "/" and self.before % self.number:
            return self.worded(
                "{arithmetic} = {after}. The remainder is dropped.", arithmetic=arithmetic
            )
        return f"{arithmetic} = {self.after}."


class Announced(PlayerEvent, frozen=True):
    """A player announced the value of a line in a match. [LB-35]"""

    reads = "{player} announces {value:02} in line {row}."
    row: int
    value: int


class Hit(NumberEvent, frozen=True):
    """A player announced a number that an exercise asks for."""

    reads = "{number:02} is one of the targets."


class TookArea(NumberEvent, frozen=True):
    """A player scored one of a patron's areas. [LB-38]"""

    reads = "{player} wins {area} from patron {number:02}."
    area: Area


class Failed(NumberEvent, frozen=True):
    """A patron had no area that a player could take, so the experiment failed. [LB-38]"""

    reads = "{player} ticks Σ: patron {number:02} has no area to give."


class GaveNothing(NumberEvent, frozen=True):
    """A patron gave a player nothing. [LB-40, LB-41]"""

    reads = "Patron {number:02} gives {player} nothing this time."


class Completed(NumberEvent, frozen=True):
    """A player completed the target subroutine by announcing its number. [LB-36]"""

    reads = "{player} completes subroutine {number:02}."


class Declined(NumberEvent, frozen=True):
    """A player chose not to complete the target subroutine."""

    reads = "{player} decides not to complete subroutine {number:02} yet."


class Rewarded(PlayerEvent, frozen=True):
    """A player scored with a component of row C, D or E, and ticked the row's track. [LB-42]"""

    reads = "{player} earns a bonus and ticks a box on track {row}."
    row: str


class TrackFull(PlayerEvent, frozen=True):
    """A player could not tick a box, because the track was full. [LB-43]"""

    reads = "{player} has no boxes left to tick on this track."


class Voided(PlayerEvent, frozen=True):
    """A mistake was not debugged, so the rest of the program does not count. [LB-44]"""

    reads = "{player} loses line {row} and all lines below it."
    row: int


class Debugged(PlayerEvent, frozen=True):
    """A player ticked a debug box and rewrote the program, starting at the mistake. [LB-44]"""

    reads = "{player} debugs from line {row} on and writes {number} line."
    reads_many = "{player} debugs from line {row} on and writes {number} lines."
    counted = "rows"
    row: int
    rows: int


# Rounds and subroutines ------------------------------------------------------------------------


class RoundBegan(Event, frozen=True):
    """A round began; rounds are counted from 1. [LB-1]"""

    reads = "Round {number} of {of}."
    number: int
    of: int


class TargetChosen(PlayerEvent, frozen=True):
    """A player chose a target subroutine; `number` is `None` if the card is face down. [LB-21]"""

    reads = "{player} chooses subroutine {number:02} as a target."
    reads_without = "{player} chooses a target and keeps it face down."
    number: int | None


class Activated(NumberEvent, frozen=True):
    """A completed subroutine was activated. [LB-22]"""

    reads = "{player} activates subroutine {number:02}."


class RegisterSet(PlayerEvent, frozen=True):
    """A player's register was set, but not by a line of a program."""

    reads = "{player}'s register changes from {before:02} to {after:02}."
    before: int
    after: int


class RowsChanged(PlayerEvent, frozen=True):
    """The number of lines that a player may write changed."""

    reads = "{player} may write {number} line this round."
    reads_many = "{player} may write {number} lines this round."
    counted = "rows"
    rows: int


class Equipped(PlayerEvent, frozen=True):
    """A player received a component that the other players cannot use in this round."""

    reads = "{player} has {component} in {cell} this round."
    cell: str
    component: str


class Jammed(PlayerEvent, frozen=True):
    """A player jammed a component for all other players."""

    reads = "{player} jams {cell} for everyone else this round."
    cell: str


class Mirrored(PlayerEvent, frozen=True):
    """Patrons began to accept a player's values with swapped digits as well."""

    reads = "Patrons now also accept {player}'s numbers with the digits swapped."


class Placed(PlayerEvent, frozen=True):
    """A player was moved to the front or the end of the order of markers in this round."""

    is_first: bool

    def __str__(self) -> str:
        if self.is_first:
            return self.worded("{player} goes first this round.")
        return self.worded("{player} goes last this round.")


class Influenced(PlayerEvent, frozen=True):
    """A player ticked an area because of a subroutine, without a patron."""

    reads = "{player} ticks {area}."
    area: Area


class HadNoEffect(NumberEvent, frozen=True):
    """A subroutine had no effect, because the owner had nothing to choose."""

    reads = "Subroutine {number:02} has no effect this time."


class Carried(PlayerEvent, frozen=True):
    """The last value of a round became a player's first value of the next round. [LB-25]"""

    reads = "{player} starts the round with {value:02}."
    value: int


class RowFilled(Event, frozen=True):
    """Four components were placed in a row of the engine. [LB-27]"""

    reads = "Row {row} is filled: {components}."
    row: str
    components: Words


class Redrawn(Event, frozen=True):
    """Components were drawn again, because too many of them set the register. [LB-27]"""

    reads = "Too many components set a value. These are drawn again: {components}."
    components: Words


class TurnedUp(Event, frozen=True):
    """Patrons were turned face up. [LB-29]"""

    reads = "The patrons for this round are {numbers}."
    numbers: Numbers


class Finished(PlayerEvent, frozen=True):
    """A player finished the program, or ran out of time, and took a marker. [LB-33, LB-34]"""

    marker: int
    rows: int
    in_time: bool = True

    def __str__(self) -> str:
        if not self.in_time:
            return self.worded_many(
                "Time is up. {player} has written {number} line and takes marker {marker}.",
                "Time is up. {player} has written {number} lines and takes marker {marker}.",
                self.rows,
            )
        return self.worded_many(
            "{player} has written {number} line and takes marker {marker}.",
            "{player} has written {number} lines and takes marker {marker}.",
            self.rows,
        )


class Removed(PlayerEvent, frozen=True):
    """A player's activated subroutines were removed from the game. [LB-45]"""

    reads = "{player} returns used subroutines to the box: {numbers}."
    numbers: Numbers


class Scored(PlayerEvent, frozen=True):
    """The points on a player's sheet were counted at the end. [LB-46 … LB-53]"""

    areas: int
    sigmas: int
    subroutines: int
    bonuses: int
    debugs: int
    total: int

    def __str__(self) -> str:
        return self.worded_many(
            "{player}: areas {areas}, Σ {sigmas}, subroutines {subroutines}, "
            "tracks {bonuses}, debugging {debugs}: {number} point.",
            "{player}: areas {areas}, Σ {sigmas}, subroutines {subroutines}, "
            "tracks {bonuses}, debugging {debugs}: {number} points.",
            self.total,
        )


# Reasons ---------------------------------------------------------------------------------------


class Reason(Struct, frozen=True):
    """The base class of reasons why a line is skipped or may not be written.

    `kind` is the kind of mistake; it decides whether the line may be debugged.
    """

    kind: ClassVar[str] = OTHER
    reads: ClassVar[str]

    def __str__(self) -> str:
        return translate(self.reads).format(**asdict(self))


class NoComponent(Reason, frozen=True):
    """A reason to skip a line: its cell is empty."""

    reads = "there is no component in {cell}"
    cell: str


class NoOperator(Reason, frozen=True):
    """A reason to skip a line: its operator is not on the component, which reads `printed`."""

    reads = 'the component in {cell} is {printed}, which has no "{operator}"'
    cell: str
    operator: str
    printed: str


class Jam(Reason, frozen=True):
    """A reason to skip a line: another player's subroutine has disabled the component."""

    reads = "{cell} is jammed this round"
    cell: str


class OutOfRange(Reason, frozen=True):
    """A reason to skip a line: its result is outside 0 to 99. [LB-19]"""

    kind = "range"
    reads = "{arithmetic} is {after}, and the register only holds 0 to {most}"
    arithmetic: str
    after: int
    most: int = MOST


class WrongValue(Reason, frozen=True):
    """A reason to skip a line: the value written after it is not its result."""

    kind = "value"
    reads = "the result is {after}, not {written}"
    written: str
    after: int


class NoValue(Reason, frozen=True):
    """A reason to skip a line: no value is written after it. [LB-34]"""

    reads = "no value is written after this line"


class Void(Reason, frozen=True):
    """A reason to skip a line: a line above it was wrong. [D13]"""

    reads = "lines after a mistake do not count"
