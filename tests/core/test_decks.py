"""Draw piles and discard piles; the shuffles of these tests reverse the order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teachkit.core.run.decisions import Answer
from teachkit.core.run.flow import Deck, draw

Cards = tuple[str, ...]


def drawn(deck: Deck[str], count: int) -> tuple[Cards, Deck[str]]:
    """Return the cards drawn, and the deck after it."""
    flow = draw(deck, count)
    try:
        asked = next(flow)
        while True:
            asked = flow.send([Answer(None, tuple(reversed(range(len(asked[0].items)))))])
    except StopIteration as end:
        return end.value


def test_cards_come_from_the_top_of_the_pile() -> None:
    assert drawn(Deck(("a", "b", "c"), ("x",)), 2) == (("a", "b"), Deck(("c",), ("x",)))


def test_an_empty_pile_is_made_anew_from_the_discards() -> None:
    assert drawn(Deck(("a",), ("x", "y")), 2) == (("a", "y"), Deck(("x",)))


def test_the_discards_stay_while_there_are_enough_cards() -> None:
    assert drawn(Deck(("a", "b"), ("x",)), 2) == (("a", "b"), Deck((), ("x",)))


def test_fewer_cards_come_when_there_are_no_more() -> None:
    assert drawn(Deck(("a",), ("x",)), 5) == (("a", "x"), Deck())
    assert drawn(Deck(), 2) == ((), Deck())


def test_discarded_cards_lie_on_top() -> None:
    assert Deck(("a",), ("x",)).with_discarded(["y", "z"]) == Deck(("a",), ("x", "y", "z"))


@given(st.lists(st.integers()), st.lists(st.integers()), st.integers(0, 12))
def test_no_card_is_lost(pile: list[int], discards: list[int], count: int) -> None:
    deck: Deck[str] = Deck(tuple(map(str, pile)), tuple(map(str, discards)))
    cards, after = drawn(deck, count)
    assert len(cards) == min(count, deck.size)
    before = deck.draw_pile + deck.discard_pile
    assert sorted(cards + after.draw_pile + after.discard_pile) == sorted(before)
