"""Edits to a row of cards, written as text.

Examples are `insert jump at 2` and `cover 3 with left`. A game whose rules allow edits has an
`Editing`, which applies edits and lists the possible ones.
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
    """A row of cards after edits, and the names of the cards that the edits used, such as `2x`."""

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
    """The functions that edit a row of cards according to the rules of a game."""

    edited: Callable[[State, Program, Sequence[str]], Edited]
    """Apply one turn's edits to a row, and return the result.

    Raise `TeachkitError` if an edit is invalid.
    """
    next_edits: Callable[[State, Program, Sequence[str]], Sequence[EditOption]]
    """Return the edits that are possible after the edits made so far in the turn.

    Raise `TeachkitError` if one of the earlier edits is invalid.
    """


@dataclass(frozen=True)
class EditRow(Decision):
    """Base class for decisions about how to edit a row of cards; an answer is a tuple of edits."""

    takes_time: ClassVar[bool] = True
    question: str

    @property
    def row(self) -> Program:
        """The row before the edits."""
        raise NotImplementedError

    @property
    def cards(self) -> Mapping[str, int]:
        """The available cards: a mapping from each card's name in edits to the number of copies."""
        raise NotImplementedError

    def unfinished(self, laid: object) -> Any:
        """Return the answer for a player whose time is up, given the edits `laid` so far.

        The answer is `laid` if that is valid, otherwise `()` if that is valid, otherwise `None`.
        """
        return self.first_possible(laid, ())

    def saved(self, answer: Any) -> list[str]:
        return list(answer)

    def from_json(self, data: object) -> tuple[str, ...]:
        return saved_list(data)


def edits_in(text: str) -> tuple[str, ...]:
    """Split `text` into edits, which are separated by commas, semicolons or line breaks.

    >>> edits_in("insert jump  at 2, unloop 1\\n")
    ('insert jump at 2', 'unloop 1')
    """
    edits = (" ".join(part.split()) for part in re.split(r"[,;\n]", text))
    return tuple(filter(None, edits))
