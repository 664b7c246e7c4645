"""Edits of a row of cards, written as text.

`insert jump at 2` and `cover 3 with left` are edits. A game whose rules allow edits has an
`Editing`, which checks them and lists the possible ones.
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
    """An edited row of cards, and the names of the cards that the edits used, such as `2x`."""

    program: Program
    laid: tuple[str, ...]


class EditOption(NamedTuple):
    """A possible edit: its text, the card that it uses, and the range of cards that it affects.

    Cards are numbered from 1. If a card is inserted between others, `last` is one less than
    `first`. `card` is empty if the edit only removes something.
    """

    text: str
    card: str
    first: int
    last: int


@dataclass(frozen=True)
class Editing(Generic[State]):
    """The functions of a game that edit a row of cards by its rules."""

    edited: Callable[[State, Program, Sequence[str]], Edited]
    """Return the row after these edits in one turn. Raise `TeachkitError` if one is invalid."""
    next_edits: Callable[[State, Program, Sequence[str]], Sequence[EditOption]]
    """Return the edits that are possible after these. Raise `TeachkitError` if one is invalid."""


@dataclass(frozen=True)
class EditRow(Decision):
    """A decision about how to change a row of cards; the answer is a tuple of edits."""

    takes_time: ClassVar[bool] = True
    question: str

    @property
    def row(self) -> Program:
        """The row before the edits."""
        raise NotImplementedError

    @property
    def cards(self) -> Mapping[str, int]:
        """The number of each card that may be used, by its name in edits."""
        raise NotImplementedError

    def unfinished(self, laid: object) -> Any:
        """Return the edits `laid` so far if they are valid, or else no edits if that is valid."""
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
