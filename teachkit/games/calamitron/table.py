"""The table beside the board in a match, with its calamity and upgrade cards.

Most cards are our own; see the comments at the top of `calamities.toml` and `upgrades.toml`. A card
is data. Most cards change a *measure*, which is a number that the rules look up by name. The rules
do not refer to individual cards. Instead, a rule calls `state.measured(name, bot, usual)`, which
returns the usual number, adjusted by all cards in force for `bot`. An upgrade is in force as long
as its player has it, and a calamity is in force for its number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.squares import Square
from teachkit.core.run.flow import Deck
from teachkit.games.calamitron.bots import Bot, Titled, records


@dataclass(frozen=True, kw_only=True)
class CardFile(Titled):
    """A calamity or upgrade card: its number of copies, and its effect.

    A card of the kind `measure` changes a measure by the card's `amount`, for the bots that its
    `whom` names, and for its number of `rounds`. The module `calamities` implements the other
    kinds. The measures, and the modules that look them up, are:

    - `instructions`: the maximum number of instructions in a program (`programs`)
    - `loader`, `shooter`, `hacker`: the maximum number of special instructions of this kind in a
      program (`programs`)
    - `recovery`: the number of instructions that a retro may run after standing up (`execution`)
    - `steps`: the number of squares that a rogue moves (`rogues`)
    - `asleep`: if above 0, the rogue does not move (`rogues`)
    - `reach`: the reach of tractor and forcer beams, which move a bot by at most the reach minus
      the distance (`execution`)
    - `ward`: the number of times that damage to the bot has no effect (`moves`)
    - `heavy`: if above 0, no push or beam can move the bot (`moves`)
    - `hover`: if above 0, the bot does not fall into pits (`moves`)
    - `closed`: if above 0, no hacker can program the bot (`execution`)
    """

    count: int = 1
    kind: str = "measure"
    measure: str = ""
    amount: int = 0
    whom: str = ""
    rounds: int = 0
    toward: str = ""


@cache
def calamities() -> Mapping[str, CardFile]:
    """Return all calamity cards, keyed by name."""
    return records("calamities.toml", CardFile)


@cache
def upgrades() -> Mapping[str, CardFile]:
    """Return all upgrade cards, keyed by name."""
    return records("upgrades.toml", CardFile)


def copies(cards: Mapping[str, CardFile]) -> tuple[str, ...]:
    """Return the names of `cards`, with one entry for each copy of a card."""
    return tuple(name for name, card in cards.items() for _ in range(card.count))


def card_called(name: str) -> str:
    """Return the title of the card `name`, for use in sentences."""
    every = {**calamities(), **upgrades()}
    return every[name].label if name in every else name


class InForce(Struct, frozen=True):
    """A card in force, which changes a measure.

    `whom` is a player who has the card as an upgrade, or a type of bot, `rogues`, `retros`, or ""
    for all bots. `rounds` is the number of rounds for which the card is still in force, or 0 for no
    limit. `since` is the first round in which the card is in force.
    """

    card: str
    measure: str
    amount: int
    whom: str = ""
    rounds: int = 0
    since: int = 0


class Due(Struct, frozen=True):
    """A calamity, upgrade or new retro, to be resolved after the current instruction or move.

    `what` is `calamity`, `upgrade` or `retro`. A new retro is placed at an exit near `square`.
    """

    what: str
    player: str
    square: Square | None = None


class Table(Struct, frozen=True, cache_hash=True):
    """The things beside the board in a match. In an exercise, the table is empty and falsy.

    `players` are in seat order, and `pry_bar` is the player who goes first. `rogue_cards` holds the
    types drawn for the whole game [CT-2], and `cards` holds pairs of a player and the type dealt in
    this round [CT-6]. `catastrophes` are face up. `disabled` holds pairs of a player and a type of
    rogue that the player's retro has disabled [CT-42]. `due` holds the things to resolve next.
    `in_force` holds all upgrades that players have, and the calamities in force. `carried` is the
    programming time, in seconds, saved from the last round [CT-7].
    """

    players: tuple[str, ...] = ()
    pry_bar: str = ""
    round: int = 0
    rogue_cards: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    calamities: Deck[str] = Deck()
    catastrophes: tuple[str, ...] = ()
    upgrade_pile: tuple[str, ...] = ()
    disabled: tuple[tuple[str, str], ...] = ()
    due: tuple[Due, ...] = ()
    in_force: tuple[InForce, ...] = ()
    carried: int = 0

    def __bool__(self) -> bool:
        return bool(self.players)

    def from_pry_bar(self) -> tuple[str, ...]:
        """Return the players in clockwise order, starting with the one with the pry bar. [CT-8]"""
        place = self.players.index(self.pry_bar) if self.pry_bar else 0
        return self.players[place:] + self.players[:place]

    def with_due(self, *due: Due) -> Table:
        """Return a copy of the table with `due` added to the things to resolve."""
        return replace(self, due=self.due + due)

    def with_catastrophe_buried(self) -> Table:
        """Return a copy of the table with the last catastrophe moved under the draw pile."""
        *kept, last = self.catastrophes
        deck = self.calamities.with_draw_pile((*self.calamities.draw_pile, last))
        return replace(self, calamities=deck, catastrophes=tuple(kept))

    # Measures ---------------------------------------------------------------------------------

    def with_card(self, name: str, card: CardFile, whom: str = "", since: int = 0) -> Table:
        """Return a copy of the table in which the card `name` is in force from the round `since`.

        The card affects `whom` or, by default, `card.whom`.
        """
        force = InForce(name, card.measure, card.amount, whom or card.whom, card.rounds, since)
        return replace(self, in_force=(*self.in_force, force))

    def in_force_for(self, bot: Bot) -> Iterator[InForce]:
        """Yield the cards in force that affect `bot`, its type, its group, or all bots."""
        group = "rogues" if bot.kind.rogue else "retros"
        for each in self.in_force:
            if each.since <= self.round and each.whom in ("", group, bot.type, bot.name):
                yield each

    def with_used_up(self, measure: str, bot: Bot) -> Table:
        """Use up one unit of a card that changes `measure` for `bot`, and return the new table.

        The card stays on the table even if its amount is then 0.
        """
        cards = list(self.in_force)
        used = next(e for e in self.in_force_for(bot) if e.measure == measure and e.amount > 0)
        cards[cards.index(used)] = replace(used, amount=used.amount - 1)
        return replace(self, in_force=tuple(cards))

    # Upgrades ---------------------------------------------------------------------------------

    def upgrades_of(self, player: str) -> tuple[str, ...]:
        """Return the names of the upgrades that `player` has."""
        return tuple(each.card for each in self.in_force if each.whom == player)

    def without_upgrade(self, player: str, name: str) -> Table:
        """Return a copy of the table with `player`'s upgrade `name` put back in the pile."""
        cards = list(self.in_force)
        cards.remove(next(each for each in cards if (each.card, each.whom) == (name, player)))
        return replace(self, upgrade_pile=(*self.upgrade_pile, name), in_force=tuple(cards))
