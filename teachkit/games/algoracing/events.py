"""What can happen in Algoracing, in the past tense; `str(event)` is what the learner reads."""

from __future__ import annotations

from dataclasses import dataclass

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.program import Program
from teachkit.core.run.events import Event
from teachkit.games.algoracing.board import Hindrance
from teachkit.words import say, say_many, translate


def called(rover: str) -> str:
    """How sentences name a rover."""
    return say("the {colour} rover", colour=translate(rover))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in a rover's way, and where the rover was when it met it."""

    kind: Hindrance | str
    square: Square
    by: str = ""

    def __str__(self) -> str:
        match self.kind:
            case Hindrance.EDGE:
                return say("the board ends ahead of {square}", square=self.square)
            case Hindrance.WALL:
                return say("a wall is ahead of {square}", square=self.square)
            case Hindrance.CLIMB:
                return say("a hill rises ahead of {square}", square=self.square)
            case Hindrance.DROP:
                return say("the hill ends ahead of {square}", square=self.square)
            case Hindrance.TOO_HIGH:
                return say("two storeys are too many to jump at {square}", square=self.square)
        return say("{rover} is ahead of {square}", rover=called(self.by), square=self.square)


@dataclass(frozen=True, slots=True)
class NoTarget:
    """Why a teleport impulse did nothing."""

    kind: str
    by: str = ""

    def __str__(self) -> str:
        match self.kind:
            case "home":
                return say("{rover} is on its base already", rover=called(self.by))
            case "busy":
                return say("the base of {rover} is taken", rover=called(self.by))
            case "no base":
                return say("{rover} has no base here", rover=called(self.by))
        return say("the impulse meets nothing")


class Moved(Event, frozen=True):
    """A rover drove one square."""

    rover: str
    start: Square
    end: Square

    def __str__(self) -> str:
        return _sentence(say("{rover} drives to {square}.",
                             rover=called(self.rover), square=self.end))  # fmt: skip


class Jumped(Event, frozen=True):
    """A rover jumped one square; `over` tells what it cleared, if anything."""

    rover: str
    start: Square
    end: Square
    over: Hindrance | None

    def __str__(self) -> str:
        rover = called(self.rover)
        match self.over:
            case Hindrance.WALL:
                text = say("{rover} jumps over the wall to {square}.", rover=rover, square=self.end)
            case Hindrance.CLIMB:
                text = say("{rover} jumps up to {square}.", rover=rover, square=self.end)
            case Hindrance.DROP:
                text = say("{rover} jumps down to {square}.", rover=rover, square=self.end)
            case _:
                text = say("{rover} jumps to {square}.", rover=rover, square=self.end)
        return _sentence(text)


class Turned(Event, frozen=True):
    """A rover turned on its square."""

    rover: str
    facing: Facing

    def __str__(self) -> str:
        return _sentence(say("{rover} now faces {facing}.",
                             rover=called(self.rover), facing=self.facing.says))  # fmt: skip


class PickedUp(Event, frozen=True):
    """A rover took samples from its square; `carries` is what it has on board now."""

    rover: str
    square: Square
    count: int
    carries: int

    def __str__(self) -> str:
        return _sentence(say_many(
            "{rover} picks up {number} sample on {square} and carries {carries}.",
            "{rover} picks up {number} samples on {square} and carries {carries}.",
            self.count, rover=called(self.rover), square=self.square, carries=self.carries,
        ))  # fmt: skip


class WasFull(Event, frozen=True):
    """Samples stayed where they lie because the rover could carry no more."""

    rover: str
    square: Square

    def __str__(self) -> str:
        return _sentence(say("{rover} is full; samples stay on {square}.",
                             rover=called(self.rover), square=self.square))  # fmt: skip


class Delivered(Event, frozen=True):
    """A laboratory turned the samples face up and counted them."""

    rover: str
    square: Square
    samples: tuple[str, ...]
    points: int

    def __str__(self) -> str:
        kinds = ", ".join(translate(kind) for kind in self.samples)
        return _sentence(say_many(
            "{rover} delivers on {square}: {kinds}. That makes {number} point.",
            "{rover} delivers on {square}: {kinds}. That makes {number} points.",
            self.points, rover=called(self.rover), square=self.square, kinds=kinds,
        ))  # fmt: skip


