"""The table beside the board in a match, with its calamity and upgrade cards.

The printed cards are not published: see the heads of `calamities.toml` and `upgrades.toml`. A card
is data, and most change a *measure*: a number that the rules look up by name, for a bot. No rule
knows any card: it calls `state.measured(name, bot, usual)` and gets the usual number with the
effects of all cards in force for this bot. An upgrade is in force for its player while the player
has it, a calamity for its number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.decks import Deck
from teachkit.core.board.squares import Square
from teachkit.games.calamitron.bots import Bot, Titled, records


@dataclass(frozen=True, kw_only=True)
class CardFile(Titled):
    """A calamity or upgrade card: the number of its copies, and its effect.

    A card of the kind `measure` changes a measure by an amount, for `whom` and for so many rounds;
    each of the other kinds is a rule in `calamities`. These are the measures, with the modules
    that look them up:

    - `instructions` in a program, and the `loader`, `shooter` and `hacker` instructions that a type
      of retro takes (`programs`)
    - `recovery`: the instructions that run after standing up (`execution`)
    - `steps` of a rogue in its turn; above 0 it is `asleep` and does not move (`rogues`)
    - `reach` of tractor and forcer, which carry this less the distance (`execution`)
    - `ward`: damage that does nothing to a bot, once each (`moves`)
    - above 0, a bot is `heavy`, so nobody moves it, or it can `hover` over pits (`moves`), or it is
      `closed`, so nobody programs it (`execution`)
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
    """Return all calamity cards by name."""
    return records("calamities.toml", CardFile)


@cache
def upgrades() -> Mapping[str, CardFile]:
    """Return all upgrade cards by name."""
    return records("upgrades.toml", CardFile)


def copies(cards: Mapping[str, CardFile]) -> tuple[str, ...]:
    """Return the names of these cards, each repeated for its number of copies."""
    return tuple(name for name, card in cards.items() for _ in range(card.count))


def card_called(name: str) -> str:
    """Return the title of a card in sentences."""
    every = {**calamities(), **upgrades()}
    return every[name].label if name in every else name


class InForce(Struct, frozen=True):
    """A card that changes a measure until it is taken away.

    `whom` is a player, a type of bot, `rogues`, `retros`, or empty for everybody; `rounds` is the
    number of rounds that it lasts, 0 for the rest of the game.
    """

    card: str
    measure: str
    amount: int
    whom: str = ""
    rounds: int = 0


class Due(Struct, frozen=True):
    """A calamity, an upgrade or a new retro to be resolved after an instruction or a rogue's move.

    `what` is `calamity`, `upgrade` or `retro` (a new one is wanted, near `square`).
    """

    what: str
    player: str
    square: Square | None = None


class Table(Struct, frozen=True, cache_hash=True):
    """The things beside the board in a match; in an exercise the table is empty, and false.

    `players` are in seat order, and the one with the pry bar is first. `rogue_cards` are the types
    drawn for the whole game [CT-2], `cards` the players with their types of this round [CT-6].
    `catastrophes` lie face up. For each player in seat order there are `upgrades`, and the types
    of rogues that this retro has `disabled` [CT-42]. `due` is settled next; `carried` are seconds
    of programming time kept from the last round [CT-7].
    """

    players: tuple[str, ...] = ()
    pry_bar: str = ""
    round: int = 0
    rogue_cards: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    calamities: Deck[str] = Deck()
    catastrophes: tuple[str, ...] = ()
    upgrade_pile: tuple[str, ...] = ()
    upgrades: tuple[tuple[str, ...], ...] = ()
    disabled: tuple[tuple[str, ...], ...] = ()
    due: tuple[Due, ...] = ()
    in_force: tuple[InForce, ...] = ()
    carried: int = 0

    def __bool__(self) -> bool:
        return bool(self.players)

    def from_pry_bar(self) -> tuple[str, ...]:
        """Return all players clockwise, beginning with the one with the pry bar. [CT-8]"""
        place = self.players.index(self.pry_bar) if self.pry_bar else 0
        return self.players[place:] + self.players[:place]

    def with_due(self, *due: Due) -> Table:
        """Return the table with these calamities, upgrades or retros due as well."""
        return replace(self, due=self.due + due)

    def with_catastrophe_buried(self) -> Table:
        """Return the table with the last catastrophe under the deck."""
        *kept, last = self.catastrophes
        deck = self.calamities.with_draw_pile((*self.calamities.draw_pile, last))
        return replace(self, calamities=deck, catastrophes=tuple(kept))

    # Measures ---------------------------------------------------------------------------------

    def in_force_for(self, bot: Bot) -> Iterator[InForce]:
        """Yield the cards in force for a bot: those on the table, and its own upgrades."""
        group = "rogues" if bot.kind.rogue else "retros"
        for each in self.in_force:
            if each.whom in ("", group, bot.type, bot.name):
                yield each

    def with_used_up(self, measure: str, bot: Bot) -> Table:
        """Return the table after one use of a card in force for a bot, such as a ward."""
        used = next(each for each in self.in_force_for(bot) if each.measure == measure)
        left = [each for each in self.in_force if each is not used]
        if used.amount > 1:
            left.append(replace(used, amount=used.amount - 1))
        return replace(self, in_force=tuple(left))

    # Each player's own ------------------------------------------------------------------------

    def upgrades_of(self, player: str) -> tuple[str, ...]:
        """Return the upgrades that this player has."""
        return dict(zip(self.players, self.upgrades, strict=False)).get(player, ())

    def with_upgrades(self, player: str, upgrades: tuple[str, ...]) -> Table:
        """Return the table on which this player has exactly these upgrades."""
        return replace(self, upgrades=self._changed(self.upgrades, player, upgrades))

    def without_upgrade(self, player: str, name: str) -> Table:
        """Return the table with an upgrade of `player` back in the pile and no longer in force."""
        held, force = list(self.upgrades_of(player)), list(self.in_force)
        held.remove(name)
        for each in [each for each in force if (each.card, each.whom) == (name, player)][:1]:
            force.remove(each)
        table = replace(self, upgrade_pile=(*self.upgrade_pile, name), in_force=tuple(force))
        return table.with_upgrades(player, tuple(held))

    def disabled_by(self, player: str) -> tuple[str, ...]:
        """Return the types that this player's retro has disabled in its life."""
        return dict(zip(self.players, self.disabled, strict=False)).get(player, ())

    def with_disabled(self, player: str, kinds: tuple[str, ...]) -> Table:
        """Return the table on which this player's retro has disabled exactly these types."""
        return replace(self, disabled=self._changed(self.disabled, player, kinds))

    def _changed(
        self, rows: tuple[tuple[str, ...], ...], player: str, row: tuple[str, ...]
    ) -> tuple[tuple[str, ...], ...]:
        """Return `rows`, one for each player in seat order, with one player's replaced."""
        every = dict.fromkeys(self.players, ()) | dict(zip(self.players, rows, strict=False))
        return tuple((every | {player: row}).values())
