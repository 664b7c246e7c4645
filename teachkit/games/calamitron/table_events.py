"""What happens beside the board in a match of Calamitron, in the past tense."""

from __future__ import annotations

from teachkit.core.board.squares import Square
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.bots import types
from teachkit.games.calamitron.cards import card_called
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.words import say, say_many


class RogueCardsDrawn(Event, frozen=True):
    """The types of rogues that are in play for the whole game. [CT-2]"""

    ends_card = True
    types: tuple[str, ...]

    def __str__(self) -> str:
        names = ", ".join(types()[kind].label for kind in self.types)
        return say("These rogues are in play: {names}.", names=names)


class RoguePlaced(Event, frozen=True):
    """A rogue was placed on an arrow. [CT-3]"""

    ends_card = True
    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} is placed on {square}.", bot=called(self.bot),
                            square=self.square))  # fmt: skip


class CratesPlaced(Event, frozen=True):
    """Crates were placed on their squares."""

    ends_card = True
    squares: tuple[Square, ...]

    def __str__(self) -> str:
        return say_many("{number} crate is placed.", "{number} crates are placed.",
                        len(self.squares))  # fmt: skip


class RoundBegan(Event, frozen=True):
    """A round begins; who holds the pry bar is first. [CT-8]"""

    ends_card = True
    number: int
    player: str

    def __str__(self) -> str:
        return say("Round {number}: {player} has the pry bar.",
                   number=self.number, player=player_called(self.player))  # fmt: skip


class CardsDealt(Event, frozen=True):
    """Who moves which rogues this round. [CT-6]"""

    ends_card = True
    cards: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        texts = (f"{player_called(player)}: {types()[kind].label}" for player, kind in self.cards)
        return say("The rogue cards are dealt. {cards}.", cards=", ".join(texts))


class TimeKept(Event, frozen=True):
    """So many seconds are added to the next round. [CT-7]"""

    ends_card = True
    seconds: int

    def __str__(self) -> str:
        return say_many("{number} second is kept for the next round.",
                        "{number} seconds are kept for the next round.",
                        self.seconds)  # fmt: skip


class TurnBegan(Event, frozen=True):
    """A player's rogues move now, and then the retro. [CT-8]"""

    ends_card = True
    player: str

    def __str__(self) -> str:
        return say("{player} is next.", player=player_called(self.player))


class Laid(Event, frozen=True):
    """A player's program runs now."""

    ends_card = True
    player: str
    program: Program

    def __str__(self) -> str:
        if not self.program:
            return say("{player} has no program.", player=player_called(self.player))
        return say("{player} runs: {program}.", player=player_called(self.player),
                   program=self.program)  # fmt: skip


class CalamityDrawn(Event, frozen=True):
    """A calamity card was drawn. [CT-39]"""

    ends_card = True
    card: str
    player: str

    def __str__(self) -> str:
        return say("{player} draws a calamity: {card}.", player=player_called(self.player),
                   card=card_called(self.card))  # fmt: skip


class UpgradeTaken(Event, frozen=True):
    """A player took an upgrade. [CT-42]"""

    ends_card = True
    player: str
    card: str

    def __str__(self) -> str:
        return say("{player} takes the upgrade: {card}.", player=player_called(self.player),
                   card=card_called(self.card))  # fmt: skip


class UpgradeGivenUp(Event, frozen=True):
    """An upgrade was given up, and a catastrophe went under the deck. [CT-10]"""

    ends_card = True
    player: str
    card: str

    def __str__(self) -> str:
        return say("{player} gives up {card}; a catastrophe goes under the deck.",
                   player=player_called(self.player), card=card_called(self.card))  # fmt: skip


class PryBarPassed(Event, frozen=True):
    """The pry bar went to the left. [CT-11]"""

    ends_card = True
    player: str

    def __str__(self) -> str:
        return say("The pry bar goes to {player}.", player=player_called(self.player))


class Ended(Event, frozen=True):
    """The game is over."""

    ends_card = True
    reason: str

    def __str__(self) -> str:
        return self.reason
