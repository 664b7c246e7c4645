"""Events on the board of Calamitron, in the past tense, and the reasons in them.

In each event, `bot` is the bot that acts or is affected. `by` is the player whose program moves a
bot other than the player's own retro [CT-31]; it is empty if a bot acts by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Struct

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.events import Event
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.bots import called, player_called, type_called
from teachkit.words import say, say_many, translate

Squares: TypeAlias = tuple[Square, ...]
Heading = Annotated[Facing, translate]
BotName = Annotated[str, called]
PlayerName = Annotated[str, player_called]
TypeName = Annotated[str, type_called]


class Obstacle(Struct, frozen=True):
    """The obstacle in a bot's way, on an edge of `square` or beside it.

    `kind` is an obstacle on an edge, `pit`, `bot` or `crate`; `by` is the bot or crate.
    """

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


class Reason(Struct, frozen=True):
    """The reason why a bot cannot do something, or is not affected by something.

    `kind` is `spent`, `far` or one of the keys of `reads`. `most` is the range of a beam that is
    too short.
    """

    reads: ClassVar[Mapping[str, str]] = {
        "stunned": "{bot} lies on its back",
        "out": "{bot} is out",
        "lost": "the rest of its program is lost",
        "outside": "{bot} waits outside for its next program",
        "near": "{bot} is as near as it can be",
        "apart": "{bot} is none that can be programmed from here",
        "alone": "there is nobody to program beside {bot}",
        "nobody": "there is nobody ahead",
        "immune": "nothing harms it",
        "warded": "its upgrade takes the damage",
        "down": "it lies on its back already",
        "asleep": "it does not move this time",
        "heavy": "nothing moves {bot}",
    }
    kind: str
    bot: str = ""
    number: int = 0
    most: int = 0

    def __str__(self) -> str:
        bot = called(self.bot) if self.bot else ""
        match self.kind:
            case "spent" if not self.number:
                return say("after standing up no instruction runs")
            case "spent":
                return say_many(
                    "after standing up only {number} instruction runs",
                    "after standing up only {number} instructions run",
                    self.number,
                )
            case "far":
                return say_many(
                    "{bot} is {number} square away, and the beam ends at {most}",
                    "{bot} is {number} squares away, and the beam ends at {most}",
                    self.number,
                    bot=bot,
                    most=self.most,
                )
        return say(self.reads[self.kind], bot=bot)


Cause: TypeAlias = Obstacle | Reason


class BotEvent(Event, frozen=True):
    """Something that a bot did, or that happened to it."""

    bot: BotName


class Motion(BotEvent, frozen=True):
    """A bot or crate moved from one square to the next."""

    start: Square
    end: Square


class SquareEvent(BotEvent, frozen=True):
    """Something that happened to a bot or crate on a square."""

    square: Square


# Moves -----------------------------------------------------------------------------------------


class Moved(Motion, frozen=True):
    """A bot moved one square ahead or back, by itself or driven by a player's program."""

    by: PlayerName = ""

    def __str__(self) -> str:
        if self.by:
            return self.worded("{by} drives {bot} to {end}.")
        return self.worded("{bot} drives to {end}.")


class Slipped(Motion, frozen=True):
    """A nanobot passed through a square with another bot on it. [CT-28]"""

    reads = "{bot} slips through {through} on {end}."
    through: BotName
    by: str = ""


class Turned(BotEvent, frozen=True):
    """A bot turned on its square; a rogue turns because of an `obstacle`. [CT-14]"""

    facing: Heading
    by: PlayerName = ""
    obstacle: object = None

    def __str__(self) -> str:
        if self.by:
            return self.worded("{by} turns {bot} to the {facing}.")
        if self.obstacle is not None:
            return self.worded("{bot} turns {facing}: {obstacle}.")
        return self.worded("{bot} now faces {facing}.")


class Pushed(Motion, frozen=True):
    """A bot or crate was pushed one square by a bot that moves into it. [CT-25]"""

    reads = "{pusher} pushes {bot} to {end}."
    pusher: BotName


class Ground(SquareEvent, frozen=True):
    """`pusher` could not push the bot or crate ahead, and ground it instead. [CT-26]

    Nothing moves a bot that is `heavy`; otherwise there was no room.
    """

    pusher: BotName
    heavy: bool = False

    def __str__(self) -> str:
        if self.heavy:
            return self.worded("{pusher} grinds {bot} on {square}: nothing moves it.")
        return self.worded("{pusher} grinds {bot} on {square}: no room to push it.")


class Stopped(BotEvent, frozen=True):
    """A bot could not finish its move, for a `reason`. [CT-27, CT-28]"""

    reads = "{bot} stops: {reason}."
    reason: object


# Damage, pits and exits ------------------------------------------------------------------------


class Stunned(SquareEvent, frozen=True):
    """A bot took damage and is now on its back. [CT-18, CT-32]"""

    reads = "{bot} is hit and lies on its back."


class Unharmed(SquareEvent, frozen=True):
    """A bot was hit, but for a `reason` this had no effect."""

    reads = "{bot} is hit, but {reason}."
    reason: object


