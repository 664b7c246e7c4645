"""Events of RoboRally, and the reasons why cards, belts and pushers had no effect.

In each event, `by` is the robot that caused the event, or empty if the factory did.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Struct

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Between, Event
from teachkit.games.roborally.pieces import called
from teachkit.words import say, translate

MOST_NAMED = 4
"""The largest number of robots that a sentence lists by name."""


def _numbers(registers: tuple[int, ...]) -> str:
    return ", ".join(map(str, registers))


def robot_names(robots: tuple[str, ...]) -> str:
    """Return the names of `robots` for use in a sentence, separated by commas."""
    return ", ".join(map(translate, robots))


RobotName: TypeAlias = Annotated[str, called]
CardName: TypeAlias = Annotated[str, translate]
Way: TypeAlias = Annotated[Facing, attrgetter("says")]
RegisterNumbers: TypeAlias = Annotated[tuple[int, ...], _numbers]


class RobotEvent(Event, frozen=True):
    """The base class of events that concern one robot."""

    robot: RobotName


class RobotBetween(RobotEvent, frozen=True):
    """The base class of events about one robot that are not caused by a card in a register."""

    ends_card = True


# The cards of a register ----------------------------------------------------------------------


class Revealed(Between, frozen=True):
    """All robots revealed their cards for `register`, and will act in `order`. [RR-4]"""

    part = "cards"
    register: int
    order: tuple[str, ...]
    cards: tuple[str, ...]
    priorities: tuple[int, ...]

    def __str__(self) -> str:
        robots = robot_names(self.order)
        return self.worded("Register {register}, highest priority first: {robots}.", robots=robots)


class Moved(RobotEvent, frozen=True):
    """A robot drove one square because of its own card; `back` is true if it drove backwards."""

    start: Square
    end: Square
    back: bool = False

    def __str__(self) -> str:
        if self.back:
            return self.worded("{robot} backs up to {square}.", square=self.end)
        return self.worded("{robot} drives to {square}.", square=self.end)


class StepsChanged(RobotEvent, frozen=True):
    """A held card changed the number of squares that a robot's program card drives.

    `steps` is the new number; it is negative for squares backwards.
    """

    steps: int

    def __str__(self) -> str:
        if not self.steps:
            return self.worded("{robot} does not move with this card.")
        return self.worded_many(
            "{robot} moves {number} square with this card.",
            "{robot} moves {number} squares with this card.",
            abs(self.steps),
        )


class HeldUp(RobotEvent, frozen=True):
    """A robot was stopped before it had driven all the squares of its card. [RR-7]"""

    reads = "{robot} stops: {reason}."
    reason: object


class Pushed(RobotEvent, frozen=True):
    """A robot was pushed one square by another robot or by a pusher. [RR-7, RR-13]

    `end` is `None` if the robot was pushed off the board.
    """

    reads = "{robot} is pushed to {end}."
    reads_without = "{robot} is pushed off the board."
    by: str
    start: Square
    end: Square | None


class Turned(RobotEvent, frozen=True):
    """A robot turned on its square because of its own card."""

    reads = "{robot} now faces {facing}."
    facing: Way


# The factory ----------------------------------------------------------------------------------


class Carried(Between, frozen=True):
    """Belts carried `robots` from `starts` to `ends` simultaneously. [RR-11, RR-12, RR-15]"""

    robots: tuple[str, ...]
    starts: tuple[Square, ...]
    ends: tuple[Square, ...]
    express: bool

    @property
    def part(self) -> str:
        return "express" if self.express else "belts"

    def __str__(self) -> str:
        if (number := len(self.robots)) > MOST_NAMED:
            if self.express:
                return say("Express belts carry {number} robots one square.", number=number)
            return say("The belts carry {number} robots one square.", number=number)
        carried = ", ".join(
            say("{robot} to {square}", robot=translate(robot), square=end)
            for robot, end in zip(self.robots, self.ends, strict=True)
        )
        if self.express:
            return say("Express belts carry {robots}.", robots=carried)
        return say("The belts carry {robots}.", robots=carried)


class NotCarried(RobotBetween, frozen=True):
    """A belt did not carry the robot on it because of `reason`. [RR-15, RR-18]"""

    reads = "{robot} stays on {square}: {reason}."
    square: Square
    reason: object
    express: bool

    @property
    def part(self) -> str:
        return "express" if self.express else "belts"


class Bent(RobotBetween, frozen=True):
    """A bend in a belt turned a robot that was carried onto it. [RR-16]"""

    reads = "The bend on {square} turns {robot} to face {facing}."
    square: Square
    turn: str
    facing: Way


class Extended(Between, frozen=True):
    """A pusher pushed `robot` or, if there is a `reason`, was unable to. [RR-13, RR-18]"""

    reads = "The pusher cannot push {robot}: {reason}."
    reads_without = "The pusher on {square} pushes {robot}."
    part = "pushers"
    square: Square
    facing: Facing
    register: int
    robot: RobotName
    reason: object = ""


class Geared(RobotBetween, frozen=True):
    """A gear turned the robot on it. [RR-14]"""

    reads = "The gear on {square} turns {robot} to face {facing}."
    part = "gears"
    square: Square
    turn: str
    facing: Way


class Shot(RobotBetween, frozen=True):
    """A laser hit a robot. [RR-21, RR-22]

    `by` is the robot that shot, or empty for a laser on a wall. The beam begins on `start`, runs
    toward `facing`, and hits the robot on `end`.
    """

    part = "lasers"
    by: RobotName
    start: Square
    end: Square
    facing: Facing
    points: int

    def __str__(self) -> str:
        if self.by:
            return self.worded("{by} shoots {robot} on {square}.", square=self.end)
        return self.worded_many(
            "The laser on {start} hits {robot} on {square}.",
            "The laser on {start} hits {robot} on {square} {number} times.",
            self.points,
            square=self.end,
        )


class Damaged(RobotBetween, frozen=True):
    """A robot took `points` of damage; `damage` is its new total. [RR-21, RR-28]"""

    reads = "{robot} takes {number} damage and now has {damage}."
    reads_many = "{robot} takes {number} damage and now has {damage}."
    counted = "points"
    points: int
    damage: int
    by: str = ""


class LockedUp(RobotBetween, frozen=True):
    """Damage locked some of a robot's registers; their cards stay in them. [RR-28]"""

    reads = "Register {registers} of {robot} is now locked."
    reads_many = "Registers {registers} of {robot} are now locked."
    counted = "registers"
    registers: RegisterNumbers


