"""Events on the board, named in the past tense, and the obstacles and reasons that explain them.

In each event, `bot` is the bot that acts or is affected. If a player's program moves a bot other
than the player's own retro, `by` is that player [CT-31]. Otherwise, `by` is "".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Struct

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.board import Hindrance
from teachkit.games.calamitron.bots import called, player_called, type_called
from teachkit.words import say, say_many, translate

Squares: TypeAlias = tuple[Square, ...]
Heading = Annotated[Facing, translate]
BotName = Annotated[str, called]
BotNames = Annotated[tuple[str, ...], lambda names: ", ".join(map(called, names))]
PlayerName = Annotated[str, player_called]
TypeName = Annotated[str, type_called]


class Obstacle(Struct, frozen=True):
    """An obstacle in a bot's way.

    `kind` is a `Hindrance` on an edge, or `pit`, `bot` or `crate`. If a bot or crate is in the way,
    `by` is its name and `square` is its square. Any other obstacle is next to `square`.
    """

    kind: Hindrance | str
    square: Square
    by: str = ""

    def __str__(self) -> str:
        match self.kind:
            case Hindrance.EDGE:
                return say("{square} is at the edge of the board", square=self.square)
            case Hindrance.WALL:
                return say("there is a wall next to {square}", square=self.square)
            case Hindrance.DOOR | Hindrance.WAY_IN | Hindrance.WAY_OUT:
                return say("there is a door next to {square}", square=self.square)
            case "pit":
                return say("there is a pit next to {square}", square=self.square)
        return say("{bot} is in the way", bot=called(self.by))


class Reason(Struct, frozen=True):
    """A reason why a bot cannot do something, or is not affected by something.

    `kind` is `spent`, `far` or a key of `reads`. `number` is a number of instructions for `spent`,
    and a distance for `far`. `most` is the range of the beam for `far`.
    """

    reads: ClassVar[Mapping[str, str]] = {
        "stunned": "{bot} is on its back",
        "out": "{bot} is out",
        "lost": "the rest of the program is lost",
        "outside": "{bot} is waiting outside for its next program",
        "near": "{bot} cannot be pulled any nearer",
        "apart": "{bot} cannot be programmed from here",
        "alone": "no bot next to {bot} can be programmed",
        "nobody": "there is no bot or crate ahead",
        "immune": "nothing can damage it",
        "warded": "its upgrade protects it",
        "down": "it is already on its back",
        "asleep": "it cannot move in this round",
        "heavy": "{bot} cannot be moved",
    }
    kind: str
    bot: str = ""
    number: int = 0
    most: int = 0

    def __str__(self) -> str:
        bot = called(self.bot) if self.bot else ""
        match self.kind:
            case "spent" if not self.number:
                return say("the retro cannot run any instructions after standing up")
            case "spent":
                return say_many(
                    "the retro runs only {number} instruction after standing up",
                    "the retro runs only {number} instructions after standing up",
                    self.number,
                )
            case "far":
                return say_many(
                    "{bot} is {number} square away, but the beam only reaches {most}",
                    "{bot} is {number} squares away, but the beam only reaches {most}",
                    self.number,
                    bot=bot,
                    most=self.most,
                )
        return say(self.reads[self.kind], bot=bot)


Cause: TypeAlias = Obstacle | Reason


class BotEvent(Event, frozen=True):
    """The base class of events in which `bot` acted or was affected."""

    bot: BotName


class Motion(BotEvent, frozen=True):
    """The base class of events in which a bot or crate moved from one square to the next."""

    start: Square
    end: Square


class SquareEvent(BotEvent, frozen=True):
    """The base class of events on `square`, most of which affected the bot or crate there."""

    square: Square


# Moves -----------------------------------------------------------------------------------------


class Moved(Motion, frozen=True):
    """A bot moved one square forward or back, by itself or driven by the player `by`."""

    reads = "{by} drives {bot} to {end}."
    reads_without = "{bot} drives to {end}."
    by: PlayerName = ""


class Slipped(Motion, frozen=True):
    """A Nanobot passed through a square with another bot on it. [CT-28]"""

    reads = "{bot} slips through {through} on {end}."
    through: BotName
    by: str = ""


class Turned(BotEvent, frozen=True):
    """A bot turned on its square. If a rogue turned by itself, `obstacle` is the reason. [CT-14]"""

    facing: Heading
    by: PlayerName = ""
    obstacle: object = None

    def __str__(self) -> str:
        if self.by:
            return self.worded("{by} turns {bot} to face {facing}.")
        if self.obstacle is not None:
            return self.worded("{bot} turns {facing} because {obstacle}.")
        return self.worded("{bot} now faces {facing}.")


class Pushed(Motion, frozen=True):
    """A bot or crate was pushed one square by a bot that moved into it. [CT-25]"""

    reads = "{pusher} pushes {bot} to {end}."
    pusher: BotName


class Ground(SquareEvent, frozen=True):
    """A bot or crate was crushed, because `pusher` could not push it. [CT-26]

    If `heavy` is true, the bot cannot be moved at all. Otherwise, there was no room.
    """

    pusher: BotName
    heavy: bool = False

    def __str__(self) -> str:
        if self.heavy:
            return self.worded("{pusher} crushes {bot} on {square}, because it cannot be moved.")
        return self.worded("{pusher} crushes {bot} on {square}: there is no room to push it.")


class Stopped(BotEvent, frozen=True):
    """A bot ended its move early because of `reason`. [CT-27, CT-28]"""

    reads = "{bot} stops: {reason}."
    reason: object


# Damage, pits and exits ------------------------------------------------------------------------


class Stunned(SquareEvent, frozen=True):
    """A bot took damage and is now on its back. [CT-18, CT-32]"""

    reads = "{bot} is hit and is now on its back."


class Unharmed(SquareEvent, frozen=True):
    """A bot was hit, but the hit had no effect because of `reason`."""

    reads = "{bot} is hit, but {reason}."
    reason: object


class StoodUp(BotEvent, frozen=True):
    """A bot stood up without turning. A retro may now run `left` instructions."""

    facing: Heading
    left: int | None = None

    def __str__(self) -> str:
        if self.left is None:
            return self.worded("{bot} stands up and faces {facing}.")
        return self.worded_many(
            "{bot} stands up, faces {facing}, and may run {number} instruction.",
            "{bot} stands up, faces {facing}, and may run {number} instructions.",
            self.left,
        )


class Broke(SquareEvent, frozen=True):
    """A Nanobot took damage and was removed. [CT-33]"""

    reads = "{bot} breaks: a Nanobot cannot take any damage."


class Fell(SquareEvent, frozen=True):
    """A bot fell into a pit and is out. [CT-34, CT-35]

    `trophy` is the player who gets credit, or "" if nobody does.
    """

    reads = "{bot} falls into the pit on {square}, and {trophy} keeps it."
    reads_without = "{bot} falls into the pit on {square}."
    trophy: PlayerName = ""


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

    reads = "{by} rescues {bot} through the exit."
    reads_without = "{bot} leaves through the exit."
    by: PlayerName = ""


class Replaced(SquareEvent, frozen=True):
    """A retro was placed at an exit, where it waits to drive in. [CT-35]"""

    reads = "{bot}, a {type}, waits at the exit on {square}."
    type: TypeName


# Tools of retros -------------------------------------------------------------------------------


class Crashed(SquareEvent, frozen=True):
    """A shove or beam moved a bot or crate against an obstacle. [CT-29, CT-30]"""

    reads = "{bot} crashes: {reason}."
    reason: object


class Shoved(Motion, frozen=True):
    """A retro shoved the bot or crate ahead. If there was no room, `end` equals `start`."""

    shover: BotName

    def __str__(self) -> str:
        if self.start == self.end:
            return self.worded("{shover} shoves {bot}, but there is no room.")
        return self.worded("{shover} shoves {bot} to {end}.")


class Beamed(BotEvent, frozen=True):
    """A tractor or forcer beam hit the first bot or crate ahead, `distance` squares away. [CT-30]

    `moves` is the number of squares by which the beam moves the target if nothing is in the way.
    """

    tool: str
    target: BotName
    squares: Squares
    distance: int
    moves: int

    def __str__(self) -> str:
        if self.tool == "tractor":
            return self.worded(
                "The distance to {target} is {distance}, so the tractor pulls it by {moves}."
            )
        return self.worded(
            "The distance to {target} is {distance}, so the forcer pushes it by {moves}."
        )


class Dragged(Motion, frozen=True):
    """A beam moved a bot or crate one square. [CT-30]"""

    reads = "The beam moves {bot} to {end}."
    by: str


class Hacked(Event, frozen=True):
    """A retro chose the bot, possibly itself, that its program moves from now on. [CT-31]"""

    by: PlayerName
    bot: BotName

    def __str__(self) -> str:
        if self.by == self.bot:
            return self.worded("{by} now programs its own retro.")
        return self.worded("{by} now programs {bot}.")


# Rogues ----------------------------------------------------------------------------------------


class RogueBegan(BotEvent, frozen=True):
    """A rogue began its move. `card` is the player whose rogue card moves the rogue. [CT-12]"""

    reads = "{bot} moves."
    ends_card = True
    card: str = ""

    @property
    def part(self) -> str:
        """The rogue's name, because each rogue's move is a separate part of the trace."""
        return self.bot


class Fired(BotEvent, frozen=True):
    """A bot fired its laser across `squares` and hit a bot, a crate or nothing. [CT-16]"""

    reads = "{bot} fires its laser and hits {hit}."
    reads_without = "{bot} fires its laser but hits nothing."
    squares: Squares
    hit: BotName = ""


class Flamed(BotEvent, frozen=True):
    """A bot shot flames at `squares`, and burnt the bots and crates in `hit`. [CT-15]"""

    reads = "{bot} shoots flames and burns {hit}."
    reads_without = "{bot} shoots flames but burns nothing."
    squares: Squares
    hit: BotNames = ()


class Knocked(SquareEvent, frozen=True):
    """A bot moved one square and then hit the bot or crate in front of it, on `square`."""

    reads = "{bot} hits {hit}."
    hit: BotName


class Sent(SquareEvent, frozen=True):
    """A bot made the bot `hit` on the adjacent `square` drive one square forward. [CT-17]"""

    reads = "{bot} sends {hit} forward."
    hit: BotName
