"""What happens beside the board in a match of Calamitron, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass

from teachkit.core.board.squares import Square
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Event
from teachkit.games.calamitron.bots import types
from teachkit.games.calamitron.cards import card_called
from teachkit.games.calamitron.names import called, player_called, sentence
from teachkit.words import say, say_many


@dataclass(frozen=True, slots=True)
class RogueCardsDrawn(Event):
    """The types of rogues that are in play for the whole game. [CT-2]"""

    ends_card = True
    types: tuple[str, ...]

    def __str__(self) -> str:
        names = ", ".join(types()[kind].label for kind in self.types)
        return say("These rogues are in play: {names}.", names=names)


@dataclass(frozen=True, slots=True)
class RoguePlaced(Event):
    """A rogue was placed on an arrow. [CT-3]"""

    ends_card = True
    bot: str
    square: Square

    def __str__(self) -> str:
        return sentence(say("{bot} is placed on {square}.", bot=called(self.bot),
                            square=self.square))  # fmt: skip


@dataclass(frozen=True, slots=True)
class CratesPlaced(Event):
    """Crates were placed on their squares."""

    ends_card = True
    squares: tuple[Square, ...]

    def __str__(self) -> str:
        return say_many("{number} crate is placed.", "{number} crates are placed.",
                        len(self.squares))  # fmt: skip


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round begins; who holds the pry bar is first. [CT-8]"""

    ends_card = True
    number: int
    player: str

    def __str__(self) -> str:
        return say("Round {number}: {player} has the pry bar.",
                   number=self.number, player=player_called(self.player))  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    """Who moves which rogues this round. [CT-6]"""

    ends_card = True
    cards: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        texts = (f"{player_called(player)}: {types()[kind].label}" for player, kind in self.cards)
        return say("The rogue cards are dealt. {cards}.", cards=", ".join(texts))


@dataclass(frozen=True, slots=True)
class TimeKept(Event):
    """So many seconds are added to the next round. [CT-7]"""

    ends_card = True
    seconds: int

    def __str__(self) -> str:
        return say_many("{number} second is kept for the next round.",
                        "{number} seconds are kept for the next round.",
                        self.seconds)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A player's rogues move now, and then the retro. [CT-8]"""

    ends_card = True
    player: str

    def __str__(self) -> str:
        return say("{player} is next.", player=player_called(self.player))


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A player's program runs now."""

    ends_card = True
    player: str
    program: Program

    def __str__(self) -> str:
        if not self.program:
            return say("{player} has no program.", player=player_called(self.player))
        return say("{player} runs: {program}.", player=player_called(self.player),
                   program=self.program)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CalamityDrawn(Event):
    """A calamity card was drawn. [CT-39]"""

    ends_card = True
    card: str
    player: str

    def __str__(self) -> str:
        return say("{player} draws a calamity: {card}.", player=player_called(self.player),
                   card=card_called(self.card))  # fmt: skip


@dataclass(frozen=True, slots=True)
class UpgradeTaken(Event):
    """A player took an upgrade. [CT-42]"""

    ends_card = True
    player: str
    card: str

    def __str__(self) -> str:
        return say("{player} takes the upgrade: {card}.", player=player_called(self.player),
                   card=card_called(self.card))  # fmt: skip


@dataclass(frozen=True, slots=True)
class UpgradeGivenUp(Event):
    """An upgrade was given up, and a catastrophe went under the deck. [CT-10]"""

    ends_card = True
    player: str
    card: str

    def __str__(self) -> str:
        return say("{player} gives up {card}; a catastrophe goes under the deck.",
                   player=player_called(self.player), card=card_called(self.card))  # fmt: skip


@dataclass(frozen=True, slots=True)
class PryBarPassed(Event):
    """The pry bar went to the left. [CT-11]"""

    ends_card = True
    player: str

    def __str__(self) -> str:
        return say("The pry bar goes to {player}.", player=player_called(self.player))


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    ends_card = True
    reason: str

    def __str__(self) -> str:
        return self.reason
