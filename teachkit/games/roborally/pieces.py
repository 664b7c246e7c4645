"""Robots, the cards that they hold, and the table beside the board."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.decks import Deck
from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.words import say, translate

Cards: TypeAlias = tuple[Instruction, ...]
Registers: TypeAlias = tuple[Instruction | None, ...]

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple", "white", "cyan")
"""The eight robots, in seat order."""

REGISTERS = (1, 2, 3, 4, 5)
EMPTY: Registers = (None,) * len(REGISTERS)
MOST_DAMAGE = 10
FREE_DAMAGE = MOST_DAMAGE - 1 - len(REGISTERS)  # damage up to this number locks no register
UNCOUNTED = -1  # the number of lives where they are unlimited
LAID_DOWN = Instruction("?")
"""A card that lies face down."""


def called(robot: str) -> str:
    """Return the name of a robot as sentences use it."""
    return say("the {colour} robot", colour=translate(robot))


def locked_at(damage: int) -> int:
    """Return the number of registers locked by this damage: from five on, the last ones. [RR-28]"""
    return max(0, damage - FREE_DAMAGE)


def locks(damage: int, register: int) -> bool:
    """Return whether this much damage locks a register, counted from 1. [RR-28]"""
    return register > len(REGISTERS) - locked_at(damage)


class Beam(Struct, frozen=True):
    """One shot: its direction, its strength, and how many walls or robots it passes through.

    `kind` is the card that shoots. A robot's own laser has none.
    """

    facing: Facing
    points: int = 1
    passes: int = 0
    kind: str = ""

    def with_facing(self, facing: Facing) -> Beam:
        """Return the shot in another direction."""
        return replace(self, facing=facing)


class Held(Struct, frozen=True):
    """A card that a robot holds, an option or a bug, with its remaining charges.

    `note` is any further state of its effect. The base game uses only the name, and only when a
    card is lost or found.
    """

    name: str
    charges: int = 0
    note: str = ""


class Robot(Struct, frozen=True):
    """One player's robot.

    `flag` is the last flag that it touched, and `touched` whether that was in this turn; `archive`
    is where it returns. `registers` hold its program, and `hand` the cards for programs (`None`:
    any card). A robot that is `destroyed` is not on the board; it returns while it has `lives`. A
    `virtual` robot does not interact with others. `off`: it is powered down in this turn;
    `announced`: it will be in the next. `held` are options and other cards that are not part of the
    base game.
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
        """Return a hash of the fields that change often; the others rarely differ."""
        return hash((self.square, self.facing, self.damage, self.registers))

    @property
    def locked(self) -> int:
        """The number of registers that are locked: from five damage on, the last ones. [RR-28]

        >>> home = Square(0, 0)
        >>> [Robot("red", home, Facing.EAST, home, damage).locked for damage in (4, 5, 9)]
        [0, 1, 5]
        """
        return locked_at(self.damage)

    def is_locked(self, register: int) -> bool:
        """Return whether this register, counted from 1, is locked. [RR-28]"""
        return locks(self.damage, register)

    @property
    def is_out(self) -> bool:
        """Whether the robot can never return. [RR-31]"""
        return self.destroyed and self.lives == 0

    def card(self, register: int) -> Instruction | None:
        """Return the card in a register, counted from 1."""
        return self.registers[register - 1]

    def with_card(self, register: int, card: Instruction | None) -> Robot:
        """Return the robot with this card in a register, counted from 1."""
        row = self.registers
        return self.with_registers((*row[: register - 1], card, *row[register:]))

    def with_registers(self, row: Registers) -> Robot:
        """Return the robot with these cards in its registers."""
        return replace(self, registers=row)

    def with_square(self, square: Square) -> Robot:
        """Return the robot on another square."""
        return replace(self, square=square)

    def with_facing(self, facing: Facing) -> Robot:
        """Return the robot facing another way."""
        return replace(self, facing=facing)

    def at(self, square: Square, facing: Facing) -> Robot:
        """Return the robot on this square, facing this way."""
        return replace(self, square=square, facing=facing)

    def with_(self, **changes: object) -> Robot:  # facts of any type
        """Return the robot with some of its facts changed."""
        return replace(self, **changes)

    def face_down(self, register: int) -> Robot:
        """Return the robot as other players see it after this register.

        Locked registers stay face up. [RR-2, RR-4, RR-28]
        """
        registers = tuple(
            LAID_DOWN if card and each > register and not self.is_locked(each) else card
            for each, card in zip(REGISTERS, self.registers, strict=True)
        )
        hand = None if self.hand is None else (LAID_DOWN,) * len(self.hand)
        held = tuple(replace(each, note="") for each in self.held)  # it may reveal a hidden card
        return replace(self, registers=registers, hand=hand, held=held)


class Table(Struct, frozen=True):
    """The cards beside the board: the program deck and the options; `turn` is counted from 1.

    It `is_dealt` only in a match. `extra` holds the edition's own things, such as credits and
    goals. The base game never uses it; it has the methods `seen_by`, `told` and `written`.
    """

    deck: Deck[Instruction] = Deck()
    options: Deck[str] = Deck()
    turn: int = 0
    is_dealt: bool = False
    extra: Any = None  # each edition has its own class

    def seen_by(self, player: str) -> Table:
        """Return the table as this player sees it, with face-down piles hidden."""
        return replace(
            self,
            deck=self.deck.with_draw_pile((LAID_DOWN,) * len(self.deck.draw_pile)),
            options=self.options.with_draw_pile((LAID_DOWN.name,) * len(self.options.draw_pile)),
            extra=self.extra.seen_by(player) if self.extra else None,
        )
