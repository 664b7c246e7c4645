"""What can happen in a register, in the past tense; `str(event)` is what the learner reads.

Who did it stands in `by`: a robot, or nobody (the factory). What `ends_card` is the factory's.
"""

from __future__ import annotations

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.events import Event
from teachkit.games.roborally.reasons import called, sentence
from teachkit.words import say, say_many, translate

MOST_NAMED = 4
"""So many robots are told one by one in a sentence."""


class Revealed(Event, frozen=True):
    """All turned up their cards of this register; `order` is who goes first, second, …. [RR-4]"""

    ends_card = True
    register: int
    order: tuple[str, ...]
    cards: tuple[str, ...]
    priorities: tuple[int, ...]

    @property
    def part(self) -> str:
        return "cards"

    def __str__(self) -> str:
        names = ", ".join(translate(name) for name in self.order)
        return say("Register {register}, highest priority first: {robots}.",
                   register=self.register, robots=names)  # fmt: skip


class Moved(Event, frozen=True):
    """A robot went one step by its own card."""

    robot: str
    start: Square
    end: Square
    back: bool = False

    def __str__(self) -> str:
        if self.back:
            return sentence(say("{robot} backs up to {square}.",
                                robot=called(self.robot), square=self.end))  # fmt: skip
        return sentence(say("{robot} drives to {square}.",
                            robot=called(self.robot), square=self.end))  # fmt: skip


class StepsChanged(Event, frozen=True):
    """Something that a robot holds made its card go another number of steps."""

    robot: str
    steps: int

    def __str__(self) -> str:
        if not self.steps:
            return sentence(say("{robot} goes no step with this card.", robot=called(self.robot)))
        return sentence(say_many("{robot} goes {number} step with this card.",
                                 "{robot} goes {number} steps with this card.",
                                 abs(self.steps), robot=called(self.robot)))  # fmt: skip


class HeldUp(Event, frozen=True):
    """A robot could not take the rest of its steps. [RR-7]"""

    robot: str
    reason: object

    def __str__(self) -> str:
        return sentence(say("{robot} stops: {reason}.",
                            robot=called(self.robot), reason=self.reason))  # fmt: skip


class Pushed(Event, frozen=True):
    """A robot was pushed one square by another, or by a pusher on a wall. [RR-7, RR-13]"""

    robot: str
    by: str
    start: Square
    end: Square

    def __str__(self) -> str:
        return sentence(say("{robot} is pushed to {square}.",
                            robot=called(self.robot), square=self.end))  # fmt: skip


class Turned(Event, frozen=True):
    """A robot turned on its square by its own card."""

    robot: str
    facing: Facing

    def __str__(self) -> str:
        return sentence(say("{robot} now faces {facing}.",
                            robot=called(self.robot), facing=self.facing.says))  # fmt: skip


class Carried(Event, frozen=True):
    """Belts carried robots, all at once: who, from where, to where. [RR-11, RR-12, RR-15]"""

    ends_card = True
    robots: tuple[str, ...]
    starts: tuple[Square, ...]
    ends: tuple[Square, ...]
    express: bool

    @property
    def part(self) -> str:
        return "express" if self.express else "belts"

    def __str__(self) -> str:
        if len(self.robots) > MOST_NAMED:
            return (
                say("Express belts carry {number} robots one square.", number=len(self.robots))
                if self.express
                else say("The belts carry {number} robots one square.", number=len(self.robots))
            )
        carried = ", ".join(
            say("{robot} to {square}", robot=translate(robot), square=end)
            for robot, end in zip(self.robots, self.ends, strict=True)
        )
        if self.express:
            return say("Express belts carry {robots}.", robots=carried)
        return say("The belts carry {robots}.", robots=carried)


class NotCarried(Event, frozen=True):
    """A belt did not carry a robot that stands on it. [RR-15, RR-18]"""

    ends_card = True
    robot: str
    square: Square
    reason: object
    express: bool

    @property
    def part(self) -> str:
        return "express" if self.express else "belts"

    def __str__(self) -> str:
        return say("The belt leaves {robot} on {square}: {reason}.",
                   robot=called(self.robot), square=self.square, reason=self.reason)  # fmt: skip


class Bent(Event, frozen=True):
    """The bend of a belt turned a robot that was carried onto it. [RR-16]"""

    ends_card = True
    robot: str
    square: Square
    turn: str
    facing: Facing

    def __str__(self) -> str:
        return say("The bend on {square} turns {robot}: it faces {facing}.",
                   square=self.square, robot=called(self.robot),
                   facing=self.facing.says)  # fmt: skip


