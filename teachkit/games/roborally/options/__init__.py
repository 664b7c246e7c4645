"""Option cards, described by data files and implemented by families of functions.

`options.toml` lists the 26 option cards; `variant/` has two further decks in the same format. Each
card names its family and the values that the family needs. The families in `modifiers` change a
number in the round, those in `choices` ask the owner first, and those in `weapons` do or prevent
damage. The code of a round does not refer to individual cards; it applies their `moments`.
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
"""The families by their names in the data files. Each family returns the effects of a card."""

OPTION_CARDS = read_deck("options/options.toml", CardFile)


def effects_of(cards: Mapping[str, CardFile]) -> Mapping[str, Moments]:
    """Map the name of each card in `cards` to the card's effects."""
    return {name: FAMILIES[card.family](card) for name, card in cards.items()}


def charges_of(cards: Mapping[str, CardFile]) -> Mapping[str, int]:
    """Map the name of each card that has charges to its initial number of charges."""
    return {name: card.charges for name, card in cards.items() if card.charges}
