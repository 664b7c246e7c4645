"""What a program has used of its hand so far, and what it still needs."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from operator import add, gt
from typing import TypeAlias

from teachkit.play.search.deck import Piece

Numbers: TypeAlias = tuple[int, ...]


class Tally:
    """A number for each name that is limited or needed; one without a limit counts to 1."""

    def __init__(self, limits: Mapping[str, int], needs: frozenset[str]) -> None:
        self.limits = {name: limits.get(name) for name in (*limits, *sorted(needs - {*limits}))}
        self.needed = [place for place, name in enumerate(self.limits) if name in needs]
        self._most = [inf if limit is None else limit for limit in self.limits.values()]
        self._caps = [1 if limit is None else limit for limit in self.limits.values()]
        self._counts: dict[Piece, Numbers] = {}

    @property
    def nothing(self) -> Numbers:
        return (0,) * len(self.limits)

    def with_piece(self, numbers: Numbers, piece: Piece) -> Numbers | None:
        """The numbers with this piece; `None` if one is beyond its limit."""
        counts = self._counts.get(piece)
        if counts is None:
            counts = self._counts[piece] = self.counts(piece)
        return self.added(numbers, counts)

    def counts(self, piece: Piece) -> Numbers:
        return tuple(map(piece.count, self.limits))

    def added(self, numbers: Numbers, counts: Numbers) -> Numbers | None:
        more = tuple(map(add, numbers, counts))
        if any(map(gt, more, self._most)):
            return None
        return tuple(map(min, more, self._caps))

    def is_enough(self, numbers: Numbers) -> bool:
        """Whether everything that is needed was used."""
        return all(numbers[place] for place in self.needed)

    def is_news(self, before: Numbers, after: Numbers) -> bool:
        """Whether something that is needed is used for the first time."""
        return any(after[place] and not before[place] for place in self.needed)
