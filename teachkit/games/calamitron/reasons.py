"""Why something did not happen, as sentences tell it after a colon."""

from __future__ import annotations

from dataclasses import dataclass

from teachkit.core.board.squares import Square
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.names import called
from teachkit.words import say


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What is in a bot's way: an edge of its square, a pit, or what stands on the next."""

    kind: Hindrance | str
    square: Square
    by: str = ""

    def __str__(self) -> str:
        match self.kind:
            case Hindrance.EDGE:
                return say("the board ends beside {square}", square=self.square)
            case Hindrance.WALL:
                return say("a wall is beside {square}", square=self.square)
            case Hindrance.DOOR | Hindrance.WAY_IN | Hindrance.WAY_OUT:
                return say("a door is beside {square}", square=self.square)
            case "pit":
                return say("a pit is beside {square}", square=self.square)
        return say("{bot} is in the way", bot=called(self.by))


@dataclass(frozen=True, slots=True)
class Cannot:
    """Why a retro cannot do what an instruction says: `kind` is one of the cases here.

    `most` is how far a beam carries, for one that ends too soon.
    """

    kind: str
    bot: str = ""
    number: int = 0
    most: int = 0

    def __str__(self) -> str:
        bot = called(self.bot) if self.bot else ""
        match self.kind:
            case "stunned":
                return say("{bot} lies on its back", bot=bot)
            case "out":
                return say("{bot} is out", bot=bot)
            case "spent":
                return say("after standing up only {number} instructions run", number=self.number)
            case "outside":
                return say("{bot} waits outside for its next program", bot=bot)
            case "far":
                return say("{bot} is {number} squares away, and the beam ends at {most}",
                           bot=bot, number=self.number, most=self.most)  # fmt: skip
            case "near":
                return say("{bot} is as near as it can be", bot=bot)
            case "apart":
                return say("{bot} is none that can be programmed from here", bot=bot)
            case "alone":
                return say("there is nobody to program beside {bot}", bot=bot)
        return say("there is nobody ahead")


@dataclass(frozen=True, slots=True)
class Exempt:
    """Why something does not concern a bot that it would concern otherwise."""

    kind: str
    bot: str = ""

    def __str__(self) -> str:
        match self.kind:
            case "immune":
                return say("nothing harms it")
            case "warded":
                return say("its upgrade takes the damage")
            case "down":
                return say("it lies on its back already")
            case "asleep":
                return say("it does not move this time")
        return say("nothing moves {bot}", bot=called(self.bot))
