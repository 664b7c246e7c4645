"""What stands on the board of Calamitron, and what lies beside it: bots, and the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from teachkit.core.board.decks import Deck
from teachkit.core.board.squares import Facing, Square
from teachkit.core.quick import quick
from teachkit.games.calamitron.bots import Type, types


@quick
@dataclass(frozen=True, slots=True)
class Bot:
    """A retro, named after its player, or a rogue, named after its type: `servo-2`.

    Since its last program began a retro has a number of instructions `left`, -1 for all of them,
    and may be driving another bot [CT-31, CT-32]. A retro that is `out` lies in the pit of its
    square.
    """

    name: str
    type: str
    square: Square
    facing: Facing
    stunned: bool = False
    out: bool = False
    drives: str = ""
    left: int | None = None

    @property
    def kind(self) -> Type:
        """What its type can do."""
        return types()[self.type]

    def with_square(self, square: Square) -> Bot:
        return Bot(self.name, self.type, square, self.facing, self.stunned, self.out,
                   self.drives, self.left)  # fmt: skip

    def with_facing(self, facing: Facing) -> Bot:
        return Bot(self.name, self.type, self.square, facing, self.stunned, self.out,
                   self.drives, self.left)  # fmt: skip

    def with_left(self, left: int | None) -> Bot:
        """The retro with so many instructions left; before the first it drives nobody else."""
        drives = "" if left is None else self.drives
        return Bot(self.name, self.type, self.square, self.facing, self.stunned, self.out,
                   drives, left)  # fmt: skip


@dataclass(frozen=True, slots=True)
class InForce:
    """A card that changes something until it is taken away: see `effects`.

    `whom` is a player, a type of bot, `rogues`, `retros`, or `` for everybody; `rounds` is how
    many rounds it lasts, 0 for ever.
    """

    card: str
    measure: str
    amount: int
    whom: str = ""
    rounds: int = 0


class Due(NamedTuple):
    """Something to be settled at once when an instruction or a rogue's move is done.

    `what` is `calamity`, `upgrade` or `retro` (a new one is wanted, near `square`).
    """

    what: str
    player: str
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What lies beside the board in a match.

    `players` in seat order; `pry_bar` is who holds it; `rogue_cards` the types that were drawn
    for the whole game [CT-2], `cards` who has which this round [CT-6]. `catastrophes` lie face up;
    `upgrades` are those that each player has, in seat order, `disabled` the types of rogues that
    each has disabled with this retro [CT-42]; `due` is what `settling` does next; `carried` are
    seconds of programming time kept from the last round [CT-7].
    """

    players: tuple[str, ...]
    pry_bar: str = ""
    round: int = 0
    rogue_cards: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    calamities: Deck[str] = field(default_factory=Deck)
    catastrophes: tuple[str, ...] = ()
    upgrade_pile: tuple[str, ...] = ()
    upgrades: tuple[tuple[str, ...], ...] = ()
    disabled: tuple[tuple[str, ...], ...] = ()
    due: tuple[Due, ...] = ()
    in_force: tuple[InForce, ...] = ()
    carried: int = 0

    def upgrades_of(self, player: str) -> tuple[str, ...]:
        """The upgrades that this player has."""
        if player not in self.players or not self.upgrades:
            return ()
        return self.upgrades[self.players.index(player)]

    def disabled_by(self, player: str) -> tuple[str, ...]:
        """The types that this player's retro has disabled in its life."""
        return self.disabled[self.players.index(player)] if self.disabled else ()

    def with_disabled(self, player: str, kinds: tuple[str, ...]) -> Table:
        """The table with exactly these types disabled by one player's retro."""
        every = self.disabled or ((),) * len(self.players)
        changed = tuple(
            kinds if name == player else old for name, old in zip(self.players, every, strict=True)
        )
        return replace(self, disabled=changed)

    def with_due(self, *due: Due) -> Table:
        """The table with more to be settled."""
        return replace(self, due=self.due + due)

    def with_upgrades(self, player: str, upgrades: tuple[str, ...]) -> Table:
        """The table with exactly these upgrades of one player."""
        every = self.upgrades or ((),) * len(self.players)
        changed = tuple(
            upgrades if name == player else old
            for name, old in zip(self.players, every, strict=True)
        )
        return replace(self, upgrades=changed)

    def without_upgrade(self, player: str, name: str) -> Table:
        """The table after this player's upgrade went back to the pile, with what it changed."""
        held, force = list(self.upgrades_of(player)), list(self.in_force)
        held.remove(name)
        if found := next(
            (each for each in force if (each.card, each.whom) == (name, player)), None
        ):
            force.remove(found)
        table = replace(self, upgrade_pile=(*self.upgrade_pile, name), in_force=tuple(force))
        return table.with_upgrades(player, tuple(held))

    def with_catastrophe_buried(self) -> Table:
        """The table with the last catastrophe under the deck."""
        *kept, last = self.catastrophes
        deck = self.calamities.with_draw_pile((*self.calamities.draw_pile, last))
        return replace(self, calamities=deck, catastrophes=tuple(kept))

    def from_pry_bar(self) -> tuple[str, ...]:
        """The players in the order of this round: who holds the bar, then to the left. [CT-8]"""
        place = self.players.index(self.pry_bar) if self.pry_bar else 0
        return self.players[place:] + self.players[:place]
