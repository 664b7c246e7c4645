"""A draw pile with its discard pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from msgspec import Struct

from teachkit.core.run.flow import Flow, shuffled

C = TypeVar("C")


class Deck(Struct, Generic[C], frozen=True):
    """A draw pile and a discard pile; the first card of `draw_pile` is drawn next.

    >>> Deck(draw_pile=("forward", "left")).size
    2
    """

    draw_pile: tuple[C, ...] = ()
    discard_pile: tuple[C, ...] = ()

    @property
    def size(self) -> int:
        return len(self.draw_pile) + len(self.discard_pile)

    def with_draw_pile(self, cards: Iterable[C]) -> Deck[C]:
        """Return a copy of the deck with `cards` as its draw pile."""
        return Deck(tuple(cards), self.discard_pile)

    def face_down(self, card: C) -> Deck[C]:
        """Return a copy of the deck in which `card` stands for each card of the draw pile."""
        return self.with_draw_pile((card,) * len(self.draw_pile))

    def with_discarded(self, cards: Iterable[C]) -> Deck[C]:
        """Return a copy of the deck with `cards` added to its discard pile."""
        return Deck(self.draw_pile, (*self.discard_pile, *cards))


def draw(deck: Deck[C], count: int) -> Flow[tuple[tuple[C, ...], Deck[C]]]:
    """Draw `count` cards from `deck`, and return the cards and the remaining deck.

    If the draw pile runs out, the discard pile is shuffled and becomes the draw pile. Fewer cards
    are drawn only if both piles run out.
    """
    cards = deck.draw_pile[:count]
    deck = deck.with_draw_pile(deck.draw_pile[count:])
    if len(cards) < count and deck.discard_pile:
        reshuffled = yield from shuffled(deck.discard_pile)
        more, deck = yield from draw(Deck(reshuffled), count - len(cards))
        cards += more
    return cards, deck
