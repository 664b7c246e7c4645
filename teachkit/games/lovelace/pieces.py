"""What lies on the table: patrons, and what each player has in front of them, sheet and plan."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from teachkit.core.board.decks import Deck
from teachkit.core.language.nodes import Instruction
from teachkit.core.quick import quick
from teachkit.games.lovelace.cards import PatronCard
from teachkit.games.lovelace.components import Component

SIGMA = "Σ"
PHASES = ("subroutines", "reset", "programs", "resolution", "over")
SUBROUTINES, RESET, PROGRAMS, RESOLUTION, OVER = PHASES


@dataclass(frozen=True, slots=True)
class Patron:
    """A patron on the table, and who has taken what from it, in order. [LB-38]

    Without areas it is a mere target: a number that an exercise wants to see announced.
    """

    number: int
    areas: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()

    @property
    def areas_left(self) -> tuple[str, ...]:
        given = [area for _, area in self.taken]
        return tuple(area for area in self.areas if area not in given)

    def with_taken(self, player: str, area: str) -> Patron:
        return Patron(self.number, self.areas, (*self.taken, (player, area)))

    def gave(self, player: str) -> bool:
        return any(name == player for name, _ in self.taken)


@dataclass(frozen=True, slots=True)
class Plan:
    """What holds for one player in this round only: targets, and what subroutines have changed.

    `targets` may hold `None` for one that lies face down. `place` moves the player to the front
    of the order (-1) or to its end (1); `mirrors` lets patrons see numbers with digits changed.
    """

    rows: int
    targets: tuple[int | None, ...] = ()
    active: tuple[int, ...] = ()
    own: tuple[Component, ...] = ()
    jammed: frozenset[str] = frozenset()
    mirrors: bool = False
    place: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """One round of a player's sheet: the rows as written, and the values announced so far."""

    start: int
    rows: tuple[Instruction, ...] = ()
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a player has ticked and written; it is never wiped out. [LB-8]

    `areas` are pairs of a round and an area; `bonuses` are the ticks of the tracks C, D, E.
    """

    areas: tuple[tuple[int, str], ...] = ()
    sigmas: int = 0
    track: int = 0
    bonuses: tuple[int, int, int] = (0, 0, 0)
    debugs: int = 0
    columns: tuple[Column, ...] = ()

    def ticks(self, area: str) -> int:
        """How many ticks this area has over all rounds. [LB-46]"""
        return sum(1 for _, ticked in self.areas if ticked == area)


EMPTY_SHEET = Sheet()


@quick
@dataclass(frozen=True, slots=True)
class Player:
    """One player: the register, the subroutines by number, the sheet, the plan of this round.

    `left` are subroutines not yet completed, `ready` completed and not yet activated; `mistake`
    is the kind of the one after which no row counts; `void` once it will not be debugged.
    """

    name: str
    value: int
    plan: Plan
    sheet: Sheet = EMPTY_SHEET
    left: tuple[int, ...] = ()
    ready: tuple[int, ...] = ()
    mistake: str = ""

    def __hash__(self) -> int:
        return hash((self.name, self.value))

    def with_value(self, value: int) -> Player:
        # Written out because it is made for every row, and `replace` takes twice as long.
        return Player(self.name, value, self.plan, self.sheet, self.left, self.ready, self.mistake)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies beside the engine in a match.

    `order` are the players by the markers they last took; `piles` the tokens face down, by the
    row they are for (all under `C` where there is one stock); `phase` is what is done now, `over`
    after the last round.
    """

    order: tuple[str, ...]
    round: int = 1
    piles: tuple[tuple[str, tuple[Component | None, ...]], ...] = ()
    deck: Deck[PatronCard | None] = field(default_factory=Deck)
    phase: str = SUBROUTINES

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    def pile(self, row: str) -> tuple[Component | None, ...]:
        return dict(self.piles).get(row, ())

    def with_pile(self, row: str, tokens: tuple[Component | None, ...]) -> Table:
        return replace(self, piles=tuple(sorted({**dict(self.piles), row: tokens}.items())))
