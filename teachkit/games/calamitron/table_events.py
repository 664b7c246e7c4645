"""Events of a match, named in the past tense: the set-up, rounds, cards and the cards' effects."""

from __future__ import annotations

from typing import Annotated

from teachkit.core.board.squares import Square
from teachkit.core.language.program import Program
from teachkit.core.run.flow import Between
from teachkit.games.calamitron.bots import player_called, type_called
from teachkit.games.calamitron.events import BotName, Heading, PlayerName, SquareEvent, Squares
from teachkit.games.calamitron.table import card_called

CardName = Annotated[str, card_called]
TypeNames = Annotated[tuple[str, ...], lambda types: ", ".join(map(type_called, types))]


class CardEvent(Between, frozen=True):
    """The base class of events in which a player drew, took or lost a card."""

    player: PlayerName
    card: CardName


class RogueCardsDrawn(Between, frozen=True):
    """The types of rogues in play for the whole game were drawn. [CT-2]"""

    reads = "These rogues are in play: {types}."
    types: TypeNames


class RoguePlaced(Between, frozen=True):
    """A rogue was placed on an arrow. [CT-3]"""

    reads = "{bot} is placed on {square}."
    bot: BotName
    square: Square


class CratesPlaced(Between, frozen=True):
    """The crates were placed on their starting squares."""

    squares: Squares

    def __str__(self) -> str:
        count = len(self.squares)
        return self.worded_many("{number} crate is placed.", "{number} crates are placed.", count)


class RoundBegan(Between, frozen=True):
    """A round began; the player with the pry bar goes first. [CT-8]"""

    reads = "Round {number}: {player} has the pry bar."
    number: int
    player: PlayerName


class CardsDealt(Between, frozen=True):
    """Each player was dealt a rogue card, which moves the rogues of its type this round. [CT-6]"""

    cards: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        texts = [f"{player_called(player)}: {type_called(kind)}" for player, kind in self.cards]
        return self.worded("The rogue cards are dealt. {texts}.", texts=", ".join(texts))


class TimeKept(Between, frozen=True):
    """Seconds of programming time were saved for the next round. [CT-7]"""

    reads = "{number} second is saved for the next round."
    reads_many = "{number} seconds are saved for the next round."
    counted = "seconds"
    seconds: int


class TurnBegan(Between, frozen=True):
    """A player's turn began. First the player's rogues move, then the retro. [CT-8]"""

    reads = "{player} is next."
    player: PlayerName


class Laid(Between, frozen=True):
    """A player's program was revealed and is about to run."""

    reads = "{player} runs: {program}."
    reads_without = "{player} has no program."
    player: PlayerName
    program: Program


class CalamityDrawn(CardEvent, frozen=True):
    """A calamity card was drawn. [CT-39]"""

    reads = "{player} draws a calamity: {card}."


class UpgradeTaken(CardEvent, frozen=True):
    """A player took an upgrade. [CT-42]"""

    reads = "{player} takes an upgrade: {card}."


class UpgradeGivenUp(CardEvent, frozen=True):
    """A player gave up an upgrade, and a catastrophe went under the draw pile. [CT-10]"""

    reads = "{player} gives up {card}, and a catastrophe goes under the deck."


class PryBarPassed(Between, frozen=True):
    """The pry bar was passed to the player on the left. [CT-11]"""

    reads = "The pry bar passes to {player}."
    player: PlayerName


# Effects of calamity cards ---------------------------------------------------------------------


class NothingHappened(Between, frozen=True):
    """A card had no effect."""

    reads = "This card has no effect."


class SurplusCame(Between, frozen=True):
    """A surplus rogue was placed at an exit. [CT-41]"""

    reads = "{bot} waits at the exit on {square}."
    bot: BotName
    square: Square


class SurplusLeft(SquareEvent, frozen=True):
    """A surplus rogue was removed, because it could not enter or its exit was needed. [CT-41]"""

    reads = "{bot} cannot enter from {square} and is removed."


class Spun(Between, frozen=True):
    """A card turned a bot on its square. Stunned bots are turned, too."""

    reads = "{bot} is turned to face {facing}."
    bot: BotName
    facing: Heading


class Slid(Between, frozen=True):
    """A bot or crate slid one square because the floor tilted."""

    reads = "{bot} slides to {end}."
    bot: BotName
    start: Square
    end: Square


class CrateCame(Between, frozen=True):
    """A card put a crate on the board."""

    reads = "A new crate is placed on {square}."
    square: Square


class CatastropheBuried(Between, frozen=True):
    """A card put a catastrophe under the draw pile, so no player had to give up an upgrade."""

    reads = "A catastrophe goes under the deck."


class UpgradeRusted(CardEvent, frozen=True):
    """A player lost an upgrade because of a card."""

    reads = "{player} loses an upgrade: {card}."


class TimeLost(Between, frozen=True):
    """The programming time that was saved for the next round was lost."""

    reads = "The time that was saved is lost."
