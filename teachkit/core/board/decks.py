"""A draw pile with its discard pile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from teachkit.core.quick import quick, replace
from teachkit.core.run.flow import Flow, shuffled

C = TypeVar("C")


@quick
@dataclass(frozen=True, slots=True)
class Deck(Generic[C]):
    """Cards to draw, the next one first, and cards that were laid away.

    >>> Deck(draw_pile=("forward", "left")).size
    2
    """

    draw_pile: tuple[C, ...] = ()
    discard_pile: tuple[C, ...] = ()

    @property
    def size(self) -> int:
        return len(self.draw_pile) + len(self.discard_pile)

    def with_discarded(self, cards: Iterable[C]) -> Deck[C]:
        """The deck with these cards on the discard pile."""
        return replace(self, discard_pile=(*self.discard_pile, *cards))


def draw(deck: Deck[C], count: int) -> Flow[tuple[tuple[C, ...], Deck[C]]]:
    """Draw so many cards. When the pile runs out the discards are shuffled; fewer cards
    come only when there are no more.
    """
    cards = deck.draw_pile[:count]
    deck = replace(deck, draw_pile=deck.draw_pile[count:])
    if len(cards) < count and deck.discard_pile:
        reshuffled = yield from shuffled(deck.discard_pile)
        more, deck = yield from draw(Deck(reshuffled), count - len(cards))
        cards += more
    return cards, deck