class StoodUp(BotEvent, frozen=True):
    """A bot stood up, facing as before; a retro may now perform `left` instructions."""

    facing: Heading
    left: int | None = None

    def __str__(self) -> str:
        if self.left is None:
            return self.worded("{bot} stands up and faces {facing}.")
        return self.worded_many(
            "{bot} stands up, faces {facing}, and has {number} instruction.",
            "{bot} stands up, faces {facing}, and has {number} instructions.",
            self.left,
        )


class Broke(SquareEvent, frozen=True):
    """A nanobot took damage and was removed. [CT-33]"""

    reads = "{bot} breaks: nanobots stand no damage."


class Fell(SquareEvent, frozen=True):
    """A bot fell into a pit and is out; `trophy` is the player who gets credit. [CT-34, CT-35]"""

    trophy: PlayerName = ""

    def __str__(self) -> str:
        if self.trophy:
            return self.worded("{bot} falls into the pit on {square}; {trophy} keeps it.")
        return self.worded("{bot} falls into the pit on {square}.")


class Opened(Event, frozen=True):
    """A crate was damaged and removed. [CT-36]"""

    reads = "The crate on {square} breaks open."
    square: Square


class Filled(Event, frozen=True):
    """A crate fell into a pit and filled it. [CT-36]"""

    reads = "The crate fills the pit on {square}."
    square: Square


class Rescued(SquareEvent, frozen=True):
    """The Minionbot left the board through an exit. [CT-37]"""

    by: PlayerName = ""

    def __str__(self) -> str:
        if self.by:
            return self.worded("{by} rescues {bot} through the exit.")
        return self.worded("{bot} leaves through the exit.")


class Replaced(BotEvent, frozen=True):
    """A retro was placed at an exit, where it waits. [CT-35]"""

    reads = "{bot} waits as a {type} at the exit on {square}."
    type: TypeName
    square: Square


# Tools of retros -------------------------------------------------------------------------------


class Crashed(SquareEvent, frozen=True):
    """A bot was shoved or forced against something and took 1 damage. [CT-29, CT-30]"""

    reads = "{bot} crashes: {reason}."
    reason: object


class Shoved(Motion, frozen=True):
    """A retro shoved the bot or crate ahead; if there was no room, `end` is the same as `start`."""

    shover: BotName

    def __str__(self) -> str:
        if self.start == self.end:
            return self.worded("{shover} shoves {bot}, but there is no room.")
        return self.worded("{shover} shoves {bot} to {end}.")


class Beamed(BotEvent, frozen=True):
    """A tractor or forcer beam met the first bot or crate ahead, `distance` squares away. [CT-30]

    `moves` is the number of squares by which the beam moves it, if nothing is in the way.
    """

    tool: str
    target: BotName
    squares: Squares
    distance: int
    moves: int

    def __str__(self) -> str:
        if self.tool == "tractor":
            return self.worded("{target} is {distance} away; the tractor pulls {moves}.")
        return self.worded("{target} is {distance} away; the forcer pushes {moves}.")


class Dragged(Motion, frozen=True):
    """A beam moved a bot or crate one square. [CT-30]"""

    reads = "{bot} is moved to {end}."
    by: str


class Hacked(Event, frozen=True):
    """A hacker chose a bot that performs its program from now on, possibly itself again. [CT-31]"""

    by: PlayerName
    bot: BotName

    def __str__(self) -> str:
        if self.by == self.bot:
            return self.worded("{by} goes on by itself.")
        return self.worded("{by} now programs {bot}.")


# Rogues ----------------------------------------------------------------------------------------


class RogueBegan(BotEvent, frozen=True):
    """A rogue's move began; `card` is the player whose rogue card moves the rogue. [CT-12]"""

    reads = "{bot} moves."
    ends_card = True
    card: str = ""

    @property
    def part(self) -> str:
        """The rogue's name, since the move of each rogue is a part of its own in the trace."""
        return self.bot


class Fired(BotEvent, frozen=True):
    """A bot fired a laser over these squares and hit a bot, a crate, or nothing. [CT-16]"""

    squares: Squares
    hit: BotName = ""

    def __str__(self) -> str:
        if self.hit:
            return self.worded("{bot} fires its laser and hits {hit}.")
        return self.worded("{bot} fires its laser and hits nothing.")


class Flamed(BotEvent, frozen=True):
    """A bot's flames burnt these squares, and the bots and crates in `hit`. [CT-15]"""

    squares: Squares
    hit: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.hit:
            burnt = ", ".join(map(called, self.hit))
            return self.worded("{bot} flames and burns: {burnt}.", burnt=burnt)
        return self.worded("{bot} flames and burns nothing.")


class Knocked(BotEvent, frozen=True):
    """A bot ended a step in front of a bot or crate, and knocked it."""

    reads = "{bot} knocks {hit}."
    hit: BotName
    square: Square


class Sent(BotEvent, frozen=True):
    """A bot came next to another bot, `hit`, and made it drive one square forward. [CT-17]"""

    reads = "{bot} sends {hit} forward."
    hit: BotName
    square: Square
