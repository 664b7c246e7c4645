"""The 26 option cards, and what any deck of cards does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from teachkit.games.roborally.options.cards import CardFile, read_deck
from teachkit.games.roborally.options.choices import CHOICES
from teachkit.games.roborally.options.harms import HARMS
from teachkit.games.roborally.options.values import VALUES
from teachkit.games.roborally.options.weapons import WEAPONS
from teachkit.games.roborally.rules import Effect, Effects

FAMILIES: Mapping[str, Callable[[CardFile], Mapping[str, Effect]]] = {
    family.__name__: family for family in (*VALUES, *CHOICES, *WEAPONS, *HARMS)
}
"""By the name that stands in the data: what a card of this family does at which moment."""

OPTION_CARDS = read_deck("options/options.toml")


def effects_of(cards: Mapping[str, CardFile]) -> Effects:
    """What the cards of a deck do, as an edition wants it."""
    return {name: FAMILIES[card.family](card) for name, card in cards.items()}


def charges_of(cards: Mapping[str, CardFile]) -> Mapping[str, int]:
    """How many charges those cards come with that have any."""
    return {name: card.charges for name, card in cards.items() if card.charges}
