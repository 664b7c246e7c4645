"""Calamity and upgrade cards as data. Nobody publishes them: see the heads of their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.data import read_toml, structure
from teachkit.words import translate


@dataclass(frozen=True)
class CardFile:
    """A card: what it is called and says, how many there are, and what it does.

    A card of the kind `measure` changes a measure of `effects` by an amount, for whom and for how
    many rounds; what other kinds do stands in `calamity_kinds`.
    """

    title: str
    says: str
    count: int = 1
    kind: str = "measure"
    measure: str = ""
    amount: int = 0
    whom: str = ""
    rounds: int = 0
    toward: str = ""

    @property
    def label(self) -> str:
        return translate(self.title)

    @property
    def help(self) -> str:
        return translate(self.says)


@cache
def _cards(name: str) -> Mapping[str, CardFile]:
    file = Path(str(resources.files("teachkit.games.calamitron") / name))
    return {card: structure(table, CardFile, card) for card, table in read_toml(file).items()}


def calamities() -> Mapping[str, CardFile]:
    """All calamity cards by name."""
    return _cards("calamities.toml")


def upgrades() -> Mapping[str, CardFile]:
    """All upgrade cards by name."""
    return _cards("upgrades.toml")


def calamity_deck() -> tuple[str, ...]:
    """Every calamity card as often as there are copies of it."""
    return tuple(name for name, card in calamities().items() for _ in range(card.count))


def upgrade_pile() -> tuple[str, ...]:
    """The upgrade cards, open on the table."""
    return tuple(name for name, card in upgrades().items() for _ in range(card.count))


def card_called(name: str) -> str:
    """How a sentence names a card."""
    every = {**calamities(), **upgrades()}
    return every[name].label if name in every else name
