"""Robots, the cards that they hold, and the decks beside the board."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.instructions import Instruction
from teachkit.core.run.flow import Deck
from teachkit.words import say, translate

Cards: TypeAlias = tuple[Instruction, ...]
Registers: TypeAlias = tuple[Instruction | None, ...]

COLOURS = ("red", "green", "blue", "yellow", "orange", "purple", "white", "cyan")
"""The names of the eight robots, in seat order."""

REGISTERS = (1, 2, 3, 4, 5)
EMPTY: Registers = (None,) * len(REGISTERS)
MOST_DAMAGE = 10
FREE_DAMAGE = MOST_DAMAGE - 1 - len(REGISTERS)  # the most damage that locks no register
UNCOUNTED = -1  # the value of `lives` for a robot with unlimited lives
LAID_DOWN = Instruction("?")
"""A face-down program card."""


def called(robot: str) -> str:
    """Return the name of `robot` for use in a sentence."""
    return say("the {colour} robot", colour=translate(robot))


def locks(damage: int, register: int) -> bool:
    """Return whether `damage` locks `register`, counted from 1. [RR-28]

    5 damage locks the last register, and 9 damage also locks the first one.
    """
    return register + damage >= MOST_DAMAGE


_UNLOCKED = [
    tuple(register for register in REGISTERS if not locks(damage, register))
    for damage in range(MOST_DAMAGE + 1)
]


class Beam(Struct, frozen=True):
    """A shot: its direction, its points of damage, and how many walls or robots it can pass.

    `kind` is the name of the card that shoots; it is empty for a robot's own laser.
    """

    facing: Facing
    points: int = 1
    passes: int = 0
    kind: str = ""


class Held(Struct, frozen=True):
    """An option or bug that a robot holds, with its remaining charges.

    `note` is text that the effect of the card stores between moments. The rules of the base game
    only use the name, and only when the robot gets or loses the card.
    """

    name: str
    charges: int = 0
    note: str = ""


class Robot(Struct, frozen=True, gc=False):
    """One player's robot.

    `flag` is the number of the last flag that the robot touched, and `touched` is true if it
    touched that flag in this round. `registers` has the robot's program, and `hand` the cards from
    which a program may be made (`None`: any card). If `destroyed` is true, the robot is not on the
    board; it comes back on or beside the square `archive`, unless it has no `lives` left. If
    `virtual` is true, the robot does not block or push others. `off` is true if the robot is
    powered down in this round, and `announced` if it will be powered down in the next one. `held`
    has its options and any other cards that are not program cards.
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
        """The number of locked registers; 5 damage locks the last register. [RR-28]

        >>> home = Square(0, 0)
        >>> [Robot("red", home, Facing.EAST, home, damage).locked for damage in (4, 5, 9)]
        [0, 1, 5]
        """
        return max(0, self.damage - FREE_DAMAGE)

    @property
    def unlocked(self) -> tuple[int, ...]:
        """The numbers of the registers that are not locked. [RR-28]"""
        return _UNLOCKED[self.damage]

    def is_locked(self, register: int) -> bool:
        """Return whether `register`, counted from 1, is locked. [RR-28]"""
        return locks(self.damage, register)

    @property
    def is_out(self) -> bool:
        """Whether the robot is destroyed and can never return. [RR-31]"""
        return self.destroyed and self.lives == 0

    def card(self, register: int) -> Instruction | None:
        """Return the card in `register`, counted from 1, or `None` if it is empty."""
        return self.registers[register - 1]

    def with_card(self, register: int, card: Instruction | None) -> Robot:
        """Return a copy of the robot with `card` in `register`, counted from 1."""
        row = self.registers
        return replace(self, registers=(*row[: register - 1], card, *row[register:]))

    def with_registers(self, row: Registers) -> Robot:
        """Return a copy of the robot with the cards in `row` in its registers."""
        return replace(self, registers=row)

    def with_square(self, square: Square) -> Robot:
        """Return a copy of the robot on `square`."""
        return replace(self, square=square)

    def with_facing(self, facing: Facing) -> Robot:
        """Return a copy of the robot that faces `facing`."""
        return replace(self, facing=facing)

    def at(self, square: Square, facing: Facing) -> Robot:
        """Return a copy of the robot on `square`, facing `facing`."""
        return replace(self, square=square, facing=facing)

    def with_(self, **changes: object) -> Robot:  # fields have different types
        """Return a copy of the robot with some of its fields changed."""
        return replace(self, **changes)

    def face_down(self, register: int) -> Robot:
        """Return a copy of the robot as other players see it during `register`.

        The hand and the cards in later registers are face down, but not cards in locked registers.
        [RR-2, RR-4, RR-28]
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
    """The cards beside the board, and the number of the round.

    `deck` has the program cards, and `options` the option cards. `turn` counts the rounds from 1.
    `destroyed` lists the destroyed robots of a match in the order in which they were destroyed.
    [RR-31] `is_dealt` is true only in a match. `extra` holds an edition's own data, such as credits
    and goals; it is `None` in the base game, and otherwise must have the methods `seen_by`, `told`
    and `written`.
    """

    deck: Deck[Instruction] = Deck()
    options: Deck[str] = Deck()
    turn: int = 0
    is_dealt: bool = False
    destroyed: tuple[str, ...] = ()
    extra: Any = None  # each edition has its own class

    def seen_by(self, player: str) -> Table:
        """Return a copy of the table as `player` sees it, with the draw piles face down."""
        return replace(
            self,
            deck=self.deck.face_down(LAID_DOWN),
            options=self.options.face_down(LAID_DOWN.name),
            extra=self.extra.seen_by(player) if self.extra else None,
        )
