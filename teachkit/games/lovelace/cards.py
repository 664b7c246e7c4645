"""Printed material, read from data files: engine, tokens, patrons, subroutines and sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from teachkit.core.data import read_toml, structure
from teachkit.games.lovelace.components import Component, Engine

T = TypeVar("T")


class Subroutine(Struct, frozen=True, forbid_unknown_fields=True):
    """A subroutine card: the number that completes it, and the effect that activating it has.

    `effect` names a rule in `effects`, which may use `amount` and `component`. `attack` is true if
    the effect harms other players. [LB-55]
    """

    number: int
    effect: str
    amount: int = 0
    component: str = ""
    attack: bool = False


class Patron(Struct, frozen=True, forbid_unknown_fields=True):
    """A patron's card: a number, two areas, and the players who have taken them. [LB-4, LB-38]

    `taken` holds pairs of a player and an area, in the order in which they were taken. A patron
    without areas is a target: a number that an exercise asks for.
    """

    number: int
    areas: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()

    @property
    def areas_left(self) -> tuple[str, ...]:
        """The areas that no player has taken yet."""
        given = [area for _, area in self.taken]
        return tuple(area for area in self.areas if area not in given)

    def with_taken(self, player: str, area: str) -> Patron:
        """Return a copy of the patron with `area` taken by `player`."""
        return Patron(self.number, self.areas, (*self.taken, (player, area)))

    def gave(self, player: str) -> bool:
        """Return whether `player` has taken anything from this patron."""
        return any(name == player for name, _ in self.taken)


@dataclass(frozen=True)
class SheetFile:
    """A sheet's printed data: points under each track's boxes, and the number of Σ boxes. [LB-8]"""

    subroutines: tuple[int, ...]
    sigmas: int
    bonuses: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class _ComponentFile:
    printed: str
    tokens: dict[str, list[str]]


def _read(name: str, kind: type[T]) -> T:
    path = resources.files("teachkit.games.lovelace") / "cards" / f"{name}.toml"
    return structure(read_toml(Path(str(path))), kind)


@cache
def printed_engine() -> Engine:
    """Return the engine that is printed on the board: rows A and B. [LB-11, LB-12]"""
    return Engine.read(_read("components", _ComponentFile).printed)


@cache
def tokens() -> dict[str, tuple[Component, ...]]:
    """Return the 26 component tokens, grouped by engine row. [LB-5]"""
    rows = _read("components", _ComponentFile).tokens
    return {row: tuple(map(Component.read, words)) for row, words in rows.items()}


@cache
def patrons() -> tuple[Patron, ...]:
    """Return the 28 patron cards. [LB-4]"""
    return _read("patrons", dict[str, tuple[Patron, ...]])["patrons"]


@cache
def subroutines(character: str) -> dict[int, Subroutine]:
    """Return the six subroutine cards of `character`, keyed by number. [LB-2, LB-3]"""
    file = _read("subroutines", dict[str, dict[str, list[Subroutine]]])
    return {card.number: card for card in file["subroutines"][character]}


@cache
def sheet() -> SheetFile:
    """Return the printed data of a sheet: its points and numbers of boxes. [LB-8]"""
    return _read("sheet", SheetFile)