class Paid(Event, frozen=True):
    """A rover that was in the way gave up a sample."""

    payer: str
    receiver: str

    def __str__(self) -> str:
        return _sentence(say("{payer} was in the way and gives {receiver} a sample.",
                             payer=called(self.payer), receiver=called(self.receiver)))  # fmt: skip


class Teleported(Event, frozen=True):
    """An impulse sent a rover to its base."""

    rover: str
    start: Square
    end: Square

    def __str__(self) -> str:
        return _sentence(say("{rover} is teleported from {start} to its base on {end}.",
                             rover=called(self.rover), start=self.start, end=self.end))  # fmt: skip


class Dropped(Event, frozen=True):
    """Samples stayed behind when their rover was teleported."""

    rover: str
    square: Square
    count: int

    def __str__(self) -> str:
        return say_many("{number} sample stays on {square}.", "{number} samples stay on {square}.",
                        self.count, square=self.square)  # fmt: skip


class Pulled(Event, frozen=True):
    """An impulse pulled all samples of a square one square nearer."""

    rover: str
    start: Square
    end: Square
    count: int

    def __str__(self) -> str:
        return say_many("{number} sample moves from {start} to {end}.",
                        "{number} samples move from {start} to {end}.",
                        self.count, start=self.start, end=self.end)  # fmt: skip


class Lifted(Event, frozen=True):
    """An elevator carried a rover to its other platform."""

    ends_card = True
    rover: str
    start: Square
    end: Square

    def __str__(self) -> str:
        return say("The elevator carries {rover} from {start} to {end}.",
                   rover=called(self.rover), start=self.start, end=self.end)  # fmt: skip


class LiftBusy(Event, frozen=True):
    """An elevator could not run because a rover stood on its other platform."""

    ends_card = True
    rover: str
    square: Square
    by: str

    def __str__(self) -> str:
        return say("The elevator waits: {rover} stands on {square}.",
                   rover=called(self.by), square=self.square)  # fmt: skip


class BaseChosen(Event, frozen=True):
    """A player chose a corner for the base, and a first facing."""

    player: str
    square: Square
    facing: Facing

    def __str__(self) -> str:
        return _sentence(say("{rover} starts on {square} and faces {facing}.",
                             rover=called(self.player), square=self.square,
                             facing=self.facing.says))  # fmt: skip


class SetOut(Event, frozen=True):
    """The samples were laid out face down."""

    count: int

    def __str__(self) -> str:
        return say("{count} samples are laid out face down.", count=self.count)


class Dealt(Event, frozen=True):
    """A player took cards."""

    ends_card = True
    player: str
    count: int

    def __str__(self) -> str:
        return say_many("{player} takes {number} card.", "{player} takes {number} cards.",
                        self.count, player=translate(self.player).capitalize())  # fmt: skip


class TurnBegan(Event, frozen=True):
    """It is somebody's turn; turns are counted from 1."""

    ends_card = True
    player: str
    number: int

    def __str__(self) -> str:
        return say("Turn {number}: {rover}.", number=self.number, rover=called(self.player))


class Laid(Event, frozen=True):
    """A player laid the algorithm that now runs."""

    ends_card = True
    player: str
    algorithm: Program

    def __str__(self) -> str:
        player = translate(self.player).capitalize()
        return say("{player} runs: {algorithm}.", player=player, algorithm=self.algorithm)


class Passed(Event, frozen=True):
    """A player passed and changed cards instead."""

    ends_card = True
    player: str
    count: int

    def __str__(self) -> str:
        return say_many("{player} passes and changes {number} card.",
                        "{player} passes and changes {number} cards.",
                        self.count, player=translate(self.player).capitalize())  # fmt: skip


class Cleared(Event, frozen=True):
    """The shared algorithm reached its limit and was laid away."""

    ends_card = True
    count: int

    def __str__(self) -> str:
        return say("The algorithm is full and is laid away.")


class Ended(Event, frozen=True):
    """The game is over."""

    ends_card = True
    reason: str

    def __str__(self) -> str:
        return self.reason
