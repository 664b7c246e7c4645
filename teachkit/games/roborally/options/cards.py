"""A deck of cards as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from teachkit.core.data import read_toml
from teachkit.core.language.nodes import Instruction
from teachkit.errors import DataError
from teachkit.games.roborally.rules import REGISTERS
from teachkit.words import say, translate

SOURCES = ("published", "ours")


@dataclass(frozen=True, kw_only=True)
class CardFile:
    """A card that a robot may hold: what it says, and its family with the numbers of this one.

    `source` is `published` where the effect is known, and otherwise `ours`. What a family does
    not use is left out: `kinds` of program cards and `registers` in which it works (none: all),
    `amount` of steps, cards, points and the like, `way` of a shot or a turn, `by` whom damage is
    done (`robot` or `wall`), `damage` that its owner must have at least.
    """

    name: str
    says: str
    family: str
    source: str = "ours"
    charges: int = 0
    amount: int = 0
    kinds: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    registers: tuple[int, ...] = REGISTERS
    way: str = ""
    by: tuple[str, ...] = ()
    damage: int = 0
    where: str = ""

    @property
    def label(self) -> str:
        return translate(self.name)

    @property
    def help(self) -> str:
        return translate(self.says)

    def fits(self, card: Instruction, register: int) -> bool:
        """Whether it works on this program card in this register."""
        return register in self.registers and (not self.kinds or card.name in self.kinds)


@cache
def read_deck(name: str) -> Mapping[str, CardFile]:
    """The cards of one of our files, by name: `options/options.toml`.

    A test checks the files, so that nothing but Python is needed to load the game: a learner's
    Python is run with nothing else at hand.

    >>> read_deck("options/options.toml")["Brakes"].says
    'Your Move 1 may stay where it is.'
    """
    return cards_in(Path(str(resources.files("teachkit.games.roborally") / name)))


def cards_in(file: Path) -> dict[str, CardFile]:
    """The cards of a file, by name. Raises `DataError` for one whose source is unknown."""
    cards = [CardFile(**_frozen(table)) for table in read_toml(file)["cards"]]
    for card in cards:
        if card.source not in SOURCES:
            says = say("{id}: the source is one of: {sources}.",
                       id=card.name, sources=", ".join(SOURCES))  # fmt: skip
            raise DataError(says, file)
    return {card.name: card for card in cards}


def _frozen(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value
            for key, value in table.items()}  # fmt: skip