class Destroyed(RobotEvent, frozen=True):
    """A robot was destroyed; `cause` is `pit`, `edge` or `damage`. [RR-9, RR-30]"""

    square: Square
    cause: str
    by: str = ""

    def __str__(self) -> str:
        match self.cause:
            case "pit":
                return self.worded("{robot} falls into the pit on {square}.")
            case "edge":
                return self.worded("{robot} falls off the board.")
        return self.worded("{robot} has too much damage and is destroyed.")


class TouchedFlag(RobotBetween, frozen=True):
    """A robot touched its next flag. [RR-25]"""

    reads = "{robot} touches flag {flag} on {square}."
    part = "flags"
    flag: int
    square: Square


class ArchiveMoved(RobotBetween, frozen=True):
    """A robot's archive moved to `square`. [RR-26]"""

    reads = "The archive of {robot} is now on {square}."
    part = "flags"
    square: Square


# Between registers ----------------------------------------------------------------------------


class Placed(RobotBetween, frozen=True):
    """A robot was placed on its start square."""

    reads = "{robot} starts on {square} and faces {facing}."
    square: Square
    facing: Way


class TurnBegan(Between, frozen=True):
    """A round began; `number` is the number of the round, counted from 1."""

    reads = "Round {number} begins."
    number: int


class PoweredDown(RobotBetween, frozen=True):
    """A robot powered down for a round, and all its damage was repaired. [RR-32]"""

    reads = "{robot} is powered down, and all its damage is repaired."


