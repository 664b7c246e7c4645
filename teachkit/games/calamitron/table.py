"""The table beside the board in a match, with its calamity and upgrade cards.

The printed cards are not published; see the comments at the top of `calamities.toml` and
`upgrades.toml`. A card is data, and most cards change a *measure*: a number that the rules look up
by name. No rule knows any card. A rule calls `state.measured(name, bot, usual)`, which returns the
usual number changed by all cards in force for this bot. An upgrade is in force for a player as long
as the player has it, a calamity for its number of rounds.
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

    A card of the kind `measure` changes the measure by `amount`, for the bots in `whom` and for
    this number of `rounds`. Each other kind is a function in `calamities`. These are the measures,
    with the modules that look them up:

    - `instructions` in a program, and the `loader`, `shooter` and `hacker` instructions that a type
      of retro may use (`programs`)
    - `recovery`: the instructions that run after standing up (`execution`)
    - `steps` of a rogue in its move; `asleep`: above 0, the rogue does not move (`rogues`)
    - `reach` of the tractor and forcer, which move a bot this far minus the distance (`execution`)
    - `ward`: the number of times that damage to a bot has no effect (`moves`)
    - `heavy`, `hover` and `closed`: above 0, no push or beam moves the bot, it does not fall into
      pits (`moves`), and no hacker programs it (`execution`)
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
    """Return the names of these cards, each repeated as often as the card has copies."""
    return tuple(name for name, card in cards.items() for _ in range(card.count))


def card_called(name: str) -> str:
    """Return the title that sentences use for a card."""
    every = {**calamities(), **upgrades()}
    return every[name].label if name in every else name


class InForce(Struct, frozen=True):
    """A card that changes a measure as long as it is in force.

    `whom` is a player, a type of bot, `rogues`, `retros`, or empty for everybody. `rounds` is the
    number of rounds left in which it is in force; 0 is no limit. `since` is its first round.
    """

    card: str
    measure: str
    amount: int
    whom: str = ""
    rounds: int = 0
    since: int = 0


class Due(Struct, frozen=True):
    """A calamity, an upgrade or a new retro to be resolved after an instruction or a rogue's move.

    `what` is `calamity`, `upgrade` or `retro`. A new retro is placed at an exit near `square`.
    """

    what: str
    player: str
    square: Square | None = None


class Table(Struct, frozen=True, cache_hash=True):
    """The things beside the board in a match; in an exercise the table is empty, and false.

    `players` are in seat order, and `pry_bar` is the player who goes first. `rogue_cards` are the
    types drawn for the whole game [CT-2]; `cards` are pairs of a player and the type dealt in this
    round [CT-6]. `catastrophes` lie face up. `upgrades` and `disabled` have an entry for each
    player in seat order: the upgrades of the player, and the types of rogues that the player's
    retro has disabled [CT-42]. `due` is resolved next. `carried` is the programming time, in
    seconds, saved from the last round [CT-7].
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
        """Return all players clockwise, beginning with the player who has the pry bar. [CT-8]"""
        place = self.players.index(self.pry_bar) if self.pry_bar else 0
        return self.players[place:] + self.players[:place]

    def with_due(self, *due: Due) -> Table:
        """Return the table with these calamities, upgrades or retros due as well."""
        return replace(self, due=self.due + due)

    def with_catastrophe_buried(self) -> Table:
        """Return the table with the last catastrophe put under the draw pile."""
        *kept, last = self.catastrophes
        deck = self.calamities.with_draw_pile((*self.calamities.draw_pile, last))
        return replace(self, calamities=deck, catastrophes=tuple(kept))

    # Measures ---------------------------------------------------------------------------------

    def in_force_for(self, bot: Bot) -> Iterator[InForce]:
        """Yield the cards in force for a bot: those for its type or group, and its own upgrades."""
        group = "rogues" if bot.kind.rogue else "retros"
        for each in self.in_force:
            if each.since <= self.round and each.whom in ("", group, bot.type, bot.name):
                yield each

    def with_used_up(self, measure: str, bot: Bot) -> Table:
        """Return the table after one use of a card that changes this measure, such as a ward."""
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
        """Return the table with one upgrade of `player` back in the pile and no longer in force."""
        held, force = list(self.upgrades_of(player)), list(self.in_force)
        held.remove(name)
        for each in [each for each in force if (each.card, each.whom) == (name, player)][:1]:
            force.remove(each)
        table = replace(self, upgrade_pile=(*self.upgrade_pile, name), in_force=tuple(force))
        return table.with_upgrades(player, tuple(held))

    def disabled_by(self, player: str) -> tuple[str, ...]:
        """Return the types of rogues that this player's present retro has disabled."""
        return dict(zip(self.players, self.disabled, strict=False)).get(player, ())

    def with_disabled(self, player: str, kinds: tuple[str, ...]) -> Table:
        """Return the table on which this player's retro has disabled exactly the types `kinds`."""
        return replace(self, disabled=self._changed(self.disabled, player, kinds))

    def _changed(
        self, rows: tuple[tuple[str, ...], ...], player: str, row: tuple[str, ...]
    ) -> tuple[tuple[str, ...], ...]:
        """Return `rows` with the entry of `player` replaced by `row`.

        `rows` has one entry for each player, in seat order.
        """
        every = dict.fromkeys(self.players, ()) | dict(zip(self.players, rows, strict=False))
        return tuple((every | {player: row}).values())
