"""Editing: changing a given row of cards by edits, which are written as text.

A game's rules say which edits can be made and what they cost: `insert jump at 2`, `cover 3 with
left`. A game with such rules has an `Editing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple

from teachkit.core.language.program import Program
from teachkit.core.run.decisions import Decision, saved_list
from teachkit.core.run.flow import State


class Edited(NamedTuple):
    """A row after edits, and the names of the cards used for them, loops as `2x`."""

    program: Program
    laid: tuple[str, ...]


class Way(NamedTuple):
    """An edit that can be made: its text, the card that it uses, and the cards that it affects.

    Cards are numbered from 1; if a card is inserted between others, `last` is the one before
    `first`. `card` is empty if the edit only removes something.
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
    """Change the given row by the game's rules; the answer is a tuple of edits."""

    takes_time: ClassVar[bool] = True
    question: str

    @property
    def row(self) -> Program:
        """The row before the edits."""
        raise NotImplementedError

    @property
    def cards(self) -> Mapping[str, int]:
        """The number of each card that can be used, by its name in edits."""
        raise NotImplementedError

    def unfinished(self, laid: object) -> Any:
        """Return the edits so far if they are valid, else no edits if that is valid."""
        return self.first_possible(laid, ())

    def saved(self, answer: Any) -> list[str]:
        return list(answer)

    def from_json(self, data: object) -> tuple[str, ...]:
        return saved_list(data)


def edits_in(text: str) -> tuple[str, ...]:
    """Return the edits written in a text, one per line or separated by commas.

    >>> edits_in("insert jump  at 2, unloop 1\\n")
    ('insert jump at 2', 'unloop 1')
    """
    edits = (" ".join(part.split()) for part in re.split(r"[,;\n]", text))
    return tuple(filter(None, edits))
