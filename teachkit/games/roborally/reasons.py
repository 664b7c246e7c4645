"""Why a card, a belt or a pusher did nothing: the same words for all."""

from __future__ import annotations

from dataclasses import dataclass

from teachkit.core.board.squares import Square
from teachkit.words import say, translate


def called(robot: str) -> str:
    """How sentences name a robot."""
    return say("the {colour} robot", colour=translate(robot))


def sentence(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall stops it at this square; `pushed` is the last robot of a row that would be pushed.

    [RR-7, RR-18]
    """

    square: Square
    pushed: str = ""

    def __str__(self) -> str:
        if self.pushed:
            return say("a wall holds {robot} on {square}",
                       robot=called(self.pushed), square=self.square)  # fmt: skip
        return say("a wall is ahead of {square}", square=self.square)


@dataclass(frozen=True, slots=True)
class Collision:
    """Belts would carry two robots to one square. [RR-15]"""

    square: Square
    by: str

    def __str__(self) -> str:
        return say("{robot} comes to {square} too",
                   robot=called(self.by), square=self.square)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HeadOn:
    """Belts would carry two robots through one another. [RR-15]"""

    square: Square
    by: str

    def __str__(self) -> str:
        return say("{robot} comes the other way", robot=called(self.by))


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A robot stands ahead and cannot be pushed."""

    square: Square
    by: str

    def __str__(self) -> str:
        return say("{robot} is in the way", robot=called(self.by))


@dataclass(frozen=True, slots=True)
class Occupied:
    """Somebody stands where the belt leads, and does not leave. [RR-15]"""

    square: Square
    by: str

    def __str__(self) -> str:
        return say("{robot} stays on {square}", robot=called(self.by), square=self.square)


@dataclass(frozen=True, slots=True)
class Gone:
    """The robot is destroyed, so the rest of its program is lost. [RR-9]"""

    def __str__(self) -> str:
        return say("the robot is destroyed")


@dataclass(frozen=True, slots=True)
class Asleep:
    """The robot is powered down. [RR-32]"""

    def __str__(self) -> str:
        return say("the robot is powered down")
