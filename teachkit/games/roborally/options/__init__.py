"""Option cards: data files describe them, and families of functions implement them.

`options.toml` lists the 26 option cards; `variant/` has two further decks of the same form. A card
names its family and its numbers: `modifiers` change a number in the round, `choices` ask their
owner first, `weapons` hurt or protect. The round knows none of them; it only applies them at its
`moments`.
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
    """Return the charges of those cards that have any."""
    return {name: card.charges for name, card in cards.items() if card.charges}
