"""What stands on the board of Algoracing, and what lies beside it: rovers, bases, the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from teachkit.core.board.decks import Deck
from teachkit.core.board.squares import Facing, Square
from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.quick import quick, replace
from teachkit.games.algoracing.editions import COLOURS, Rules

FIRST_OF_TYPE, FURTHER_OF_TYPE = 2, 1


@quick
@dataclass(frozen=True, slots=True)
class Rover:
    """One player's rover. Samples on board are face down; delivered ones are known. [AR-18]"""

    name: str
    square: Square
    facing: Facing
    carries: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()

    def with_square(self, square: Square) -> Rover:
        return Rover(self.name, square, self.facing, self.carries, self.delivered)

    def with_facing(self, facing: Facing) -> Rover:
        return Rover(self.name, self.square, facing, self.carries, self.delivered)

    def with_samples(self, carries: tuple[str, ...], delivered: tuple[str, ...]) -> Rover:
        return Rover(self.name, self.square, self.facing, carries, delivered)

    @property
    def points(self) -> int:
        """2 for the first sample of a type, 1 for each further one. [AR-32]"""
        return _points_for(self.delivered)


@lru_cache(maxsize=1024)  # asked after every command, for every rover
def _points_for(delivered: tuple[str, ...]) -> int:
    types = len(set(delivered))
    return types * FIRST_OF_TYPE + (len(delivered) - types) * FURTHER_OF_TYPE


@dataclass(frozen=True, slots=True)
class Base:
    """A base token: where one rover starts, and whose laboratory it is. [AR-19]"""

    owner: str
    square: Square
    labs: tuple[str, ...]


def labs_of(rules: Rules, owner: str) -> tuple[str, ...]:
    """Who delivers at this base: everybody, or the next two colours round the table. [AR-19]"""
    if not rules.own_labs:
        return COLOURS
    place = COLOURS.index(owner)
    return tuple(COLOURS[(place + step) % len(COLOURS)] for step in (1, 2))


_NO_CARDS: Deck[Instruction] = Deck()
_NO_ALGORITHM = Program()


@quick
@dataclass(frozen=True, slots=True)
class Table:
    """What lies beside the board in a match: cards, the shared algorithm, whose turn it is."""

    players: tuple[str, ...]
    deck: Deck[Instruction] = _NO_CARDS
    hands: tuple[tuple[Instruction, ...], ...] = ()
    algorithm: Program = _NO_ALGORITHM
    covered: tuple[Instruction, ...] = ()
    current: str = ""
    turn: int = 0

    def hand(self, player: str) -> tuple[Instruction, ...]:
        return self.hands[self.players.index(player)]

    def with_hand(self, player: str, hand: tuple[Instruction, ...]) -> Table:
        hands = tuple(
            [
                hand if name == player else old
                for name, old in zip(self.players, self.hands, strict=True)
            ]
        )
        return replace(self, hands=hands)
