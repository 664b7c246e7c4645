"""What can happen on the board of Calamitron, in the past tense.

`bot` is who does it or to whom it is done; `by` is the player whose instruction it is where
another bot than the player's own is driven [CT-31], and empty where a bot acts by itself.
"""

from __future__ import annotations

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.words import say


class Moved(Event, frozen=True):
    """A bot moved one square by itself or driven: ahead, or back."""

    bot: str
    start: Square
    end: Square
    by: str = ""

    def __str__(self) -> str:
        facts = {"bot": called(self.bot), "square": self.end}
        if self.by:
            player = player_called(self.by)
            return say("{player} drives {bot} to {square}.", player=player, **facts)
        return sentence(say("{bot} drives to {square}.", **facts))


class Slipped(Event, frozen=True):
    """A nanobot passes through a square on which another bot stands. [CT-28]"""

    bot: str
    start: Square
    end: Square
    through: str
    by: str = ""

    def __str__(self) -> str:
        return sentence(say("{bot} slips through {other} on {square}.",
                            bot=called(self.bot), other=called(self.through),
                            square=self.end))  # fmt: skip


class Turned(Event, frozen=True):
    """A bot turned on its square; a rogue does so because of an `obstacle`. [CT-14]"""

    bot: str
    facing: Facing
    by: str = ""
    obstacle: object = None

    def __str__(self) -> str:
        facts = {"bot": called(self.bot), "facing": self.facing.says}
        if self.by:
            player = player_called(self.by)
            return say("{player} turns {bot} to the {facing}.", player=player, **facts)
        if self.obstacle is not None:
            return sentence(say("{bot} turns {facing}: {reason}.", reason=self.obstacle, **facts))
        return sentence(say("{bot} now faces {facing}.", **facts))


class Pushed(Event, frozen=True):
    """A bot or crate was pushed one square by a bot that moves into it. [CT-25]"""

    bot: str
    start: Square
    end: Square
    pusher: str

    def __str__(self) -> str:
        return sentence(say("{pusher} pushes {bot} to {square}.", pusher=called(self.pusher),
                            bot=called(self.bot), square=self.end))  # fmt: skip


class Ground(Event, frozen=True):
    """There was no room to push: the bots stay, and the one in the way is ground. [CT-26]"""

    bot: str
    square: Square
    pusher: str

    def __str__(self) -> str:
        return sentence(say("{pusher} grinds {bot} on {square}: no room to push it.",
                            pusher=called(self.pusher), bot=called(self.bot),
                            square=self.square))  # fmt: skip


class Stopped(Event, frozen=True):
    """The rest of a move was lost. [CT-27, CT-28]"""

    bot: str
    reason: object

    def __str__(self) -> str:
        return sentence(say("{bot} stops: {reason}.", bot=called(self.bot), reason=self.reason))


class Stunned(Event, frozen=True):
    """A bot took damage and lies on its back. [CT-18, CT-32]"""

    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} is hit and lies on its back.", bot=called(self.bot)))


class Unharmed(Event, frozen=True):
    """A bot was hit and nothing came of it: `reason` says why."""

    bot: str
    square: Square
    reason: object

    def __str__(self) -> str:
        return sentence(say("{bot} is hit, but {reason}.", bot=called(self.bot),
                            reason=self.reason))  # fmt: skip


class StoodUp(Event, frozen=True):
    """A bot stood up again and faces as before; a retro has `left` instructions."""

    bot: str
    facing: Facing
    left: int | None = None

    def __str__(self) -> str:
        facts = {"bot": called(self.bot), "facing": self.facing.says}
        if self.left is None:
            return sentence(say("{bot} stands up and faces {facing}.", **facts))
        return sentence(say("{bot} stands up, faces {facing}, and has {left} instructions.",
                            left=self.left, **facts))  # fmt: skip


class Broke(Event, frozen=True):
    """A nanobot took damage and is removed. [CT-33]"""

    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} breaks: nanobots stand no damage.", bot=called(self.bot)))


class Fell(Event, frozen=True):
    """A bot fell into a pit and is out; `trophy` is the player who keeps it. [CT-34, CT-35]"""

    bot: str
    square: Square
    trophy: str = ""

    def __str__(self) -> str:
        facts = {"bot": called(self.bot), "square": self.square}
        if self.trophy:
            player = player_called(self.trophy)
            return sentence(say("{bot} falls into the pit on {square}; {player} keeps it.",
                                player=player, **facts))  # fmt: skip
        return sentence(say("{bot} falls into the pit on {square}.", **facts))


class Opened(Event, frozen=True):
    """A crate was damaged and is removed. [CT-36]"""

    square: Square

    def __str__(self) -> str:
        return say("The crate on {square} breaks open.", square=self.square)


class Filled(Event, frozen=True):
    """A crate fell into a pit and fills it. [CT-36]"""

    square: Square

    def __str__(self) -> str:
        return say("The crate fills the pit on {square}.", square=self.square)


class Crashed(Event, frozen=True):
    """A bot was shoved or forced against something and takes 1 damage. [CT-29, CT-30]"""

    bot: str
    square: Square
    reason: object

    def __str__(self) -> str:
        return sentence(say("{bot} crashes: {reason}.", bot=called(self.bot), reason=self.reason))
