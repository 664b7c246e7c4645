"""What calamity cards do in a match of Calamitron, in the past tense."""

from __future__ import annotations

from teachkit.core.board.squares import Facing, Square
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.cards import card_called
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.words import say


class NothingHappened(Event, frozen=True):
    """A card found nothing that it could change."""

    ends_card = True

    def __str__(self) -> str:
        return say("Nothing comes of it.")


class SurplusCame(Event, frozen=True):
    """One more rogue waits outside of an exit. [CT-41]"""

    ends_card = True
    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} waits at the exit on {square}.", bot=called(self.bot),
                            square=self.square))  # fmt: skip


class SurplusLeft(Event, frozen=True):
    """A rogue could not come in, or had to make room for a retro, and is removed. [CT-41]"""

    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} finds no way in on {square} and is removed.",
                            bot=called(self.bot), square=self.square))  # fmt: skip


class Spun(Event, frozen=True):
    """A bot was turned on its square, also one that lies on its back."""

    ends_card = True
    bot: str
    facing: Facing

    def __str__(self) -> str:
        return sentence(say("{bot} is turned to the {facing}.", bot=called(self.bot),
                            facing=self.facing.says))  # fmt: skip


class Slid(Event, frozen=True):
    """A bot or crate slid one square over a floor that was tilted."""

    ends_card = True
    bot: str
    start: Square
    end: Square

    def __str__(self) -> str:
        return sentence(say("{bot} slides to {square}.", bot=called(self.bot),
                            square=self.end))  # fmt: skip


class CrateCame(Event, frozen=True):
    """A crate was put on the board."""

    ends_card = True
    square: Square

    def __str__(self) -> str:
        return say("A crate comes to {square}.", square=self.square)


class CatastropheBuried(Event, frozen=True):
    """A catastrophe went under the deck, and nobody gave anything for it."""

    ends_card = True

    def __str__(self) -> str:
        return say("A catastrophe goes under the deck.")


class UpgradeRusted(Event, frozen=True):
    """A player lost an upgrade."""

    ends_card = True
    player: str
    card: str

    def __str__(self) -> str:
        return say("{player} loses the upgrade: {card}.", player=player_called(self.player),
                   card=card_called(self.card))  # fmt: skip


class TimeLost(Event, frozen=True):
    """The seconds that were kept are lost."""

    ends_card = True

    def __str__(self) -> str:
        return say("No time is kept for the next round.")
