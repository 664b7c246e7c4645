"""Laying a program piece by piece on all its starts at once, and counting what is limited.

A position is where a row of pieces leads: rows that lead to the same position are as good as one
another from there on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import getitem
from typing import Any, TypeAlias

from teachkit.core.nodes import Instruction
from teachkit.core.program import Program
from teachkit.core.walk import Walk
from teachkit.errors import AnswerError
from teachkit.play.deck import Piece
from teachkit.play.memory import Moment

Position: TypeAlias = Any  # hashable; what it holds is known here only


class UnfitError(Exception):
    """The piece may not be laid here: it never ends, or nothing good can come of it."""


class Laying:
    """Where pieces lead from several starts, with limits on names and names that are needed."""

    def __init__(
        self, starts: Sequence[Moment], limits: Mapping[str, int], needs: frozenset[str]
    ) -> None:
        self.starts = tuple(starts)
        self.limits = {name: limits.get(name) for name in (*limits, *sorted(needs - {*limits}))}
        self.needed = [place for place, name in enumerate(self.limits) if name in needs]
        self._counts: dict[Piece, tuple[int, ...]] = {}

    @cached_property
    def first(self) -> Position:
        """The position where nothing is laid yet."""
        return self.starts, (0,) * len(self.limits)

    def after(self, position: Position, piece: Piece) -> Position | None:
        """Where a piece leads; `None`: it may not be laid, or the rules would ask."""
        moments, tally = position
        more = self._counted(tally, piece)
        if more is None:
            return None
        try:
            return tuple([led(moment, piece) for moment in moments]), more
        except (AnswerError, UnfitError):
            return None

    def after_cards(
        self, position: Position, cards: tuple[Instruction, ...], pieces: Sequence[Piece]
    ) -> list[Position | None]:
        """Where each of these single cards leads."""
        return [self.after(position, piece) for piece in pieces]

    def ends(self, position: Position) -> tuple[Moment, ...] | None:
        """Where a program ends that ends here, on each start; `None`: none may end here."""
        moments, tally = position
        if not all(tally[place] for place in self.needed):
            return None
        try:
            return tuple([moment.finished for moment in moments])
        except (AnswerError, UnfitError):
            return None

    def _counted(self, tally: tuple[int, ...], piece: Piece) -> tuple[int, ...] | None:
        """The numbers with this piece; `None` if one is beyond its limit."""
        counts = self._counts.get(piece)
        if counts is None:
            counts = self._counts[piece] = tuple(map(piece.count, self.limits))
        more = []
        for number, count, limit in zip(tally, counts, self.limits.values(), strict=True):
            if limit is None:
                more.append(1 if number or count else 0)
            elif number + count > limit:
                return None
            else:
                more.append(number + count)
        return tuple(more)


class SimpleLaying(Laying):
    """The same in half the time, for one start and nothing to count: a position is its moment."""

    @cached_property
    def first(self) -> Position:
        return self.starts[0]

    def after(self, position: Position, piece: Piece) -> Position | None:
        try:
            return led(position, piece)
        except (AnswerError, UnfitError):
            return None

    def after_cards(
        self, position: Position, cards: tuple[Instruction, ...], pieces: Sequence[Piece]
    ) -> list[Position | None]:
        try:
            return position.ahead(cards)  # type: ignore[no-any-return]  # the position is a moment
        except UnfitError:
            return super().after_cards(position, cards, pieces)

    def ends(self, position: Position) -> tuple[Moment, ...] | None:
        try:
            return (position.finished,)
        except (AnswerError, UnfitError):
            return None


def led(moment: Moment, piece: Piece) -> Moment:
    """Where a piece leads from a moment. Raises `UnfitError` and `AnswerError`."""
    if piece.steps is not None:
        return reduce(getitem, piece.steps, moment)
    walk = Walk(Program((piece.node,)), moment.memory.player, moment.memory.game.SENSORS)
    while step := walk.next(moment.state):
        moment = moment[step.instruction]
    if walk.ending:
        raise UnfitError
    return moment