class Dealt(RobotBetween, frozen=True):
    """A player was dealt program cards. [RR-1]"""

    reads = "{robot} is dealt {number} card."
    reads_many = "{robot} is dealt {number} cards."
    count: int


class Programmed(RobotBetween, frozen=True):
    """A player has filled the registers; the cards are hidden. [RR-2]"""

    reads = "{robot}'s program is ready."


class FilledUp(RobotBetween, frozen=True):
    """Time was up, so a player's empty registers were filled with random cards. [RR-2]"""

    fills_in = True
    reads = "Time is up: register {registers} of {robot} gets a random card."
    reads_many = "Time is up: registers {registers} of {robot} get random cards."
    counted = "registers"
    registers: RegisterNumbers


class Announced(RobotBetween, frozen=True):
    """A player announced a power-down for the next round. [RR-3, RR-32]"""

    reads = "{robot} will power down in the next round."


class Repaired(RobotBetween, frozen=True):
    """Some or all of a robot's damage was repaired; `damage` is the remaining damage. [RR-27]"""

    reads = "{robot} is repaired and now has {damage} damage."
    points: int
    damage: int


class Unlocked(RobotBetween, frozen=True):
    """Some of a robot's registers were unlocked. [RR-29]"""

    reads = "Register {registers} of {robot} is unlocked."
    reads_many = "Registers {registers} of {robot} are unlocked."
    counted = "registers"
    registers: RegisterNumbers


class CameBack(RobotBetween, frozen=True):
    """A destroyed robot came back to the board. [RR-31]"""

    reads = "{robot} is back on {square}, facing {facing}, with {damage} damage."
    square: Square
    facing: Way
    damage: int


class BecameReal(RobotBetween, frozen=True):
    """A virtual robot became real, because it was alone on its square. [RR-34]"""

    reads = "{robot} is no longer virtual."


class GotOption(RobotBetween, frozen=True):
    """A robot got an option card. [RR-27]"""

    reads = "{robot} gets the option {card}."
    card: CardName


class Discarded(RobotEvent, frozen=True):
    """A robot discarded a card that it held. [RR-31, RR-33]"""

    reads = "{robot} discards {card}."
    card: CardName


# Reasons --------------------------------------------------------------------------------------


class Hindrance(Struct, frozen=True):
    """The base class of reasons why a robot does not move.

    `by` is the other robot that is in its way, or empty for a mere wall.
    """

    reads: ClassVar[str]
    square: Square
    by: str = ""

    def __str__(self) -> str:
        return translate(self.reads).format(robot=called(self.by), square=self.square)


class Wall(Hindrance, frozen=True):
    """A robot cannot move, because a wall stops it, or else the robot `by` that it would push.

    The stopped robot is on `square`. [RR-7, RR-18]
    """

    reads = "a wall blocks {robot} on {square}"

    def __str__(self) -> str:
        if not self.by:
            return say("there is a wall in front of {square}", square=self.square)
        return super().__str__()


class Collision(Hindrance, frozen=True):
    """A belt does not carry a robot, because `by` would be carried to the same square. [RR-15]"""

    reads = "{robot} would also end up on {square}"


class HeadOn(Hindrance, frozen=True):
    """A belt does not carry a robot, because `by` would be carried the opposite way. [RR-15]"""

    reads = "{robot} is coming the other way"


class InTheWay(Hindrance, frozen=True):
    """A robot cannot move, because `by` is in the way and cannot be pushed."""

    reads = "{robot} is in the way"


class Occupied(Hindrance, frozen=True):
    """A belt does not carry a robot, because `by` does not leave the next square. [RR-15]"""

    reads = "{robot} does not leave {square}"


class Gone(Struct, frozen=True):
    """The reason why a destroyed robot's card has no effect. [RR-9]"""

    def __str__(self) -> str:
        return say("the robot is destroyed")


class Asleep(Struct, frozen=True):
    """The reason why a powered-down robot's card has no effect. [RR-32]"""

    def __str__(self) -> str:
        return say("the robot is powered down")
