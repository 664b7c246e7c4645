"""Robots, the cards that they hold, and the decks beside the board."""

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
"""The names of the eight robots, in seat order."""

REGISTERS = (1, 2, 3, 4, 5)
EMPTY: Registers = (None,) * len(REGISTERS)
MOST_DAMAGE = 10
FREE_DAMAGE = MOST_DAMAGE - 1 - len(REGISTERS)  # up to this much damage locks no register
UNCOUNTED = -1  # the value of `lives` for a robot with unlimited lives
LAID_DOWN = Instruction("?")
"""A program card that is face down."""


def called(robot: str) -> str:
    """Return the name of a robot for use in a sentence."""
    return say("the {colour} robot", colour=translate(robot))


def locked_at(damage: int) -> int:
    """Return the number of registers that this much damage locks, from the last one. [RR-28]"""
    return max(0, damage - FREE_DAMAGE)


def locks(damage: int, register: int) -> bool:
    """Return whether this much damage locks this register, counted from 1. [RR-28]"""
    return register > len(REGISTERS) - locked_at(damage)


class Beam(Struct, frozen=True):
    """One shot: its direction, its strength, and how many walls or robots it passes through.

    `kind` is the name of the card that shoots; it is empty for a robot's own laser.
    """

    facing: Facing
    points: int = 1
    passes: int = 0
    kind: str = ""

    def with_facing(self, facing: Facing) -> Beam:
        """Return the shot in a different direction."""
        return replace(self, facing=facing)


class Held(Struct, frozen=True):
    """A card that a robot holds, an option or a bug, with its remaining charges.

    `note` is data that the effect of the card stores between moments. The rules of the base game
    only use the name, and only when the robot gets or loses the card.
    """

    name: str
    charges: int = 0
    note: str = ""


class Robot(Struct, frozen=True):
    """One player's robot.

    `flag` is the number of the last flag that the robot touched, and `touched` is true if that was
    in this round; `archive` is the square to which it returns. `registers` hold its program, and
    `hand` has the cards for programs (`None`: any card). A `destroyed` robot is not on the board;
    it returns as long as it has `lives`. A `virtual` robot does not block or push others. `off` is
    true if the robot is powered down in this round, and `announced` if it will be in the next one.
    `held` has its options and any other cards that are not program cards.
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
        """Return a hash of the fields that differ most often between states."""
        return hash((self.square, self.facing, self.damage, self.registers))

    @property
    def locked(self) -> int:
        """The number of locked registers, counted from the last; 5 damage locks one. [RR-28]

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
        """Whether the robot is destroyed and can never return. [RR-31]"""
        return self.destroyed and self.lives == 0

    def card(self, register: int) -> Instruction | None:
        """Return the card in a register, counted from 1, or `None`."""
        return self.registers[register - 1]

    def with_card(self, register: int, card: Instruction | None) -> Robot:
        """Return the robot with this card in a register, counted from 1."""
        row = self.registers
        return self.with_registers((*row[: register - 1], card, *row[register:]))

    def with_registers(self, row: Registers) -> Robot:
        """Return the robot with these cards in its registers."""
        return replace(self, registers=row)

    def with_square(self, square: Square) -> Robot:
        """Return the robot on a different square."""
        return replace(self, square=square)

    def with_facing(self, facing: Facing) -> Robot:
        """Return the robot with a different facing."""
        return replace(self, facing=facing)

    def at(self, square: Square, facing: Facing) -> Robot:
        """Return the robot on this square, facing this way."""
        return replace(self, square=square, facing=facing)

    def with_(self, **changes: object) -> Robot:  # fields have different types
        """Return the robot with some of its fields changed."""
        return replace(self, **changes)

    def face_down(self, register: int) -> Robot:
        """Return the robot as other players see it in this register.

        The cards in later registers are hidden, unless they are locked. [RR-2, RR-4, RR-28]
        """
        registers = tuple(
            LAID_DOWN if card and each > register and not self.is_locked(each) else card
            for each, card in zip(REGISTERS, self.registers, strict=True)
        )
        hand = None if self.hand is None else (LAID_DOWN,) * len(self.hand)
        # The note of a held card may name a hidden program card.
        held = tuple(replace(each, note="") for each in self.held)
        return replace(self, registers=registers, hand=hand, held=held)


class Table(Struct, frozen=True):
    """The cards beside the board: the program deck and the options; `turn` is the round, from 1.

    `destroyed` lists the destroyed robots of a match in the order of their destruction. [RR-31]
    `is_dealt` is true only in a match. `extra` holds an edition's own data, such as credits and
    goals; it is `None` in the base game, and otherwise must have the methods `seen_by`, `told` and
    `written`.
    """

    deck: Deck[Instruction] = Deck()
    options: Deck[str] = Deck()
    turn: int = 0
    is_dealt: bool = False
    destroyed: tuple[str, ...] = ()
    extra: Any = None  # each edition has its own class

    def seen_by(self, player: str) -> Table:
        """Return the table as this player sees it, with face-down piles hidden."""
        return replace(
            self,
            deck=self.deck.with_draw_pile((LAID_DOWN,) * len(self.deck.draw_pile)),
            options=self.options.with_draw_pile((LAID_DOWN.name,) * len(self.options.draw_pile)),
            extra=self.extra.seen_by(player) if self.extra else None,
        )
