"""Editing: a row of cards that lies there is changed by edits, written as text.

What can be done to a row, and what it costs, are rules of a game: `insert jump at 2`,
`cover 3 with left`. A game that has such rules has an `Editing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, saved_list
from teachkit.core.run.events import State


class Edited(NamedTuple):
    """A row after edits, and the names of the cards that were laid for it, loops as `2x`."""

    program: Program
    laid: tuple[str, ...]


class Way(NamedTuple):
    """An edit that can be made: its text, the card that it lays, and the cards it concerns.

    Those are numbered from 1; where a card is put between others, `last` is the one before
    `first`. No `card` is laid to take something away.
    """

    text: str
    card: str
    first: int
    last: int


@dataclass(frozen=True)
class Editing(Generic[State]):
    """The rules by which a row of cards is edited."""

    edited: Callable[[State, Program, Sequence[str]], Edited]
    """The row after these edits, which are one turn's. Raises `TeachkitError`."""
    ways: Callable[[State, Program, Sequence[str]], Sequence[Way]]
    """Every edit that can be made next after these. Raises `TeachkitError`."""


@dataclass(frozen=True)
class EditRow(Decision):
    """Change the row that lies there, by the game's rules; the answer is a tuple of edits."""

    takes_time: ClassVar[bool] = True
    question: str

    @property
    def row(self) -> Program:
        """The row as it lies there."""
        raise NotImplementedError

    @property
    def cards(self) -> Mapping[str, int]:
        """How many of each card can be laid, by the names that edits have for them."""
        raise NotImplementedError

    def unfinished(self, laid: object) -> Any:
        """The edits so far, if they may be made; else the row stays, where it may."""
        return self.first_possible(laid, ())

    def saved(self, answer: Any) -> list[str]:
        return list(answer)

    def from_json(self, data: object) -> tuple[str, ...]:
        return saved_list(data)


def edits_in(text: str) -> tuple[str, ...]:
    """The edits that are written, one in a line or between commas.

    >>> edits_in("insert jump  at 2, unloop 1\\n")
    ('insert jump at 2', 'unloop 1')
    """
    edits = (" ".join(part.split()) for part in re.split(r"[,;\n]", text))
    return tuple(filter(None, edits))
