"""Events of Algoracing, named in the past tense, and the reasons why cards are skipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Struct

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Between, Event
from teachkit.games.algoracing.board import Hindrance
from teachkit.words import say, translate


def called(rover: str) -> str:
    """Return a rover's name as it appears in sentences."""
    return say("the {colour} rover", colour=translate(rover))


def listed(kinds: tuple[str, ...]) -> str:
    """Join the names of sample types with commas."""
    return ", ".join(map(translate, kinds))


Heading = Annotated[Facing, translate]
RoverName = Annotated[str, called]
PlayerName = Annotated[str, translate]
Samples = Annotated[tuple[str, ...], listed]


class Obstacle(Struct, frozen=True):
    """The obstacle in a rover's way, and the square on which the rover met it.

    `by` is the name of the rover in the way, if the obstacle is a rover.
    """

    reads: ClassVar[Mapping[str, str]] = {
        Hindrance.EDGE: "{square} is at the edge of the board",
        Hindrance.WALL: "there is a wall in front of {square}",
        Hindrance.CLIMB: "there is a hill in front of {square}",
        Hindrance.DROP: "{square} is at the edge of the hill",
        Hindrance.TOO_HIGH: "two storeys is too high to jump from {square}",
        "rover": "{rover} is in the way",
    }
    kind: Hindrance | str
    square: Square
    by: str = ""

    def __str__(self) -> str:
        return translate(self.reads[self.kind]).format(rover=called(self.by), square=self.square)


class NoTarget(Struct, frozen=True):
    """A reason why a teleport impulse had no effect; `by` is the rover that was hit, if any."""

    reads: ClassVar[Mapping[str, str]] = {
        "home": "{rover} is already on its base",
        "busy": "another rover is on the base of {rover}",
        "no base": "{rover} has no base on this board",
        "nothing": "the impulse does not hit anything",
    }
    kind: str
    by: str = ""

    def __str__(self) -> str:
        return translate(self.reads[self.kind]).format(rover=called(self.by))


class RoverEvent(Event, frozen=True):
    """The base class of events in which a rover did something or was affected."""

    rover: RoverName


class Motion(RoverEvent, frozen=True):
    """The base class of events in which a rover moved from one square to another."""

    start: Square
    end: Square


# Drives ----------------------------------------------------------------------------------------


class Moved(Motion, frozen=True):
    """A rover drove one square."""

    reads = "{rover} drives to {end}."


class Jumped(Motion, frozen=True):
    """A rover jumped one square; `over` is the wall or change of level that it cleared, if any."""

    over: Hindrance | None

    def __str__(self) -> str:
        match self.over:
            case Hindrance.WALL:
                return self.worded("{rover} jumps over the wall to {end}.")
            case Hindrance.CLIMB:
                return self.worded("{rover} jumps up to {end}.")
            case Hindrance.DROP:
                return self.worded("{rover} jumps down to {end}.")
        return self.worded("{rover} jumps to {end}.")


class Turned(RoverEvent, frozen=True):
    """A rover turned on its square."""

    reads = "{rover} now faces {facing}."
    facing: Heading


class Teleported(Motion, frozen=True):
    """An impulse sent a rover to its base."""

    reads = "{rover} is teleported from {start} to its base on {end}."


class Lifted(Motion, frozen=True):
    """An elevator carried a rover to the other platform."""

    ends_card = True
    reads = "The elevator carries {rover} from {start} to {end}."


class LiftBusy(RoverEvent, frozen=True):
    """An elevator could not carry a rover because the rover `by` was on the other platform."""

    ends_card = True
    reads = "The elevator waits because {by} is on {square}."
    square: Square
    by: RoverName


# Samples ---------------------------------------------------------------------------------------


class PickedUp(RoverEvent, frozen=True):
    """A rover took `count` samples from its square, and now carries `carries` samples."""

    reads = "{rover} picks up {number} sample on {square} and now carries {carries}."
    reads_many = "{rover} picks up {number} samples on {square} and now carries {carries}."
    square: Square
    count: int
    carries: int


class WasFull(RoverEvent, frozen=True):
    """Samples stayed on their square because the rover could not carry any more."""

    reads = "{rover} is full, so it leaves samples on {square}."
    square: Square


class Delivered(RoverEvent, frozen=True):
    """A rover delivered its samples to a lab, where they were turned face up and counted."""

    reads = "{rover} delivers its samples on {square}: {samples}. That earns {number} point."
    reads_many = "{rover} delivers its samples on {square}: {samples}. That earns {number} points."
    counted = "points"
    square: Square
    samples: Samples
    points: int


class Paid(Event, frozen=True):
    """The rover `payer` gave a sample to the rover `receiver`, whose way it blocked."""

    reads = "{payer} was in the way, so it gives {receiver} a sample."
    payer: RoverName
    receiver: RoverName


class Dropped(RoverEvent, frozen=True):
    """The samples that a rover carried stayed behind when the rover was teleported."""

    reads = "{number} sample stays on {square}."
    reads_many = "{number} samples stay on {square}."
    square: Square
    count: int


class Pulled(RoverEvent, frozen=True):
    """An impulse pulled all samples on a square one square closer to the rover."""

    reads = "{number} sample moves from {start} to {end}."
    reads_many = "{number} samples move from {start} to {end}."
    start: Square
    end: Square
    count: int


# Matches ---------------------------------------------------------------------------------------


class BaseChosen(Event, frozen=True):
    """A player chose a corner for the base and the first facing of the rover."""

    reads = "{player} starts on {square} and faces {facing}."
    player: RoverName
    square: Square
    facing: Heading


class SetOut(Event, frozen=True):
    """The samples were laid out face down."""

    reads = "{number} sample is placed face down."
    reads_many = "{number} samples are placed face down."
    count: int


class Dealt(Between, frozen=True):
    """A player drew cards."""

    reads = "{player} draws {number} card."
    reads_many = "{player} draws {number} cards."
    player: PlayerName
    count: int


class TurnBegan(Between, frozen=True):
    """A player's turn began; turns are counted from 1."""

    reads = "Turn {number}: {player}."
    player: RoverName
    number: int


class Laid(Between, frozen=True):
    """A player finished the algorithm that is about to run."""

    reads = "{player} runs: {algorithm}."
    player: PlayerName
    algorithm: Program


class Passed(Between, frozen=True):
    """A player passed: the player replaced cards, and no algorithm ran."""

    reads = "{player} passes and replaces {number} card."
    reads_many = "{player} passes and replaces {number} cards."
    player: PlayerName
    count: int


class Cleared(Between, frozen=True):
    """The shared algorithm reached its limit and was discarded."""

    reads = "The algorithm is full, so its cards are discarded."
    count: int
