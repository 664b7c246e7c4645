"""The cards and tokens of the game, read from the files in `cards`, which are ours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from teachkit.core.data import read_toml, structure
from teachkit.games.lovelace.components import Component, Engine


@dataclass(frozen=True, slots=True)
class Subroutine:
    """A subroutine card: the number it waits for, and what it does when it is activated.

    `effect` is the name of a rule in `effects`; `amount` and `component` are what it needs.
    """

    number: int
    effect: str
    amount: int = 0
    component: str = ""
    attack: bool = False


@dataclass(frozen=True, slots=True)
class PatronCard:
    """A patron: a number, and two different areas of influence. [LB-4]"""

    number: int
    areas: tuple[str, ...]


@dataclass(frozen=True)
class SheetFile:
    """The points under the boxes of a sheet. [LB-8]"""

    subroutines: tuple[int, ...]
    sigmas: int
    bonuses: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class _ComponentFile:
    printed: str
    tokens: dict[str, list[str]]


@dataclass(frozen=True)
class _PatronFile:
    patrons: list[PatronCard]


@dataclass(frozen=True)
class _SubroutineFile:
    subroutines: dict[str, list[Subroutine]]


def _file(name: str) -> Path:
    return Path(str(resources.files("teachkit.games.lovelace") / "cards" / f"{name}.toml"))


@cache
def _components() -> _ComponentFile:
    return structure(read_toml(_file("components")), _ComponentFile)


@cache
def printed_engine() -> Engine:
    """Rows A and B, as they are printed on the board. [LB-11, LB-12]"""
    return Engine.read(_components().printed)


@cache
def tokens() -> dict[str, tuple[Component, ...]]:
    """The 26 component tokens, by the row they lie beside. [LB-5]"""
    return {row: tuple(map(Component.read, words)) for row, words in _components().tokens.items()}


@cache
def patrons() -> tuple[PatronCard, ...]:
    """The 28 patrons. [LB-4]"""
    return tuple(structure(read_toml(_file("patrons")), _PatronFile).patrons)


@cache
def subroutines(character: str) -> dict[int, Subroutine]:
    """A character's six subroutines by their numbers. [LB-2, LB-3]"""
    file = structure(read_toml(_file("subroutines")), _SubroutineFile)
    return {card.number: card for card in file.subroutines[character]}


@cache
def sheet() -> SheetFile:
    """What is printed on every player's sheet. [LB-8]"""
    return structure(read_toml(_file("sheet")), SheetFile)