class Extended(Event, frozen=True):
    """A pusher pushed the robot before it, or could not. [RR-13, RR-18]"""

    ends_card = True
    square: Square
    facing: Facing
    register: int
    robot: str
    reason: object = ""

    @property
    def part(self) -> str:
        return "pushers"

    def __str__(self) -> str:
        if self.reason:
            return say("The pusher cannot push {robot}: {reason}.",
                       robot=called(self.robot), reason=self.reason)  # fmt: skip
        return say("The pusher on {square} pushes {robot}.",
                   square=self.square, robot=called(self.robot))  # fmt: skip


class Geared(Event, frozen=True):
    """A gear turned the robot on it. [RR-14]"""

    ends_card = True
    robot: str
    square: Square
    turn: str
    facing: Facing

    @property
    def part(self) -> str:
        return "gears"

    def __str__(self) -> str:
        return say("The gear on {square} turns {robot}: it faces {facing}.",
                   square=self.square, robot=called(self.robot),
                   facing=self.facing.says)  # fmt: skip


class Shot(Event, frozen=True):
    """A laser hit a robot; `by` is who shot, or nobody: a laser on a wall. [RR-21, RR-22]

    `start` is where the beam begins, `facing` its way, `end` where it hits.
    """

    ends_card = True
    robot: str
    by: str
    start: Square
    end: Square
    facing: Facing
    points: int

    @property
    def part(self) -> str:
        return "lasers"

    def __str__(self) -> str:
        if self.by:
            return sentence(say("{by} shoots {robot} on {square}.",
                                by=called(self.by), robot=called(self.robot),
                                square=self.end))  # fmt: skip
        return say_many("The laser on {start} hits {robot} on {square}.",
                        "The laser on {start} hits {robot} on {square} {number} times.",
                        self.points, start=self.start, robot=called(self.robot),
                        square=self.end)  # fmt: skip


class Damaged(Event, frozen=True):
    """A robot took damage; `damage` is what it has now. [RR-21, RR-28]"""

    ends_card = True
    robot: str
    points: int
    damage: int
    by: str = ""

    def __str__(self) -> str:
        return sentence(say_many("{robot} takes {number} damage and has {damage} now.",
                                 "{robot} takes {number} damage and has {damage} now.",
                                 self.points, robot=called(self.robot),
                                 damage=self.damage))  # fmt: skip


class LockedUp(Event, frozen=True):
    """Registers of a robot locked: their cards stay. [RR-28]"""

    ends_card = True
    robot: str
    registers: tuple[int, ...]

    def __str__(self) -> str:
        return say_many("Register {registers} of {robot} is locked.",
                        "Registers {registers} of {robot} are locked.",
                        len(self.registers), registers=", ".join(map(str, self.registers)),
                        robot=called(self.robot))  # fmt: skip


class Destroyed(Event, frozen=True):
    """A robot was destroyed; `cause` is `pit`, `edge` or `damage`. [RR-9, RR-30]"""

    robot: str
    square: Square
    cause: str
    by: str = ""

    def __str__(self) -> str:
        robot = called(self.robot)
        match self.cause:
            case "pit":
                text = say("{robot} falls into the pit on {square}.",
                           robot=robot, square=self.square)  # fmt: skip
            case "edge":
                text = say("{robot} falls off the board.", robot=robot)
            case _:
                text = say("{robot} has too much damage and is destroyed.", robot=robot)
        return sentence(text)


class Discarded(Event, frozen=True):
    """A robot laid away a card that it held. [RR-31, RR-33]"""

    robot: str
    card: str

    def __str__(self) -> str:
        return sentence(say("{robot} discards {card}.",
                            robot=called(self.robot), card=translate(self.card)))  # fmt: skip


class TouchedFlag(Event, frozen=True):
    """A robot touched the next flag of its course. [RR-25]"""

    ends_card = True
    robot: str
    flag: int
    square: Square

    @property
    def part(self) -> str:
        return "flags"

    def __str__(self) -> str:
        return sentence(say("{robot} touches flag {flag} on {square}.",
                            robot=called(self.robot), flag=self.flag,
                            square=self.square))  # fmt: skip


class ArchiveMoved(Event, frozen=True):
    """From now on a robot comes back here. [RR-26]"""

    ends_card = True
    robot: str
    square: Square

    @property
    def part(self) -> str:
        return "flags"

    def __str__(self) -> str:
        return say("The archive of {robot} is now on {square}.",
                   robot=called(self.robot), square=self.square)  # fmt: skip
