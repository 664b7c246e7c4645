"""What stands on the board, and what lies beside it: robots, cards that they hold, the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from teachkit.core.board.decks import Deck
from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.quick import quick
from teachkit.games.roborally.rules import MOST_DAMAGE, REGISTERS

Cards: TypeAlias = tuple[Instruction, ...]
Registers: TypeAlias = tuple[Instruction | None, ...]

EMPTY: Registers = (None,) * len(REGISTERS)
FREE_DAMAGE = MOST_DAMAGE - 1 - len(REGISTERS)  # so much damage locks no register yet
UNCOUNTED = -1  # lives, where an edition has no end of them
LAID_DOWN = Instruction("?")
"""A card that lies face down."""


def locked_at(damage: int) -> int:
    """How many registers so much damage locks: from five on the last ones. [RR-28]"""
    return max(0, damage - FREE_DAMAGE)


def locks(damage: int, register: int) -> bool:
    """Whether so much damage locks this register, counted from 1. [RR-28]"""
    return register > len(REGISTERS) - locked_at(damage)


class Held(NamedTuple):
    """A card that a robot holds, an option or a bug: its name, and what is left of its charges.

    `note` is whatever else its effect must remember. The base game looks at the name alone, and
    only where a card is lost or found.
    """

    name: str
    charges: int = 0
    note: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Robot:
    """One player's robot.

    `flag` is the last flag that it touched, and `touched` whether that was in this turn;
    `archive` where it comes back. `registers` hold its program, `hand` the cards to program
    with (`None`: any card). A robot that is `destroyed` is not on the board; it comes back while
    it has `lives`. A `virtual` robot meets nobody. `off`: it is powered down in this turn;
    `announced`: it will be in the next. `held` are options and the like, and nothing of the base
    game.
    """

    name: str
    square: Square
    facing: Facing
    archive: Square
    damage: int = 0
    flag: int = 0
    lives: int = 3
    registers: Registers = EMPTY
    hand: Cards | None = None
    touched: bool = False
    destroyed: bool = False
    virtual: bool = False
    off: bool = False
    announced: bool = False
    held: tuple[Held, ...] = ()

    def __hash__(self) -> int:
        """Of what changes all the time; the rest tells few robots apart."""
        return hash((self.square, self.facing, self.damage, self.registers))

    @property
    def locked(self) -> int:
        """How many registers are locked: from five damage on the last ones. [RR-28]

        >>> home = Square(0, 0)
        >>> [Robot("red", home, Facing.EAST, home, damage).locked for damage in (4, 5, 9)]
        [0, 1, 5]
        """
        return locked_at(self.damage)

    def is_locked(self, register: int) -> bool:
        """Whether this register, counted from 1, is locked. [RR-28]"""
        return locks(self.damage, register)

    @property
    def is_out(self) -> bool:
        """Whether it never comes back. [RR-31]"""
        return self.destroyed and self.lives == 0

    def card(self, register: int) -> Instruction | None:
        """The card in a register, counted from 1."""
        return self.registers[register - 1]

    def with_card(self, register: int, card: Instruction | None) -> Robot:
        """The robot with this card in a register, counted from 1."""
        row = self.registers
        return self.with_registers((*row[: register - 1], card, *row[register:]))

    # These two are written out: one is made at every step, and `replace` takes twice as long.

    def with_registers(self, row: Registers) -> Robot:
        """The robot with these cards in its registers."""
        return Robot(
            self.name, self.square, self.facing, self.archive, self.damage, self.flag, self.lives,
            row, self.hand, self.touched, self.destroyed, self.virtual, self.off,
            self.announced, self.held,
        )  # fmt: skip

    def with_square(self, square: Square) -> Robot:
        return self.at(square, self.facing)

    def with_facing(self, facing: Facing) -> Robot:
        return self.at(self.square, facing)

    def at(self, square: Square, facing: Facing) -> Robot:
        """The robot on another square, or looking another way."""
        return Robot(
            self.name, square, facing, self.archive, self.damage, self.flag, self.lives,
            self.registers, self.hand, self.touched, self.destroyed, self.virtual, self.off,
            self.announced, self.held,
        )  # fmt: skip

    def with_(self, **changes: Any) -> Robot:
        """The robot with some of its facts changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies beside the board in a match: the program deck, the options, the number of the turn.

    `extra` is what an edition has of its own, such as credits and goals; the base game never
    looks at it.
    """

    deck: Deck[Instruction] = field(default_factory=Deck)
    options: Deck[str] = field(default_factory=Deck)
    turn: int = 0
    extra: Any = None
