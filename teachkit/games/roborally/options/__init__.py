"""Option cards: data files say what they are, and families of functions what they do.

`options.toml` lists the 26 option cards; `variant/` has two further decks of the same make. A
card names its family and fills in the numbers: `values` change a number that the round asks for,
`choices` ask their owner first, `weapons` hurt or protect. The round knows none of them; it only
asks at its `moments`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from teachkit.games.roborally.options.cards import CardFile, Moments, read_deck
from teachkit.games.roborally.options.choices import CHOICES
from teachkit.games.roborally.options.modifiers import MODIFIERS
from teachkit.games.roborally.options.weapons import WEAPONS

FAMILIES: Mapping[str, Callable[[CardFile], Moments]] = {
    family.__name__: family for family in (*MODIFIERS, *CHOICES, *WEAPONS)
}
"""The families by the name that a data file uses, each with the effects of one of its cards."""

OPTION_CARDS = read_deck("options/options.toml")


def effects_of(cards: Mapping[str, CardFile]) -> Mapping[str, Moments]:
    """Return the effects of the cards of a deck, by name."""
    return {name: FAMILIES[card.family](card) for name, card in cards.items()}


def charges_of(cards: Mapping[str, CardFile]) -> Mapping[str, int]:
    """Return the charges of those cards that come with any."""
    return {name: card.charges for name, card in cards.items() if card.charges}
