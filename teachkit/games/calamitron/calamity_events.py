"""What calamity cards do in a match of Calamitron, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.cards import card_called
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.words import say


@dataclass(frozen=True, slots=True)
class NothingHappened(Event):
    """A card found nothing that it could change."""

    ends_card = True

    def __str__(self) -> str:
        return say("Nothing comes of it.")


@dataclass(frozen=True, slots=True)
class SurplusCame(Event):
    """One more rogue waits outside of an exit. [CT-41]"""

    ends_card = True
    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} waits at the exit on {square}.", bot=called(self.bot),
                            square=self.square))  # fmt: skip


@dataclass(frozen=True, slots=True)
class SurplusLeft(Event):
    """A rogue could not come in, or had to make room for a retro, and is removed. [CT-41]"""

    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} finds no way in on {square} and is removed.",
                            bot=called(self.bot), square=self.square))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spun(Event):
    """A bot was turned on its square, also one that lies on its back."""

    ends_card = True
    bot: str
    facing: Facing

    def __str__(self) -> str:
        return sentence(say("{bot} is turned to the {facing}.", bot=called(self.bot),
                            facing=self.facing.says))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slid(Event):
    """A bot or crate slid one square over a floor that was tilted."""

    ends_card = True
    bot: str
    start: Square
    end: Square

    def __str__(self) -> str:
        return sentence(say("{bot} slides to {square}.", bot=called(self.bot),
                            square=self.end))  # fmt: skip


@dataclass(frozen=True, slots=True)
class CrateCame(Event):
    """A crate was put on the board."""

    ends_card = True
    square: Square

    def __str__(self) -> str:
        return say("A crate comes to {square}.", square=self.square)


@dataclass(frozen=True, slots=True)
class CatastropheBuried(Event):
    """A catastrophe went under the deck, and nobody gave anything for it."""

    ends_card = True

    def __str__(self) -> str:
        return say("A catastrophe goes under the deck.")


@dataclass(frozen=True, slots=True)
class UpgradeRusted(Event):
    """A player lost an upgrade."""

    ends_card = True
    player: str
    card: str

    def __str__(self) -> str:
        return say("{player} loses the upgrade: {card}.", player=player_called(self.player),
                   card=card_called(self.card))  # fmt: skip


@dataclass(frozen=True, slots=True)
class TimeLost(Event):
    """The seconds that were kept are lost."""

    ends_card = True

    def __str__(self) -> str:
        return say("No time is kept for the next round.")
