"""Laying a program piece by piece on all its starts at once, and counting what is limited.

A position is where a row of pieces leads: rows that lead to the same position are as good as one
another from there on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, reduce
from operator import getitem
from typing import Any, TypeAlias

from teachkit.core.language.nodes import Instruction
from teachkit.core.language.program import Program
from teachkit.core.run.walk import Walk
from teachkit.errors import AnswerError
from teachkit.play.search.deck import Piece, UnfitError
from teachkit.play.search.memory import Moment
from teachkit.play.search.tally import Tally

Position: TypeAlias = Any  # hashable; what it holds is known here only


class Laying:
    """Where pieces lead from several starts, with limits on names and names that are needed."""

    def __init__(
        self, starts: Sequence[Moment], limits: Mapping[str, int], needs: frozenset[str]
    ) -> None:
        self.starts = tuple(starts)
        self.tally = Tally(limits, needs)

    @cached_property
    def first(self) -> Position:
        """The position where nothing is laid yet."""
        return self.starts, self.tally.nothing

    def after(self, position: Position, piece: Piece) -> Position | None:
        """Where a piece leads; `None`: it may not be laid, or the rules would ask."""
        moments, tally = position
        more = self.tally.with_piece(tally, piece)
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
        if not self.tally.is_enough(tally):
            return None
        try:
            return tuple([moment.finished for moment in moments])
        except (AnswerError, UnfitError):
            return None


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
    walk = Walk(Program((piece.node,)), moment.memory.player, moment.memory.game.sensors.conditions)
    while step := walk.next(moment.state):
        moment = moment[step.instruction]
    if walk.ending:
        raise UnfitError
    return moment
